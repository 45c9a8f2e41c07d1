import { createRequestHandler } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { describe, expect, it } from "vitest";
import { createSignedIn } from "#tests/factories/user";
import { visit } from "#tests/support/request";
import { wholeApplication } from "#tests/support/whole-application";
import { setClock } from "~/platform/clock";
import { pageBuild } from "~/server/page-handlers.server";
import { matchPattern, patternsOf } from "~/server/route-patterns.server";

type Branch = Parameters<typeof matchRoutes>[0][number];

/** Random values of each render, in fields and in the hydration data. */
const TOKENS =
  /nonce="[^"]*"|name="_\w+" value="[^"]*"|\\"(?:token|submission)\\",(?:\{[^}]*\},)?\\"[^"]*"(?:,\\"submission\\",\\"[^"]*")?/g;

describe("routes of one page", async () => {
  const { build, serve } = await wholeApplication();
  const patterns = patternsOf(build.routes);
  const treeOf = (parentId?: string): Branch[] =>
    Object.values(build.routes).flatMap((route) => {
      if (!route || route.parentId !== parentId) return [];
      const { id, path, index } = route;
      return [index ? { id, path, index } : { id, path, children: treeOf(id) }];
    });
  const tree = treeOf();
  const byTheRouter = (path: string) => (matchRoutes(tree, path) ?? []).map(({ route }) => route.id ?? "");
  const addresses = patterns
    .filter(({ pattern }) => !pattern.includes("*"))
    .map(({ pattern }) => pattern.replace(/:\w+/g, "x"));

  it("match those of the router for every path", () => {
    expect(addresses.length).toBeGreaterThan(100);
    for (const path of addresses)
      expect(matchPattern(path, patterns)?.branch, path).toEqual(byTheRouter(path));
  });

  it("include those of its parent paths", () => {
    for (const path of addresses) {
      const page = matchPattern(path, patterns);
      const { routes, assets } = pageBuild(build, page ?? patterns[0]!, patterns);
      const above = path.split("/").map((_, at, all) => all.slice(0, at).join("/") || "/");
      expect(Object.keys(routes), path).toEqual(expect.arrayContaining(above.flatMap(byTheRouter)));
      expect(Object.keys(assets.routes)).toEqual(Object.keys(routes));
    }
  });

  it.each(["/faq", "/auth/login", "/dashboard", "/journal/evening", "/journal/history", "/settings/prayer"])(
    "render %s like the whole route table",
    async (path) => {
      // A reminder in the evening would contain the time.
      setClock(() => new Date("2026-11-23T20:00:00Z"));
      const session = path.startsWith("/auth") ? undefined : (await createSignedIn()).secret;
      const page = matchPattern(path, patterns)!;
      const alone = createRequestHandler(pageBuild(build, page, patterns), "test");
      const [one, other] = await Promise.all(
        [alone, serve].map(async (handle) => {
          const answer = await handle((await visit(path, { session })).request);
          return `${answer.status} ${(await answer.text()).replace(TOKENS, "")}`;
        }),
      );
      expect(one).toContain("<!DOCTYPE html>");
      expect(one).toBe(other);
    },
  );
});
