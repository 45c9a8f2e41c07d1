import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Page } from "playwright/test";
import { FormBrowser, type FormPage } from "#tests/support/form-browser/page";
import { enter, expect, newPerson, register, test, verify } from "./fixtures";

/**
 * tests/journeys runs without script in a form reader. These tests check that Chromium without script sends the same
 * requests, and repeat a few journeys in it.
 */
test.use({ javaScriptEnabled: false });

const FORM = `<!doctype html><title>Form</title>
  <form method="post" action="/urlencoded?a=1" id="f">
    <input type="hidden" name="token" value="ü&amp;=">
    <label>Name <input name="name" value="Ann"></label>
    <label>Words <textarea name="words">
first
second</textarea></label>
    <label>Box <input type="checkbox" name="box"></label>
    <label>Ticked <input type="checkbox" name="ticked" value="yes" checked></label>
    <label>A <input type="radio" name="way" value="a" checked></label>
    <label>B <input type="radio" name="way" value="b"></label>
    <input name="off" value="x" disabled><fieldset disabled><input name="off" value="x"></fieldset>
    <label>Place <select name="place"><option>Home</option><option value="w">At work</option></select></label>
    <select name="first"><option disabled>None</option><option>One</option></select>
    <input name="outside" form="f2" value="x">
    <button name="intent" value="save">Save</button>
    <button name="intent" value="move" formaction="/moved">Move</button>
    <button name="intent" value="parts" formenctype="multipart/form-data" formaction="/parts">Parts</button>
    <button name="intent" value="ask" formmethod="get" formaction="/asked?gone=1">Ask</button>
    <label>File <input type="file" name="file"></label>
  </form>
  <input name="after" value="y" form="f"><form id="f2"></form><a href="/linked#there">A link</a>`;

type Sent = { method?: string; url?: string; headers: Record<string, unknown>; body: string };

/** Headers that forms without script depend on; the others are the browser's own. */
const COMPARED_HEADERS = ["content-type", "origin", "referer", "cookie", "upgrade-insecure-requests"];
const isCompared = (name: string) => COMPARED_HEADERS.includes(name) || name.startsWith("sec-fetch-");

function describeRequest({ method, url, headers }: IncomingMessage, body: string): Sent {
  const boundary = /boundary=(.+)$/.exec(headers["content-type"] ?? "")?.[1] ?? "no boundary";
  const plain = (value: unknown) => String(value).replaceAll(boundary, "BOUNDARY");
  const kept = Object.entries(headers).filter(([name]) => isCompared(name));
  return {
    method,
    url,
    headers: Object.fromEntries(kept.map(([name, value]) => [name, plain(value)]).sort()),
    body: plain(body),
  };
}

test("sends the same requests from Chromium and from the form reader", async ({ page }) => {
  const sent: Sent[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (request.url !== "/favicon.ico") sent.push(describeRequest(request, body));
      response.setHeader("Set-Cookie", ["one=1; Path=/; HttpOnly; SameSite=Lax", "two=2; Path=/parts"]);
      response.setHeader("Referrer-Policy", "same-origin");
      if (request.url === "/moved") return response.writeHead(303, { Location: "/landed" }).end();
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      return response.end(FORM);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const steps = async (on: Page | FormPage) => {
    const press = async (name: string) => {
      await on.goto(`${origin}/`);
      await on.getByLabel("Name").fill("Ben & Co");
      await on.getByLabel("Words").fill("one\ntwo +%");
      await on.getByLabel("Box").check();
      await on.getByLabel("B", { exact: true }).check();
      await on.getByLabel("Place").selectOption("At work");
      await on.getByRole("button", { name, exact: true }).click();
    };
    for (const name of ["Save", "Move", "Parts", "Ask"]) await press(name);
    await on.goto(`${origin}/`);
    await on
      .getByLabel("File")
      .setInputFiles({ name: "ä.md", mimeType: "text/markdown", buffer: Buffer.from("# A\n") });
    await on.getByRole("button", { name: "Parts" }).click();
    await on.getByRole("link", { name: "A link" }).click();
    return sent.splice(0);
  };
  try {
    const byForms = await steps(await new FormBrowser(origin).newPage());
    expect(byForms).toHaveLength(12);
    await page.context().setExtraHTTPHeaders({});
    expect(byForms).toEqual(await steps(page));
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test("registers, signs in, writes and reads an entry", { tag: "@release" }, async ({ page }) => {
  const person = newPerson();
  await register(page, person);
  await verify(page, person);
  await enter(page, person);
  await page.goto("/journal/free");
  await page.locator("[name=body]").fill("A lamp and a page are enough.");
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  await page.waitForURL(/\/journal\/entries\//);
  await expect(page.getByText("A lamp and a page are enough.")).toBeVisible();
});

test("exports a journal and previews the file", { tag: "@release" }, async ({ page, signIn, byForms }) => {
  const person = await signIn();
  await byForms.goto("/journal/free");
  await byForms.locator("[name=body]").fill("Blue, all day.");
  await byForms.locator("button[value=finish]").click();
  await page.goto("/settings/data");
  await page.getByRole("radio", { name: /^Markdown/ }).check();
  await page.getByLabel("Current password").fill(person.password);
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByLabel("File", { exact: true }).setInputFiles(await (await coming).path());
  await page.getByRole("button", { name: "Preview" }).click();
  await page.waitForURL(/\/settings\/data\/import\//);
});
