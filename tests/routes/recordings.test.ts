import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createSignedIn } from "#tests/factories/user";
import { visit } from "#tests/support/request";
import { wholeApplication } from "#tests/support/whole-application";
import { env } from "~/platform/env.server";

const folder = path.join(env.DATA_DIR, "audio");
const SOUND = Buffer.from("0123456789");

beforeAll(() => {
  mkdirSync(path.join(folder, "web", "john"), { recursive: true });
  writeFileSync(path.join(folder, "web", "john", "15.mp3"), SOUND);
  writeFileSync(path.join(env.DATA_DIR, "secret.mp3"), "secret");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function serve(...visited: Parameters<typeof visit>) {
  const application = await wholeApplication();
  return application.serve((await visit(...visited)).request);
}
const CHAPTER = "/bible/audio/web/john/15.mp3";

it("sends a recording to everyone, whole or in part", async () => {
  const whole = await serve(CHAPTER);
  expect([whole.status, await whole.text()]).toEqual([200, "0123456789"]);
  expect(whole.headers.get("content-type")).toBe("audio/mpeg");
  expect(whole.headers.get("accept-ranges")).toBe("bytes");
  const part = await serve(CHAPTER, { headers: { Range: "bytes=2-4" } });
  expect([part.status, await part.text()]).toEqual([206, "234"]);
  expect(part.headers.get("content-range")).toBe("bytes 2-4/10");
  const beyond = await serve(CHAPTER, { headers: { Range: "bytes=10-" } });
  expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, "bytes */10"]);
});

it("sends the whole recording when it has changed since the first part", async () => {
  const changed = (await serve(CHAPTER)).headers.get("last-modified") ?? "";
  const resume = (version: string) =>
    serve(CHAPTER, { headers: { Range: "bytes=2-4", "If-Range": version } });
  expect((await resume(changed)).status).toBe(206);
  expect((await resume("Sat, 01 Jan 2000 00:00:00 GMT")).status).toBe(200);
});

it("shows the text without a player when the folder of recordings cannot be read", async () => {
  writeFileSync(path.join(folder, "kjv"), "no folder");
  const { secret: session } = await createSignedIn();
  const page = await serve("/bible/john/15?translation=kjv", { session });
  expect([page.status, (await page.text()).includes("<audio")]).toEqual([200, false]);
  expect((await serve("/bible/audio/kjv/john/15.mp3")).status).toBe(404);
});

it.each([
  "/bible/audio/web/john/16.mp3",
  "/bible/audio/web/john/15",
  "/bible/audio/web/john/015.mp3",
  "/bible/audio/kjv/john/16.mp3",
  "/bible/audio/web/john/15.MP3",
  "/bible/audio/web/john/%2e%2e%2f15.mp3",
  "/bible/audio/web/john%00/15.mp3",
  "/bible/audio/web/..%2F..%2Fsecret/1.mp3",
  "/bible/audio/..%2F../secret.mp3",
  "/bible/audio/web/nobody/1.mp3",
])("responds with 404 for %s", async (url) => {
  expect((await serve(url)).status).toBe(404);
});

it("shows a player at the passage of a reflection, of the public day and of a chapter, if there is a recording", async () => {
  const { secret: session } = await createSignedIn({ timezone: "UTC" });
  const open = async (url: string) => (await serve(url, { session })).text();
  for (const url of ["/journal/morning", "/today"]) {
    const [, book = "", chapter = ""] =
      /href="\/bible\/([\w-]+)\/(\d+)/.exec(await open("/journal/morning")) ?? [];
    const place = path.join(folder, "web", book);
    expect(await open(url)).not.toContain("<audio");
    mkdirSync(place, { recursive: true });
    writeFileSync(path.join(place, `${chapter}.mp3`), SOUND);
    expect(await open(url)).toContain(`src="/bible/audio/web/${book}/${chapter}.mp3"`);
    rmSync(place, { recursive: true });
  }
  expect(await open("/bible/john/15")).toMatch(
    /<audio controls="" preload="none" src="\/bible\/audio\/web\/john\/15\.mp3" aria-label="John 15, read aloud"/,
  );
  expect(await open("/bible/john/16")).not.toContain("<audio");
});
