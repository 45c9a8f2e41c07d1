import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { AbAssignmentModel } from "#models/ab-assignment.server";
import { visit } from "#tests/support/request";
import { wholeApplication } from "#tests/support/whole-application";
import { newAbSession, writeVisits } from "~/domain/experiments/assignments.server";
import { VARIANTS, type Variant } from "~/domain/experiments/variant";
import { abSessionCookie } from "~/http/experiment.server";
import { cachedAnswer, isCached } from "~/http/fast/cached-pages.server";
import { judgeForm } from "~/http/form-protection.server";
import { setClock } from "~/platform/clock";

const FRONT = ["/", "/home"];
const OTHERS = ["/about", "/faq", "/terms", "/privacy", "/cookies", "/safety"];
const FORMS = ["/login", "/auth/login", "/auth/register"];
const BROWSER = {
  "Sec-Fetch-Mode": "navigate",
  "Sec-Fetch-Dest": "document",
  "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
};

describe("a page that is the same for every stranger", () => {
  let serve: (request: Request) => Promise<Response>;
  beforeAll(async () => void ({ serve } = await wholeApplication()));
  afterEach(() => setClock());

  const cookieOf = async (variant: Variant) =>
    (await abSessionCookie({ ...newAbSession(variant), state: "counted" })).split(";")[0] ?? "";
  const requestFor = async (path: string, headers: Record<string, string> = {}) =>
    new Request((await visit(path)).request, { headers });
  const withoutTokens = (html: string) =>
    html.replace(
      /nonce="[^"]*"|name="_\w+" value="[^"]*"|\\"(?:token|submission)\\",(?:\{[^}]*\},)?\\"[^"]*"(?:,\\"submission\\",\\"[^"]*")?/g,
      "",
    );
  const tokens = (html: string) => html.match(/name="_\w+" value="[^"]*"|nonce="[^"]*"/g) ?? [];

  const keptFor = async (path: string, headers: Record<string, string> = {}, render = serve) => {
    const request = await requestFor(path, headers);
    const kept = await cachedAnswer(path, { url: request.url, by: () => request }, render);
    return kept && { ...kept, headers: new Headers(kept.headers), body: String(kept.body) };
  };

  it.each([
    ...FRONT.flatMap((path) => VARIANTS.map((variant) => [path, variant] as const)),
    ...[...OTHERS, ...FORMS].map((path) => [path, undefined] as const),
  ])("is what is usually rendered, but for its tokens: %s %s", async (path, variant) => {
    expect(isCached(path, path, "GET", undefined)).toBe(true);
    const headers: Record<string, string> = variant ? { Cookie: await cookieOf(variant) } : {};
    const usual = await serve(await requestFor(path, headers));
    const html = await usual.text();
    const first = await keptFor(path, headers);
    const again = await keptFor(path, headers);
    for (const kept of [first, again]) {
      expect(withoutTokens(kept?.body ?? "")).toBe(withoutTokens(html));
      expect(kept?.headers.get("Content-Type")).toBe(usual.headers.get("Content-Type"));
      const nonce = /nonce-([^']+)'/.exec(kept?.headers.get("Content-Security-Policy") ?? "")?.[1];
      for (const said of kept?.body.match(/nonce="[^"]*"/g) ?? []) expect(said).toBe(`nonce="${nonce}"`);
    }
    if (tokens(html).length > 0) expect(tokens(first?.body ?? "")).not.toEqual(tokens(again?.body ?? ""));
    else expect(first?.packed?.br.length).toBeLessThan(html.length / 2);
  });

  it("says in its foot the year that it is", async () => {
    setClock(() => new Date("2031-12-31T23:59:59Z"));
    expect((await keptFor("/terms"))?.body).toContain("© 2031 Still and Know");
    setClock(() => new Date("2032-01-01T00:00:01Z"));
    expect((await keptFor("/terms"))?.body).toContain("© 2032 Still and Know");
  });

  it("gives each browser tokens of its own, with which its form may act", async () => {
    const answer = await keptFor("/login");
    const [visitor = ""] = answer?.headers.getSetCookie() ?? [];
    const form = new FormData();
    for (const [, name = "", value = ""] of (answer?.body ?? "").matchAll(/name="(_\w+)" value="([^"]*)"/g))
      form.set(name, value);
    const post = (cookie: string) =>
      new Request("http://localhost:3000/login", { headers: { Cookie: cookie } });
    expect(await judgeForm(post(visitor.split(";")[0] ?? ""), form)).toBe("may_act");
    expect(await judgeForm(post("visitor=another"), form)).toBe("stale");
  });

  it("counts each visit of the front page, and keeps its variant", async () => {
    const before = await AbAssignmentModel.countDocuments();
    const answers = await Promise.all([1, 2, 3].map(() => keptFor("/", BROWSER)));
    await writeVisits();
    expect(await AbAssignmentModel.countDocuments()).toBe(before + 3);
    expect(new Set(answers.map((answer) => answer?.headers.getSetCookie()[0])).size).toBe(3);
  });

  it("is rendered again after a minute, and on another day", async () => {
    let renders = 0;
    const counting = (request: Request) => {
      renders += 1;
      return serve(request);
    };
    const at = async (time: string) => {
      setClock(() => new Date(time));
      await keptFor("/about", {}, counting);
      return renders;
    };
    await at("2031-01-01T23:58:00Z");
    expect(await at("2031-01-01T23:58:50Z")).toBe(1);
    expect(await at("2031-01-01T23:59:30Z")).toBe(2);
    expect(await at("2031-01-02T00:00:01Z")).toBe(3);
  });

  it.each([
    ["with a query", "/faq", "/faq?x=1", "GET", undefined],
    ["of someone signed in", "/faq", "/faq", "GET", "visitor=a; sid=b"],
    ["with a message that waits", "/faq", "/faq", "GET", "toast=a"],
    ["in the demo", "/", "/", "GET", "demo_mode=true"],
    ["with an address to fill in", "/login", "/login", "GET", "lastLoginEmail=a"],
    ["that is sent", "/login", "/login", "POST", undefined],
    ["of a person", "/dashboard", "/dashboard", "GET", undefined],
  ])("is not taken for one %s", (_name, path, url, method, cookies) => {
    expect(isCached(path, url, method, cookies)).toBe(false);
  });
});
