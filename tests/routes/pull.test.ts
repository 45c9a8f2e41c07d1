import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { JournalEntryModel } from "#models/journal-entry.server";
import { anEdit, createEntry } from "#tests/factories/journal-entry";
import { createMember } from "#tests/factories/user";
import { bytesOf, filesOf } from "#tests/support/download";
import { visit } from "#tests/support/request";
import { DAY } from "~/domain/calendar/durations";
import { editEntry, moveToTrash, restore } from "~/domain/journal/entries/entries.server";
import { purgeTrash } from "~/domain/journal/history/trash.server";
import { storePicture } from "~/domain/journal/pictures/pictures.server";
import type { Member } from "~/domain/member/member";
import { createApiKey } from "~/domain/portability/api/api-keys.server";
import { exportJournal } from "~/domain/portability/export-journal.server";
import { setClock } from "~/platform/clock";
import { closePicturePool, decodePicture } from "~/platform/pictures.server";
import { randomToken } from "~/platform/signing.server";
import { loader } from "~/routes/api/journal-entries";
import { loader as pictureLoader } from "~/routes/api/journal-picture";

/** The command as users run it, in its own process, against our routes. */
const PROGRAM = "packages/still-and-know-pull/pull.mjs";

let server: Server;
let origin: string;
/** Returns the response of a route, or replaces it; "cut" closes the connection without one. */
let intercept: (response: Response, at: number) => Promise<Response | "cut">;
let asked: string[];
let folder: string;
let member: Member;
let key: string;
let time: number;

async function route(url: string, headers: Record<string, string>): Promise<Response> {
  const pictureId = /^\/api\/journal\/pictures\/([^/?]+)$/.exec(url)?.[1];
  if (pictureId === undefined) return loader(await visit(url, { headers }));
  return pictureLoader(await visit(url, { headers, params: { pictureId } }));
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const headers = { Authorization: request.headers.authorization ?? "" };
    asked.push(request.url ?? "");
    const answered = async () => {
      const answer = await intercept(await route(request.url ?? "/", headers), asked.length);
      if (answer === "cut") return response.destroy();
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      return response.end(Buffer.from(await answer.arrayBuffer()));
    };
    answered().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await closePicturePool();
});

beforeEach(async () => {
  time = Date.parse("2026-11-21T10:00:00Z");
  setClock(() => new Date(time));
  asked = [];
  intercept = async (response) => response;
  folder = await mkdtemp(path.join(tmpdir(), "pull-"));
  member = await createMember();
  key = (await createApiKey(member, { name: "Pull", scope: "read" })) ?? "";
});
afterEach(() => rm(folder, { recursive: true, force: true }));

type Ran = { code: number; out: string };
function run(words = [origin, folder], STILL_AND_KNOW_KEY = key): Promise<Ran> {
  const env = { PATH: process.env.PATH, NODE_ENV: "test" as const, STILL_AND_KNOW_KEY };
  return new Promise((resolve) =>
    execFile(process.execPath, [PROGRAM, ...words], { env }, (error, out, trouble) =>
      resolve({ code: error ? Number(error.code) : 0, out: `${out}${trouble}` }),
    ),
  );
}

const expectFailure = (ran: Ran, text: string, message?: string) =>
  expect(ran, message).toEqual({ code: 1, out: expect.stringContaining(text) as string });

/** All files in the folder except the command's state. */
async function files(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of (await readdir(folder, { recursive: true })).sort()) {
    const file = path.join(folder, name);
    if (!name.startsWith(".still-and-know") && (await stat(file)).isFile())
      found[name] = await readFile(file, "utf8");
  }
  return found;
}
/** Modification times of all files, the command's state included. */
async function writtenAt(): Promise<[name: string, at: number][]> {
  const names = (await readdir(folder, { recursive: true })).sort();
  return Promise.all(
    names.map(async (name) => {
      const file = await stat(path.join(folder, name));
      return [name, file.isFile() ? file.mtimeMs : 0];
    }),
  );
}
const tick = () => new Date((time += 1000));
async function write(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at++)
    ids.push((await createEntry(member, { changedAt: tick(), content: { body: `Page ${at}` } }))._id);
  return ids;
}
async function trash(id: string): Promise<void> {
  tick();
  await moveToTrash(member, id);
}
async function purge(id: string): Promise<void> {
  await moveToTrash(member, id);
  time += 31 * DAY;
  await purgeTrash();
}

it(
  "writes the files of the Markdown export; a repeated run changes nothing, a deletion removes one file",
  { tags: ["release"] },
  async () => {
    const [one = "", two = ""] = await write(3);
    expect(await run()).toEqual({ code: 0, out: "3 written, 0 removed.\n" });
    const exported = await filesOf(await bytesOf(await exportJournal(member, "markdown")));
    expect(await files()).toEqual(Object.fromEntries([...exported].sort()));

    const before = await writtenAt();
    expect((await run()).out).toBe("0 written, 0 removed.\n");
    expect(await writtenAt()).toEqual(before);

    await trash(one);
    expect((await run()).out).toBe("0 written, 1 removed.\n");
    const left = Object.keys(await files());
    expect([left.length, left.some((name) => name.includes(one))]).toEqual([2, false]);

    tick();
    await restore(member, one);
    await editEntry(member, two, anEdit("Said otherwise"), 1);
    expect((await run()).out).toBe("2 written, 0 removed.\n");
    expect(Object.values(await files()).filter((text) => text.includes("Said otherwise"))).toHaveLength(1);
    expect(Object.keys(await files())).toHaveLength(3);
  },
);

it("removes purged entries and writes entries without a time of change", { tags: ["release"] }, async () => {
  const [one = ""] = await write(3);
  await run();
  await purge(one);
  expect((await run()).out).toBe("0 written, 1 removed.\n");
  await createEntry(member, { content: { body: "Without a time of change" } });
  expect((await run()).out).toBe("1 written, 0 removed.\n");
  asked = [];
  await run();
  expect(asked).toHaveLength(1);
});

it("reaches the same state when interrupted anywhere and run again", { tags: ["release"] }, async () => {
  await write(230);
  for (let cut = 1; cut <= 3; cut++) {
    await rm(folder, { recursive: true, force: true });
    asked = [];
    intercept = async (response, at) => (at === cut ? "cut" : response);
    expectFailure(await run(), "cannot be reached", `${cut}`);
    intercept = async (response) => response;
    // The state of a killed process.
    await writeFile(path.join(folder, ".still-and-know", "lock"), "999999999");
    await writeFile(path.join(folder, ".still-and-know", "new"), "half a fi");
    expect((await run()).out).toBe(`${230 - (cut - 1) * 100} written, 0 removed.\n`);
    expect(Object.keys(await files())).toHaveLength(230);
  }
});

it("leaves foreign files alone, even with similar names", { tags: ["release"] }, async () => {
  const [one = ""] = await write(1);
  await run();
  const own = `2026/2026-11-20 my walk ${"A".repeat(22)}.md`;
  await writeFile(path.join(folder, own), "mine");
  await writeFile(path.join(folder, "notes.md"), "mine");
  await purge(one);
  await write(1);
  expect((await run()).code).toBe(0);
  expect(await files()).toMatchObject({ [own]: "mine", "notes.md": "mine" });
});

it("keeps the file of an entry that has become unreadable", { tags: ["release"] }, async () => {
  const [one = ""] = await write(2);
  await run();
  const broken = { sealed: Buffer.alloc(64), changedAt: tick() };
  await JournalEntryModel.updateOne({ _id: one }, { $set: broken });
  expect((await run()).out).toBe("0 written, 0 removed.\n");
  await write(1);
  expect((await run()).out).toBe("1 written, 0 removed.\n");
  expect(Object.keys(await files()).some((name) => name.includes(one))).toBe(true);
});

it("removes nothing from the copy of another journal", { tags: ["release"] }, async () => {
  await write(2);
  await run();
  const before = await files();
  const other = await createMember();
  await createEntry(other);
  const theirs = (await createApiKey(other, { name: "Pull", scope: "read" })) ?? "";
  expectFailure(await run([origin, folder], theirs), "nothing was removed");
  expect(await files()).toMatchObject(before);
  const elsewhere = origin.replace("127.0.0.1", "localhost");
  expectFailure(await run([elsewhere, folder]), "holds a copy of");
});

it("explains an error, exits with 1 and never prints the key", { tags: ["release"] }, async () => {
  const tried = [
    [await run([]), "Please call it so"],
    [await run(["ftp://example.org", folder]), "Please call it so"],
    [await run([origin, folder, "more"]), "Please call it so"],
    [await run([origin, folder], ""), "STILL_AND_KNOW_KEY"],
    [await run([origin, key]), "among the arguments"],
    [await run([`${origin}/?key=${key}`, folder]), "among the arguments"],
    [await run([origin, folder], `snk_${"A".repeat(43)}`), "401"],
    [await run(["http://127.0.0.1:1", folder]), "cannot be reached"],
  ] as const;
  for (const [{ code, out }, output] of tried) {
    expectFailure({ code, out }, output);
    expect(out).not.toContain(key);
    expect(out.trim().split("\n")).toHaveLength(1);
  }
  expect(asked.join(" ")).not.toContain(key);
});

it.each([
  ["a name that leads out", { entries: [{ id: "a", name: "../../evil.md", text: "x" }] }],
  ["a name of another year", { entries: [{ id: "a", name: "2026/2025-01-01 x a.md", text: "x" }] }],
  ["a hidden name", { entries: [{ id: "a", name: ".bashrc", text: "x" }] }],
  ["a name with a backslash", { entries: [{ id: "a", name: "2026/2026-01-01 ..\\x.md", text: "x" }] }],
  ["an id that leads out", { deleted: [{ id: "../a" }] }],
  ["a number for a text", { entries: [{ id: "a", name: "2026/2026-01-01 x a.md", text: 7 }] }],
  ["no cursor", { cursor: 7 }],
  ["no list", { entries: {} }],
  [
    "a picture that leads out",
    { entries: [{ id: "a", name: "2026/2026-01-01 x a.md", text: "x", pictures: ["../a"] }] },
  ],
])("rejects a server that sends %s", async (_what, part) => {
  intercept = async () => Response.json({ entries: [], deleted: [], cursor: "..", ...part });
  expectFailure(await run(), "does not understand");
  expect(await files()).toEqual({});
});

it("does not send the API key to a redirect target", async () => {
  intercept = async () => new Response(null, { status: 302, headers: { Location: `${origin}/elsewhere` } });
  expect((await run()).code).toBe(1);
  expect(asked).toHaveLength(1);
});

async function writeWithPicture(height: number): Promise<{ id: string; picture: string }> {
  const image = sharp({ create: { width: 40, height, channels: 3, background: "#993366" } });
  const decoded = await decodePicture(new Uint8Array(await image.jpeg().toBuffer()));
  const picture = await storePicture(member, { id: randomToken(16), holder: "" }, decoded ?? expect.fail());
  const content = { body: "By the lake", pictures: [picture] };
  const { _id } = await createEntry(member, { changedAt: tick(), content });
  return { id: _id, picture: picture.id };
}
const countPictureRequests = () => asked.filter((url) => url.includes("/pictures/")).length;
const pictureFiles = async () => Object.keys(await files()).filter((name) => name.startsWith("pictures/"));

it("downloads linked pictures once and removes those of removed entries", { tags: ["release"] }, async () => {
  const one = await writeWithPicture(30);
  const two = await writeWithPicture(50);
  expect(await run()).toEqual({ code: 0, out: "4 written, 0 removed.\n" });
  const exported = await filesOf(await bytesOf(await exportJournal(member, "markdown")));
  expect(Object.keys(await files()).sort()).toEqual([...exported.keys()].sort());
  const copied = await sharp(await readFile(path.join(folder, `pictures/${one.picture}.jpg`))).metadata();
  expect([copied.format, copied.width, copied.height]).toEqual(["jpeg", 40, 30]);

  expect((await run()).out).toBe("0 written, 0 removed.\n");
  expect(countPictureRequests()).toBe(2);
  await trash(one.id);
  const three = await writeWithPicture(70);
  expect((await run()).out).toBe("2 written, 2 removed.\n");
  expect(await pictureFiles()).toEqual([two, three].map(({ picture }) => `pictures/${picture}.jpg`).sort());
  expect(countPictureRequests()).toBe(3);
});

it("resumes with the remaining pictures after an interruption", { tags: ["release"] }, async () => {
  await writeWithPicture(30);
  await writeWithPicture(50);
  intercept = async (response, at) => (at === 3 ? "cut" : response);
  expect((await run()).code).toBe(1);
  expect(await pictureFiles()).toHaveLength(1);
  intercept = async (response) => response;
  expect(await run()).toEqual({ code: 0, out: "1 written, 0 removed.\n" });
  expect(await pictureFiles()).toHaveLength(2);
});

it("does not request a missing picture again", { tags: ["release"] }, async () => {
  await writeWithPicture(30);
  intercept = async (response, at) =>
    at === 2 ? Response.json({ message: "None" }, { status: 404 }) : response;
  expect((await run()).code).toBe(0);
  expect((await run()).code).toBe(0);
  expect([countPictureRequests(), await pictureFiles()]).toEqual([1, []]);
});

it("downloads missing pictures when the copy is of an earlier version", { tags: ["release"] }, async () => {
  await writeWithPicture(30);
  await run();
  await rm(path.join(folder, "pictures"), { recursive: true });
  const file = path.join(folder, ".still-and-know", "state.json");
  const state = JSON.parse(await readFile(file, "utf8")) as Record<string, unknown>;
  await writeFile(file, JSON.stringify({ ...state, pictures: undefined, pictureFiles: undefined }));
  expect(await run()).toEqual({ code: 0, out: "1 written, 0 removed.\n" });
  expect(await pictureFiles()).toHaveLength(1);
});

it.each(["constructor", "__proto__", "toString"])(
  "copies and removes an entry whose id is %s",
  { tags: ["release"] },
  async (id) => {
    const name = `2026/2026-01-01 free page ${id}.md`;
    const entry = { id, name, text: "Words", pictures: [] };
    const summary = (part: object, total: string) =>
      Response.json(
        { entries: [], deleted: [], cursor: "c", ...part },
        { headers: { "Entries-Total": total } },
      );
    intercept = async () => summary({ entries: [entry] }, "1");
    expect(await run()).toEqual({ code: 0, out: "1 written, 0 removed.\n" });
    expect(await run()).toEqual({ code: 0, out: "0 written, 0 removed.\n" });
    expect(await files()).toEqual({ [name]: "Words" });
    intercept = async () => summary({ deleted: [{ id }] }, "0");
    expect(await run()).toEqual({ code: 0, out: "0 written, 1 removed.\n" });
    expect(await files()).toEqual({});
  },
);

it("neither writes nor removes anything through a symbolic link", { tags: ["release"] }, async () => {
  const { id } = await writeWithPicture(30);
  const outside = await mkdtemp(path.join(tmpdir(), "pull-outside-"));
  const secret = path.join(outside, "secret");
  await writeFile(secret, "mine");
  try {
    await run();
    const [name = ""] = Object.keys(await files()).filter((file) => file.includes(id));
    const year = path.join(folder, path.dirname(name));
    // Links in place of the temporary file and of an entry.
    await symlink(secret, path.join(folder, ".still-and-know", "new"));
    await rm(path.join(folder, name));
    await symlink(secret, path.join(folder, name));
    await editEntry(member, id, anEdit("Said otherwise"), 1);
    tick();
    expect((await run()).code).toBe(0);
    expect(await readFile(secret, "utf8")).toBe("mine");

    // A link in place of a folder: nothing is removed or written behind it.
    await rename(year, path.join(outside, "year"));
    await symlink(path.join(outside, "year"), year);
    await editEntry(member, id, anEdit("And again"), 2);
    tick();
    expect(await run()).toEqual({ code: 1, out: expect.stringContaining("is a link or a file") });
    await moveToTrash(member, id);
    tick();
    expect((await run()).code).toBe(0);
    expect(await readdir(path.join(outside, "year"))).toEqual([path.basename(name)]);
    expect(await readFile(path.join(outside, "year", path.basename(name)), "utf8")).not.toContain(
      "And again",
    );

    // A link in place of the state folder.
    await rm(path.join(folder, ".still-and-know"), { recursive: true });
    await mkdir(path.join(outside, "own"));
    await symlink(path.join(outside, "own"), path.join(folder, ".still-and-know"));
    expect((await run()).code).toBe(1);
    expect(await readdir(path.join(outside, "own"))).toEqual([]);
  } finally {
    await rm(outside, { recursive: true, force: true });
  }
});
