import { setImmediate as nextTick } from "node:timers/promises";
import type { EntryContext } from "@remix-run/node";
import { load } from "cheerio";
import { beforeAll, describe, expect, it } from "vitest";
import { createEntry } from "#tests/factories/journal-entry";
import { createSignedIn } from "#tests/factories/user";
import { visit } from "#tests/support/request";
import { wholeApplication } from "#tests/support/whole-application";
import { memberFrom } from "~/domain/member/current-member.server";
import { setClock } from "~/platform/clock";
import { requestContext, type RequestContext } from "~/platform/request-context.server";
import handleRequest, { MAX_QUEUED_PAGES, renderForAccount } from "~/render-document.server";
import { cachedPage, isPublicPage } from "~/server/page-handlers.server";

let serve: (request: Request) => Promise<Response>;
beforeAll(async () => void ({ serve } = await wholeApplication()));

/** Character sequences with a meaning in HTML, or in scripts of older browsers. */
const HOSTILE = "</script><script>alert(1)</script><!--<script>]]>\u2028\r\n&amp;";

describe("scripts of a page", () => {
  const open = async (path: string, session: string) => {
    const answered = await serve((await visit(path, { session })).request);
    const html = await answered.text();
    return { html, $: load(html), policy: answered.headers.get("Content-Security-Policy") ?? "" };
  };

  it("contain hostile text as data and run only with the nonce of the page", async () => {
    const { user, secret } = await createSignedIn();
    const content = { body: HOSTILE };
    const entry = await createEntry(memberFrom(user), { content, forDate: "2026-10-10" });
    const { $, html, policy } = await open(`/journal/entries/${entry._id}/edit`, secret);
    const scripts = $("script").get();
    expect(scripts.length).toBeGreaterThan(2);
    expect(html).not.toContain("<script>alert");
    expect($("script").text()).toContain("alert(1)");
    const [, nonce] = /'nonce-([^']+)'/.exec(policy) ?? [];
    expect(new Set(scripts.map((script) => $(script).attr("nonce")))).toEqual(new Set([nonce]));
  });

  it("are omitted with the loader data when a page needs no script or has failed", async () => {
    const { secret } = await createSignedIn();
    for (const path of ["/faq", "/nowhere", "/journal/entries/none"]) {
      const { $, html } = await open(path, secret);
      expect($("script, link[rel=modulepreload]").length, path).toBe(0);
      expect(html.endsWith("</body></html>"), path).toBe(true);
    }
  });
});

describe("link preview picture", () => {
  const textOf = async (path: string) => (await serve((await visit(path)).request)).text();

  it.each(["/", "/home", "/about", "/faq"])("is named by %s", async (path) => {
    expect(await textOf(path)).toContain('property="og:image"');
  });

  it("is not named by the sign-in page", async () => {
    expect(await textOf("/login")).not.toContain("og:image");
  });
});

describe("cache of public pages", () => {
  it("renders a page once a day and returns the same response", async () => {
    let renders = 0;
    const render = (request: Request) => {
      renders += 1;
      return serve(request);
    };
    const open = async () => {
      const response = await cachedPage((await visit("/terms")).request, render);
      return { text: await response.text(), type: response.headers.get("Content-Type") };
    };
    setClock(() => new Date("2031-12-31T23:59:50Z"));
    const first = await open();
    expect(first.text).toContain("© 2031 Still and Know");
    expect(await open()).toEqual(first);
    expect(renders).toBe(1);
    setClock(() => new Date("2032-01-01T00:00:01Z"));
    expect((await open()).text).toContain("© 2032 Still and Know");
    expect(renders).toBe(2);
  });

  it.each([
    ["a stranger", "/faq", "GET", undefined, true],
    ["a stranger who was counted", "/faq", "GET", "visitor=a; __Host-ab=b", true],
    ["a query", "/faq?x=1", "GET", undefined, false],
    ["someone signed in", "/faq", "GET", "visitor=a; sid=b", false],
    ["a message that waits", "/faq", "GET", "toast=a", false],
    ["a form's post", "/faq", "POST", undefined, false],
    ["a page with a form", "/login", "GET", undefined, false],
    ["the front page, which counts its visits", "/", "GET", undefined, false],
  ])("is used for %s only when the page is the same for everyone", (_name, url, method, cookie, isShared) => {
    expect(isPublicPage({ url, method, headers: { cookie } })).toBe(isShared);
  });
});

const fillQueue = () =>
  Array.from({ length: MAX_QUEUED_PAGES + 1 }, () => renderForAccount(7, () => Promise.resolve()));

/** The last slot is released one tick after its page. */
async function emptyQueue(waiting: Promise<void>[]): Promise<void> {
  await Promise.all(waiting);
  await nextTick();
}

/** Renders nothing: the context is empty. */
function handle(method: "GET" | "POST", headers = new Headers()): Promise<Response> {
  const memo = new Map<string, unknown>([["member", Promise.resolve({ id: 7 })]]);
  const context: RequestContext = { id: "test", subnet: "", memo, responseHeaders: new Headers() };
  const request = new Request("http://localhost/dashboard", { method });
  return requestContext.run(context, () => handleRequest(request, 200, headers, {} as EntryContext));
}

describe("queue of pages", () => {
  it("responds 503 with Retry-After when too many pages of the member wait", async () => {
    const waiting = fillQueue();
    const response = await handle("GET", new Headers({ "Set-Cookie": "toast=read" }));
    expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "5"]);
    expect(response.headers.getSetCookie()).toEqual(["toast=read"]);
    await emptyQueue(waiting);
  });

  it("renders the page of a refused form even when too many pages of the member wait", async () => {
    const waiting = fillQueue();
    await expect(handle("POST")).rejects.toThrow(TypeError);
    await emptyQueue(waiting);
  });
});
