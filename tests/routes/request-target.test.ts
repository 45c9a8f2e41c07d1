import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { createRequestHandler } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createSignedIn } from "#tests/factories/user";
import { answer, load, visit } from "#tests/support/request";
import { wholeApplication } from "#tests/support/whole-application";
import { setClock } from "~/platform/clock";
import { log } from "~/platform/log.server";
import { loader as unknownLoader } from "~/routes/public/not-found";
import { loader as badRequest } from "~/routes/resources/bad-request";
import { observeRequests } from "~/server/observe-requests.server";
import { pageBuild } from "~/server/page-handlers.server";
import {
  matchedPattern,
  matchPattern,
  patternsOf,
  registerRoutes,
  UNMATCHED,
} from "~/server/route-patterns.server";

const TABLE = {
  root: { id: "root", path: "" },
  frame: { id: "frame", parentId: "root" },
  home: { id: "home", parentId: "frame" },
  reset: { id: "reset", parentId: "frame", path: "auth/reset-password" },
  entry: { id: "entry", parentId: "frame", path: "journal/entries/:entryId" },
  history: { id: "history", parentId: "frame", path: "journal/history" },
  slot: { id: "slot", parentId: "frame", path: "journal/:slot" },
  calendar: { id: "calendar", parentId: "root", path: "calendar/:file" },
  admin: { id: "admin", parentId: "root", path: "admin/*" },
  rest: { id: "rest", parentId: "root", path: "*" },
};
const TOKEN = "s3cret-token-of-a-link";

describe("route in the log", () => {
  it.each([
    ["/", "/"],
    ["/_root.data", "/"],
    ["/auth/reset-password", "/auth/reset-password"],
    ["/Auth/Reset-Password/", "/auth/reset-password"],
    ["/auth/reset-password.data", "/auth/reset-password"],
    ["/journal/history", "/journal/history"],
    ["/journal/morning", "/journal/:slot"],
    [`/journal/entries/${TOKEN}`, "/journal/entries/:entryId"],
    [`/calendar/${TOKEN}.ics`, "/calendar/:file"],
    [`/admin/any/${TOKEN}`, "/admin/*"],
    [`/assets/${TOKEN}.js`, "/assets/*"],
    [`/auth/reset-password%3Ftoken=${TOKEN}`, UNMATCHED],
    [`/${TOKEN}`, UNMATCHED],
    ["/journal/entries/one/two", UNMATCHED],
  ])("logs %s as %s", (path, route) => {
    expect(matchedPattern(path, patternsOf(TABLE))).toBe(route);
  });
});

describe("link that a mail program has mangled", () => {
  it.each([
    [`/auth/reset-password%3Ftoken=${TOKEN}`, `/auth/reset-password?token=${TOKEN}`],
    [`/auth/reset-password%3ftoken%3D${TOKEN}`, `/auth/reset-password?token=${TOKEN}`],
    [
      `/verify-email%3Femail%3Da%40b.org%26amp;token%3D${TOKEN}`,
      `/verify-email?email=a%40b.org&token=${TOKEN}`,
    ],
    [`/auth/reset-password%3Ftoken=${TOKEN}?fbclid=1`, `/auth/reset-password?token=${TOKEN}&fbclid=1`],
  ])("redirects %s to the original page", async (path, meant) => {
    expect(await load(unknownLoader, path)).toMatchObject({ status: 302, location: meant });
  });

  it.each(["//evil.test%3Fa=1", "/%2F/evil.test%3Fa=1", "/..%3Fa=1", "/nowhere", "/nowhere%3F", "/a:b%3Fc"])(
    "does not redirect %s to another site",
    async (path) => {
      expect((await load(unknownLoader, path)).status).toBe(404);
    },
  );
});

describe("request line", () => {
  let server: Server;
  beforeAll(async () => {
    observeRequests();
    registerRoutes(() => TABLE);
    server = createServer((request, response) => response.end(`${request.method} ${request.url}`));
    await once(server.listen(0, "127.0.0.1"), "listening");
  });
  afterAll(() => server.close());
  beforeEach(() => {
    vi.spyOn(log, "info");
  });

  /** Sends a raw request, and returns the request that Remix would get. */
  async function send(line: string, more: string[] = []): Promise<string> {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    const head = [`${line} HTTP/1.1`, "Host: localhost", ...more, "Connection: close"].join("\r\n");
    socket.end(Buffer.from(`${head}\r\n\r\n`, "latin1"));
    return (await text(socket)).split("\r\n\r\n").at(-1) ?? "";
  }

  it.each([
    ["GET /journal?q=1", "GET /journal?q=1"],
    ["GET http://localhost:3000/journal?q=1", "GET /journal?q=1"],
    ["GET HTTP://LOCALHOST:3000/journal", "GET /journal"],
    ["GET http://evil.test/journal", "GET /bad-request"],
    ["GET http://localhost:3000@evil.test/", "GET /bad-request"],
    ["GET ftp://localhost:3000/", "GET /bad-request"],
    ["GET http://[/", "GET /bad-request"],
    ["GET *", "GET /bad-request"],
    ["OPTIONS *", "GET /bad-request"],
    ["GET /%E0%A4%A", "GET /bad-request"],
    ["GET /%", "GET /bad-request"],
    ["GET /%ff<script>", "GET /bad-request"],
    ["GET /journal?q=%E0%A4%A", "GET /journal?q=%E0%A4%A"],
    ["TRACE /", "GET /method-not-allowed"],
    [`GET /${"a".repeat(9_000)}`, "GET /address-too-long"],
    [`GET /journal/silence?text=${"a".repeat(9_000)}`, "GET /address-too-long"],
    [`GET /journal/free?text=${"a".repeat(12_000)}`, `GET /journal/free?text=${"a".repeat(12_000)}`],
    [`GET /journal/share?text=${"a".repeat(12_000)}`, `GET /journal/share?text=${"a".repeat(12_000)}`],
  ])("normalizes %s to %s", async (line, seen) => {
    expect(await send(line)).toBe(seen);
  });

  it("logs its route pattern without the path", async () => {
    for (const path of [`/auth/reset-password%3Ftoken=${TOKEN}`, `/calendar/${TOKEN}.ics`, `/%E0${TOKEN}`])
      await send(`GET ${path}`);
    await vi.waitFor(() => expect(log.info).toHaveBeenCalledTimes(3), { timeout: 60_000 });
    const routes = vi.mocked(log.info).mock.calls.map(([, fields]) => fields?.route);
    expect(routes).toEqual([UNMATCHED, "/calendar/:file", UNMATCHED]);
    expect(JSON.stringify(vi.mocked(log.info).mock.calls)).not.toContain(TOKEN);
  });

  it("logs one warning when X-Forwarded-For arrives without TRUST_PROXY", async () => {
    const warn = vi.spyOn(log, "warn").mockReturnValue();
    for (const client of ["192.0.2.1", "192.0.2.2"])
      await send("GET /journal", [`X-Forwarded-For: ${client}`]);
    expect(warn.mock.calls.map(([event]) => event)).toEqual(["proxy.not_set"]);
    expect(JSON.stringify(warn.mock.calls)).not.toContain("192.0.2");
  });

  it("gets 400 and a message when it is unreadable", async () => {
    expect(await answer(badRequest)).toMatchObject({ status: 400, data: "This address cannot be read.\n" });
  });
});

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

  it("include those of its parent paths", { tags: ["release"] }, () => {
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
      // A reminder of the evening would contain the time, which differs between the two renders.
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
