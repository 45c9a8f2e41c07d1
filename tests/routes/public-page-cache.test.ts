import { beforeAll, describe, expect, it } from "vitest";
import { visit } from "#tests/support/request";
import { wholeApplication } from "#tests/support/whole-application";
import { setClock } from "~/platform/clock";
import { cachedPage, isPublicPage } from "~/server/page-handlers.server";

describe("cache of public pages", () => {
  let serve: (request: Request) => Promise<Response>;
  beforeAll(async () => void ({ serve } = await wholeApplication()));

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
