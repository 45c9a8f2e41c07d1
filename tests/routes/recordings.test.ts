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

async function fetchAudio(url: string, range?: string) {
  const { serve } = await wholeApplication();
  const { request } = await visit(url);
  const headers = new Headers(request.headers);
  if (range) headers.set("Range", range);
  return serve(new Request(request, { headers }));
}

it("sends a recording to everyone, whole or in part", async () => {
  const whole = await fetchAudio("/bible/audio/web/john/15.mp3");
  expect([whole.status, whole.headers.get("content-type"), whole.headers.get("accept-ranges")]).toEqual([
    200,
    "audio/mpeg",
    "bytes",
  ]);
  expect(await whole.text()).toBe("0123456789");
  const part = await fetchAudio("/bible/audio/web/john/15.mp3", "bytes=2-4");
  expect([part.status, part.headers.get("content-range"), await part.text()]).toEqual([
    206,
    "bytes 2-4/10",
    "234",
  ]);
  const beyond = await fetchAudio("/bible/audio/web/john/15.mp3", "bytes=10-");
  expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, "bytes */10"]);
});

it.each([
  "/bible/audio/web/john/16.mp3",
  "/bible/audio/web/john/15",
  "/bible/audio/web/john/015.mp3",
  "/bible/audio/kjv/john/15.mp3",
  "/bible/audio/web/..%2F..%2Fsecret/1.mp3",
  "/bible/audio/..%2F../secret.mp3",
  "/bible/audio/web/nobody/1.mp3",
])("responds with 404 for %s", async (url) => {
  expect((await fetchAudio(url)).status).toBe(404);
});

it("shows a player at the passage of a reflection and of the public day", async () => {
  const { serve } = await wholeApplication();
  const { secret: session } = await createSignedIn({ timezone: "UTC" });
  const open = async (url: string) => (await serve((await visit(url, { session })).request)).text();
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
});

it("shows a player on the chapter that has a recording, and on no other", async () => {
  const { serve } = await wholeApplication();
  const { secret: session } = await createSignedIn();
  const open = async (url: string) => (await serve((await visit(url, { session })).request)).text();
  expect(await open("/bible/john/15")).toMatch(
    /<audio controls="" preload="none" src="\/bible\/audio\/web\/john\/15\.mp3" aria-label="John 15, read aloud"/,
  );
  expect(await open("/bible/john/16")).not.toContain("<audio");
});
