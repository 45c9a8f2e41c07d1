import { beforeEach, describe, expect, it, vi } from "vitest";
import { documentsOf } from "#tests/support/documents";
import { post } from "#tests/support/request";
import { log } from "~/platform/log.server";

/** Public pages with a form, and a text field of each. */
const PAGES = [
  ["public/contact", "/contact", "message"],
  ["auth/login-short", "/login", "email"],
  ["auth/login", "/auth/login", "email"],
  ["auth/register", "/auth/register", "username"],
  ["auth/reset-password", "/auth/reset-password", "email"],
  ["auth/verify-email", "/verify-email", "email"],
  ["auth/admin-login", "/admin-login", "email"],
] as const;
const WORDS = "Words that nobody would like to type again";

async function send(id: string, path: string, fields: Record<string, string>, headers = {}) {
  const { request } = await post(path, fields, { headers });
  const response = await (await documentsOf(id))(request);
  return { status: response.status, html: await response.text() };
}

describe.each(PAGES)("rejected post to %s", (id, path, field) => {
  beforeEach(() => {
    vi.spyOn(log, "error");
  });

  it("shows its text again when its token is of another session", async () => {
    const { status, html } = await send(id, path, { _token: "old.token", [field]: WORDS });
    expect(status).toBe(403);
    expect(html).toContain(WORDS);
    expect(html).toContain("Try again");
    expect(log.error).not.toHaveBeenCalled();
  });

  it("shows its text again when a field is too long", async () => {
    const { status, html } = await send(id, path, { [field]: `${WORDS} ${"x".repeat(100_000)}` });
    expect(status).toBe(413);
    expect(html).toContain(WORDS);
    expect(log.error).not.toHaveBeenCalled();
  });

  it("shows our error page when it has too many fields or is unreadable", async () => {
    const tooMany = new URLSearchParams(Array.from({ length: 101 }, (_, at) => [`f${at}`, "1"])).toString();
    for (const [body, status] of [
      [tooMany, 413],
      ["a=%E0%A4%A", 400],
    ] as const) {
      const { request } = await post(path, {});
      const sent = new Request(request, { method: "POST", headers: request.headers, body });
      const response = await (await documentsOf(id))(sent);
      expect(response.status).toBe(status);
      expect(await response.text()).toContain("The form could not be accepted");
    }
    expect(log.error).not.toHaveBeenCalled();
  });
});

const EVIL: Record<string, string>[] = [
  { Origin: "https://evil.test" },
  { "Sec-Fetch-Site": "cross-site" },
  { Referer: "https://evil.test/" },
];

describe.each(PAGES)("cross-site post to %s", (id, path, field) => {
  it.each(EVIL)("shows the submitted text without a form to send it again: %j", async (headers) => {
    for (const [more, expected] of [
      ["", 403],
      ["x".repeat(100_000), 413],
    ] as const) {
      const fields = { [field]: `${WORDS} ${more}`, intent: "short" };
      const { status, html } = await send(id, path, fields, headers);
      expect(status).toBe(expected);
      expect(html).toContain(WORDS);
      expect(html).toContain("short");
      expect(html).not.toMatch(/<form|<button|_token|_submission|name="(?!viewport|color-scheme|twitter)/);
      expect(html).not.toMatch(/[\w-]{12}\.[\w-]{43}/);
    }
  });
});

describe("post that can be sent again", () => {
  it("shows every field of the form", async () => {
    const { html } = await send("public/contact", "/contact", {
      _token: "old.token",
      message: WORDS,
      topic: "other",
    });
    expect(html).toContain("<form");
    const shown = html.replace(/<[^>]*>/g, "");
    for (const text of ["Message", WORDS, "Topic", "other"]) expect(shown).toContain(text);
  });
});

describe("client error", () => {
  it.each([
    ["PUT", "/contact", "public/contact", 405],
    ["POST", "/about", "public/about", 405],
    ["GET", "/nowhere", "public/about", 404],
    ["POST", "/nowhere", "public/about", 404],
  ])("is not logged as an error: %s %s", async (method, path, id, status) => {
    vi.spyOn(log, "error");
    const { request } = await post(path, {});
    const body = method === "GET" ? null : "a=1";
    const response = await (
      await documentsOf(id)
    )(new Request(request.url, { method, headers: request.headers, body }));
    expect(response.status).toBe(status);
    const html = await response.text();
    expect(html).toContain("</html>");
    expect(html).not.toContain("Error:");
    expect(log.error).not.toHaveBeenCalled();
  });
});
