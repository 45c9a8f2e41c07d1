import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FormBrowser, type FormPage } from "./page";
import "./matchers";

/** The HTML of `/` on the test server, which records every request. */
let html = "";
let asked: IncomingMessage[] = [];
let sent = "";

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  asked.push(request);
  sent = await text(request);
  const { pathname } = new URL(request.url ?? "", "http://site.test");
  if (pathname === "/moved") return void response.writeHead(302, { Location: "/landed#here" }).end();
  if (pathname === "/kept") return void response.writeHead(307, { Location: "/landed" }).end();
  if (pathname === "/file")
    return void response
      .writeHead(200, { "Content-Disposition": 'attachment; filename="a.txt"' })
      .end("text");
  if (pathname === "/cookies")
    response.setHeader("Set-Cookie", ["one=1; Path=/; HttpOnly", "two=2; Path=/deep", "three=3; Max-Age=60"]);
  if (pathname === "/forget") response.setHeader("Set-Cookie", "one=; Path=/; Max-Age=0");
  if (pathname === "/broken") response.statusCode = 500;
  response.setHeader("Content-Type", "text/html");
  response.end(pathname === "/" ? html : `<title>${pathname}</title><a href="/back">Back</a>`);
}

const server = createServer((request, response) => void answer(request, response));
let origin = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function open(page: string): Promise<FormPage> {
  html = page;
  asked = [];
  const tab = await new FormBrowser(origin, { "X-Test": "yes" }).newPage();
  await tab.goto("/");
  return tab;
}
const last = () => asked.at(-1) as IncomingMessage;

/** tests/e2e/without-script.spec.ts compares the submitted entries and headers with those of Chromium. */
describe("form submission", () => {
  it("is prevented by constraint validation unless the form has novalidate", async () => {
    const fields = '<input name="must" required><button>Go</button>';
    const page = await open(`<form>${fields}</form>`);
    await expect(page.getByRole("button").click()).rejects.toThrow("must is required");
    const free = await open(`<form action="/go" novalidate>${fields}</form>`);
    await free.getByRole("button").click();
    expect(last().url).toBe("/go?must=");
  });
});

describe("navigation by a click", () => {
  it("follows a redirect of a post by GET, or posts again after status 307", async () => {
    const page = await open(
      '<form method="post" action="/moved"><input name="a" value="1"><button>Go</button></form>',
    );
    await page.getByRole("button").click();
    expect(asked[1]?.headers).toMatchObject({ origin, "content-type": "application/x-www-form-urlencoded" });
    expect(last().method).toBe("GET");
    expect(last().headers.origin).toBeUndefined();
    const again = await open(
      '<form method="post" action="/kept"><input name="a" value="1"><button>Go</button></form>',
    );
    await again.getByRole("button").click();
    expect([last().method, last().url, sent]).toEqual(["POST", "/landed", "a=1"]);
  });

  it("keeps cookies by path until they expire, shared by all tabs", async () => {
    const page = await open("");
    await page.goto("/cookies");
    await page.goto("/");
    expect(last().headers.cookie).toBe("one=1; three=3");
    await page.goto("/deep/down");
    expect(last().headers.cookie).toBe("two=2; one=1; three=3");
    await page.goto("/forget");
    const other = await page.context().newPage();
    await other.goto("/");
    expect(last().headers.cookie).toBe("three=3");
    await page.context().clearCookies();
    await page.goto("/");
    expect(last().headers.cookie).toBeUndefined();
  });

  it("keeps the page when the response is a download", async () => {
    const page = await open('<a href="/file">Take it</a>');
    await page.getByText("Take it").click();
    expect(page).toHaveURL("/");
    const { suggestedFilename, bytes } = page.downloaded();
    expect([suggestedFilename(), bytes.toString()]).toEqual(["a.txt", "text"]);
    expect(() => page.downloaded()).toThrow("No file has come");
  });

  it("records 5xx responses as failures", async () => {
    const page = await open("");
    expect((await page.goto("/broken")).status()).toBe(500);
    expect(page.context().failures).toEqual([`500 for GET ${origin}/broken`]);
  });
});

describe("locators", () => {
  it("find elements by accessible role and name", async () => {
    const page = await open(`
      <nav aria-label="Main"><a href="/a">A <span aria-hidden="true">hidden</span>link</a></nav>
      <main><h2 id="h">A   title</h2><section aria-labelledby="h"><img alt="Bird"></section>
      <table><tr><th scope="row">Rain</th><td>wet<br>cold</td></tr></table>
      <label for="f">Field</label><input id="f" aria-describedby="d e"><p id="d">Too</p><p id="e">short</p>
      <button aria-label="Close">x</button><a>no link</a></main>`);
    for (const [role, name] of [
      ["navigation", "Main"],
      ["link", "A link"],
      ["heading", "A title"],
      ["region", "A title"],
      ["img", "Bird"],
      ["rowheader", "Rain"],
      ["row", "Rain wet cold"],
      ["textbox", "Field"],
      ["button", "Close"],
    ] as const)
      expect(page.getByRole(role, { name, exact: true })).toHaveCount(1);
    expect(page.getByRole("link")).toHaveCount(1);
    expect(page.getByRole("heading", { level: 1 })).toHaveCount(0);
    expect(page.getByLabel("Field")).toHaveAccessibleDescription("Too short");
  });

  it("find the smallest element with a text, case-insensitively or exactly", async () => {
    const page = await open("<div><p>Peace <b>be with</b> you</p><p>peace</p></div>");
    expect(page.getByText("PEACE be")).toHaveText("Peace be with you");
    expect(page.getByText("peace")).toHaveCount(2);
    expect(page.getByText("peace", { exact: true })).toHaveCount(1);
    expect(page.getByText(/^Peace.*you$/)).toHaveText("Peace be with you");
    expect(page.locator("p").filter({ has: page.locator("b") })).toHaveCount(1);
  });

  it("reject a click on a collapsed, hidden or disabled element", async () => {
    const page = await open(`
      <details class="group"><summary>More <span class="group-open:hidden">+</span></summary><a href="/in">In</a></details>
      <p hidden>Gone</p><p class="hidden sm:inline">Wide</p><p class="sm:hidden">Narrow</p>
      <noscript>Without script</noscript><form><button disabled>Off</button></form>`);
    expect(page.getByText("In", { exact: true })).toBeHidden();
    await expect(page.locator("a").click()).rejects.toThrow("is hidden");
    expect(page.getByText("+")).toBeVisible();
    await page.getByText("More").click();
    expect(page.getByText("+")).toBeHidden();
    expect(page.getByRole("link", { name: "In" })).toBeVisible();
    expect(page.getByText("Gone")).toBeHidden();
    expect(page.getByText("Wide")).toBeVisible();
    expect(page.getByText("Narrow")).toBeHidden();
    expect(page.getByText("Without script")).toBeVisible();
    await expect(page.getByRole("button").click()).rejects.toThrow("is disabled");
  });

  it("require exactly one matching element", async () => {
    const page = await open("<p>a</p><p>b</p>");
    await expect(page.locator("p").innerText()).rejects.toThrow("2 of");
    await expect(page.locator("i").innerText()).rejects.toThrow("has no");
    expect(await page.locator("p").last().innerText()).toBe("b");
  });
});
