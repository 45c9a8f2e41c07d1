import { createRequestHandler, type EntryContext } from "@remix-run/node";
import { load } from "cheerio";
import { beforeEach, describe, expect, it } from "vitest";
import { createEntry } from "#tests/factories/journal-entry";
import { createSignedIn } from "#tests/factories/user";
import { visit } from "#tests/support/request";
import { wholeApplication } from "#tests/support/whole-application";
import { memberFrom } from "~/domain/member/member-from-record.server";

/** Each begins or ends something in a page of HTML, or in the script of an older browser. */
const HOSTILE = "</script><script>alert(1)</script><!--<script>]]>\u2028\r\n\0&amp;";

describe("the end of a page that works with script", async () => {
  const { serve, build } = await wholeApplication();
  let session = "";
  let entry = "";
  beforeEach(async () => {
    const { user, secret } = await createSignedIn();
    session = secret;
    const content = { body: HOSTILE };
    entry = (await createEntry(memberFrom(user), { content, forDate: "2026-10-10" }))._id;
  });
  const open = async (path: string) => {
    const answered = await serve((await visit(path, { session })).request);
    const html = await answered.text();
    return { html, $: load(html), policy: answered.headers.get("Content-Security-Policy") ?? "" };
  };
  const scriptOf = ({ $ }: Awaited<ReturnType<typeof open>>) => $('script[type="module"]').text();
  const manifestIn = (script: string) =>
    JSON.parse(/window\.__remixManifest=(\{.*?\});window/s.exec(script)?.[1] ?? "{}") as {
      routes: Record<string, { module: string; imports?: string[] }>;
    };

  it("has what the loaders said, to the letter, and nothing of it is markup", async () => {
    const page = await open(`/journal/entries/${entry}/edit`);
    const said = page.$("#page-data").text();
    expect(said).not.toContain("<");
    expect(page.$('script:not([src])[type!="application/json"]').text()).not.toContain("alert");
    const { loaderData } = JSON.parse(said) as { loaderData: Record<string, unknown> };
    expect(loaderData["routes/member/journal/entry-edit/route"]).toMatchObject({
      content: { body: HOSTILE },
    });
  });

  it.each(["/", "/today", "/safety", "/auth/login", "/dashboard", "/journal/history", "/settings"])(
    "says on %s what the loaders said, nothing more and nothing less",
    async (path) => {
      const { module } = build.entry;
      const heard: unknown[] = [];
      const hearing: typeof module.default = (...given) => {
        heard.push({ ...given[3].staticHandlerContext.loaderData });
        return module.default(...given);
      };
      const own = { ...build, entry: { module: { ...module, default: hearing } } };
      const asked = await visit(path, path.startsWith("/auth") ? {} : { session });
      const html = await (await createRequestHandler(own, "test")(asked.request)).text();
      const said = load(html)("#page-data").text();
      if (said) expect((JSON.parse(said) as { loaderData: unknown }).loaderData).toEqual(heard[0]);
      else expect(html).toContain('data-script="off"');
    },
  );

  it("loads the page’s own routes, by the page’s nonce alone", async () => {
    const page = await open("/journal/history");
    const script = scriptOf(page);
    const { routes } = manifestIn(script);
    for (const id of ["root", "routes/member/frame", "routes/member/journal/history/route"]) {
      expect(script).toContain(`from ${JSON.stringify(routes[id]?.module)}`);
      for (const file of routes[id]?.imports ?? [])
        expect(page.$(`link[rel="modulepreload"][href="${file}"]`)).toHaveLength(1);
    }
    const nonces = page.$('script[type!="application/json"]').map((_, each) => page.$(each).attr("nonce"));
    expect(new Set(nonces.get())).toEqual(new Set([/'nonce-([^']+)'/.exec(page.policy)?.[1]]));
  });

  it("tells the routes at the addresses above, so that an index is not taken for its parent", async () => {
    const { routes } = manifestIn(scriptOf(await open("/journal/history")));
    expect(Object.keys(routes)).toEqual(
      expect.arrayContaining(["routes/public/landing", "routes/member/journal/journal"]),
    );
    // And not all hundred and thirty.
    expect(Object.keys(routes).length).toBeLessThan(10);
  });

  it("is all that stays of what was said: the framework's router can reach nothing of it", async () => {
    const contexts: EntryContext[] = [];
    const { module } = build.entry;
    const watched: typeof module.default = (...given) => {
      contexts.push(given[3]);
      return module.default(...given);
    };
    const handle = createRequestHandler(
      { ...build, entry: { module: { ...module, default: watched } } },
      "test",
    );
    const answered = await handle((await visit(`/journal/entries/${entry}/edit`, { session })).request);
    expect(await answered.text()).toContain("alert(1)");
    expect(contexts.map(({ staticHandlerContext }) => staticHandlerContext)).toMatchObject([
      { loaderData: {}, actionData: null, matches: [] },
    ]);
    expect(Object.keys(contexts[0]?.staticHandlerContext.loaderData ?? { some: 1 })).toEqual([]);
  });

  it("is not there on pages without script, and where something failed", async () => {
    for (const path of ["/faq", "/nowhere", "/journal/entries/none"]) {
      const { $, html } = await open(path);
      expect($("#page-data, script[type=module], link[rel=modulepreload]").length, path).toBe(0);
      expect(html.endsWith("</body></html>"), path).toBe(true);
    }
  });
});
