import { load } from "cheerio";
import { describe, expect, it } from "vitest";
import { createEntry } from "#tests/factories/journal-entry";
import { createSignedIn } from "#tests/factories/user";
import { visit } from "#tests/support/request";
import { wholeApplication } from "#tests/support/whole-application";
import { memberFrom } from "~/domain/member/current-member.server";

/** Each has a meaning in HTML, or in scripts of older browsers. */
const HOSTILE = "</script><script>alert(1)</script><!--<script>]]>\u2028\r\n&amp;";

describe("scripts of a page", async () => {
  const { serve } = await wholeApplication();
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
