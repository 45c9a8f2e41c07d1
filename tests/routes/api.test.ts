import { readFileSync } from "node:fs";
import type { ActionFunctionArgs } from "@remix-run/node";
import sharp from "sharp";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { JournalEntryModel } from "#models/journal-entry.server";
import { ApiKeyModel } from "#models/session.server";
import { UserModel } from "#models/user.server";
import { createEntry } from "#tests/factories/journal-entry";
import { createSomeone, sealFor } from "#tests/factories/sealed";
import { createSignedIn, PASSWORD } from "#tests/factories/user";
import { findViolations, type OpenApi } from "#tests/support/assert-schema";
import { filesOf } from "#tests/support/download";
import {
  answer,
  callJson,
  errorsOf,
  load,
  ORIGIN,
  submit,
  visit,
  type Answered,
} from "#tests/support/request";
import { unsealJournal } from "~/domain/accounts/sealing/seal-journal.server";
import { DAY, HOUR } from "~/domain/calendar/durations";
import { EMPTY_CONTENT } from "~/domain/journal/entries/content";
import { findDrafts, saveDraft } from "~/domain/journal/entries/drafts.server";
import { editEntry, moveToTrash, restore, setFavourite } from "~/domain/journal/entries/entries.server";
import { purgeTrash } from "~/domain/journal/history/trash.server";
import { storePicture } from "~/domain/journal/pictures/pictures.server";
import { memberFrom } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { createApiKey, listApiKeys } from "~/domain/portability/api/api-keys.server";
import { setClock } from "~/platform/clock";
import { closePicturePool, decodePicture } from "~/platform/pictures.server";
import { randomToken } from "~/platform/signing.server";
import * as entries from "~/routes/api/journal-entries";
import * as exported from "~/routes/api/journal-export";
import * as picture from "~/routes/api/journal-picture";
import * as page from "~/routes/member/settings/data-keys/route";

const KEYS = "/settings/data/keys";
const ENTRIES = "/api/journal/entries";
const EXPORT = "/api/journal/export";
const openApi = JSON.parse(readFileSync("docs/openapi.json", "utf8")) as OpenApi;

let time = Date.parse("2026-11-21T10:00:00Z");
let member: Member;
let secret: string;

beforeEach(async () => {
  time = Date.parse("2026-11-21T10:00:00Z");
  setClock(() => new Date(time));
  const signedIn = await createSignedIn();
  member = memberFrom(signedIn.user);
  ({ secret } = signedIn);
});

const keyFor = async (scope: "read" | "add", whose = member) =>
  (await createApiKey(whose, { name: "Laptop", scope })) ?? "";
const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

/** Checks a response against the OpenAPI document. */
function described(method: "get" | "post", path: string, result: Answered): Answered {
  const response = openApi.paths[path]?.[method]?.responses[String(result.status)];
  expect(response, `${method} ${path} ${result.status}`).toBeDefined();
  const schema = response?.content?.["application/json"]?.schema;
  if (schema) expect(findViolations(openApi, schema, result.data)).toEqual([]);
  for (const name of Object.keys(response?.headers ?? {}))
    if (name !== "Entries-Total" && name !== "Retry-After")
      expect(result.headers.get(name), name).not.toBeNull();
  return result;
}

async function get(key: string, query = "", headers: Record<string, string> = {}): Promise<Answered> {
  const all = { ...bearer(key), ...headers };
  return described("get", ENTRIES, await load(entries.loader, `${ENTRIES}${query}`, { headers: all }));
}
async function add(key: string, body: unknown, headers: Record<string, string> = {}): Promise<Answered> {
  const all = { ...bearer(key), ...headers };
  return described("post", ENTRIES, await callJson(entries.action, ENTRIES, body, { headers: all }));
}
async function take(key: string, format: string): Promise<Response> {
  return await exported.loader(await visit(`${EXPORT}?format=${format}`, { headers: bearer(key) }));
}

type ChangesResponse = {
  entries: { id: string; body: string; favourite: boolean }[];
  deleted: { id: string }[];
  cursor: string;
};
const changesOf = (result: Answered) => result.data as ChangesResponse;
const ids = (result: Answered) => changesOf(result).entries.map(({ id }) => id);

const open = async () => (await load(page.loader, KEYS, { session: secret })).data;
const send = async (fields: Record<string, string>) => submit(page.action, KEYS, fields, { session: secret });
const KEY_FORM = { intent: "create", name: "Laptop", scope: "read", currentPassword: PASSWORD };

describe("an API key", () => {
  it("is shown once, stored as a hash, and listed with name and month of last use", async () => {
    const made = await send(KEY_FORM);
    const { key } = made.data as { key: string };
    expect(key).toMatch(/^snk_[\w-]{43}$/);
    const stored = JSON.stringify(await ApiKeyModel.find().lean());
    expect(stored).not.toContain(key.slice(4));
    expect(await open()).toMatchObject({ keys: [{ name: "Laptop", scope: "read", used: "" }] });
    expect((await get(key)).status).toBe(200);
    expect(await open()).toMatchObject({ keys: [{ used: "November 2026" }] });
    expect(JSON.stringify(await open())).not.toContain(key.slice(4));
  });

  it.each([
    [{ name: "" }, 400, "name"],
    [{ name: "x".repeat(61) }, 400, "name"],
    [{ scope: "everything" }, 400, "scope"],
    [{ currentPassword: "" }, 400, "currentPassword"],
    [{ currentPassword: "Wrong-Water-9" }, 401, "currentPassword"],
  ])("is not created with the invalid field %j", async (fields, status, field) => {
    const result = await send({ ...KEY_FORM, ...fields });
    expect(result.status).toBe(status);
    expect(errorsOf(result)).toHaveProperty(field);
    expect(await ApiKeyModel.countDocuments()).toBe(0);
  });

  it("is limited to ten per member under concurrent requests; an expired one frees its slot", async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => keyFor("read")));
    expect(made.filter(Boolean)).toHaveLength(10);
    expect((await send(KEY_FORM)).status).toBe(409);
    time += 91 * DAY;
    expect(await keyFor("read")).not.toBe("");
  });

  it("ends when revoked, after ninety days and with a new password", async () => {
    const [revoked, old, kept] = [await keyFor("read"), await keyFor("read"), await keyFor("read")];
    const { keys } = (await open()) as { keys: { id: string }[] };
    const first = await ApiKeyModel.findOne({ place: 0 }).lean();
    expect(keys).toHaveLength(3);
    expect((await send({ intent: "revoke", keyId: first?._id ?? "" })).status).toBe(302);
    expect((await get(revoked)).status).toBe(401);
    await UserModel.updateOne({ _id: member.id }, { $set: { securityStamp: "another" } });
    expect((await get(kept)).status).toBe(401);
    await UserModel.updateOne({ _id: member.id }, { $set: { securityStamp: "stamp" } });
    expect((await get(old)).status).toBe(200);
    time += 90 * DAY;
    expect((await get(old)).status).toBe(401);
  });

  it("neither revokes another member’s key nor opens another journal", async () => {
    const key = await keyFor("read");
    const other = await createSignedIn();
    await createEntry(memberFrom(other.user), { content: { body: "of another person" } });
    const record = await ApiKeyModel.findOne().lean();
    const fields = { intent: "revoke", keyId: record?._id ?? "" };
    expect((await submit(page.action, KEYS, fields, { session: other.secret })).status).toBe(404);
    expect(ids(await get(key))).toEqual([]);
  });

  it("is rejected when the account is locked or being deleted", async () => {
    const key = await keyFor("read");
    for (const status of ["locked", "deleting"]) {
      await UserModel.updateOne({ _id: member.id }, { $set: { status } });
      expect((await get(key)).status).toBe(401);
    }
  });
});

describe("an API call", () => {
  it("is authenticated by the Authorization header only", async () => {
    const key = await keyFor("read");
    const ask = async (headers: Record<string, string>, query = "", session?: string) =>
      described("get", ENTRIES, await load(entries.loader, `${ENTRIES}${query}`, { headers, session }));
    expect((await ask({}, "", secret)).status).toBe(401);
    const message: unknown = expect.stringContaining("never in the URL");
    expect(await ask({}, `?key=${key}`)).toMatchObject({ status: 401, data: { message } });
    expect((await ask(bearer(key), `?access_token=${key}`)).status).toBe(401);
    expect((await ask({ Authorization: `Basic ${btoa(`x:${key}`)}` })).status).toBe(401);
    expect((await ask({ Authorization: `bearer ${key}` })).status).toBe(200);
    for (const wrong of ["", "snk_", `${key}x`, key.toLowerCase(), `snk_${"A".repeat(43)}`, "x".repeat(5000)])
      expect((await ask({ Authorization: `Bearer ${wrong}` })).status).toBe(401);
  });

  it("returns 403 for the other scope, without cookies or CORS headers", async () => {
    const [reading, adding] = [await keyFor("read"), await keyFor("add")];
    const results = [await get(adding), await add(reading, { body: "Words" }), await get(reading)];
    expect(results.map(({ status }) => status)).toEqual([403, 403, 200]);
    for (const { headers } of results) {
      expect(headers.getSetCookie()).toEqual([]);
      expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
    expect((await take(adding, "json")).status).toBe(403);
    expect(await JournalEntryModel.countDocuments()).toBe(0);
  });

  it("returns 409 for a sealed journal, whenever the key was created", async () => {
    const open = await createSomeone();
    const before = [await keyFor("read", open.member), await keyFor("add", open.member)] as const;
    const sealed = await sealFor(open);
    const after = [await keyFor("read", sealed.member), await keyFor("add", sealed.member)] as const;
    for (const [reading, adding] of [before, after]) {
      for (const result of [await get(reading), await add(adding, { body: "Words" })]) {
        expect(result.status).toBe(409);
        expect(result.data).toEqual({ message: expect.stringContaining("sealed") as string });
      }
      expect((await take(reading, "markdown")).status).toBe(409);
    }
    expect(await listApiKeys(sealed.member)).toHaveLength(4);
  });

  it("returns 401 for a key of an earlier password or key, whether or not the journal is sealed", async () => {
    const open = await createSomeone();
    const key = await keyFor("read", open.member);
    const sealed = await sealFor(open);
    await unsealJournal(sealed.member, PASSWORD, "here");
    expect((await get(key)).status).toBe(401);
    const other = await createSomeone();
    const revoked = await keyFor("read", other.member);
    await ApiKeyModel.updateMany({ userId: other.member.id }, { securityStamp: "of-an-earlier-password" });
    await sealFor(other);
    expect((await get(revoked)).status).toBe(401);
  });

  it("is limited to six hundred per hour and member, over all keys", { tags: ["release"] }, async () => {
    const keys = [await keyFor("read"), await keyFor("read")] as const;
    for (let at = 0; at < 600; at++) expect((await get(keys[at % 2] ?? "")).status).toBe(200);
    const refused = await get(keys[0]);
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "3600"]);
    time += HOUR;
    expect((await get(keys[0])).status).toBe(200);
  });

  it("returns 405 for another method", async () => {
    const args = await visit(ENTRIES, { headers: bearer(await keyFor("read")) });
    const request = new Request(args.request, { method: "OPTIONS" });
    expect((await answer(() => entries.loader({ ...args, request }))).status).toBe(405);
    const put = { method: "PUT", headers: bearer(await keyFor("add")) };
    expect((await callJson(entries.action, ENTRIES, {}, put)).status).toBe(405);
  });
});

describe("the change feed", () => {
  it("returns changes in order, in the format of the export, with the trash among the deleted", async () => {
    const key = await keyFor("read");
    const made: string[] = [];
    for (const body of ["One", "Two", "Three"]) {
      time += 1000;
      const added = await add(await keyFor("add"), { body });
      made.push((added.data as { id: string }).id);
    }
    const [one = "", two = "", three = ""] = made;
    const first = await get(key);
    expect(ids(first)).toEqual([one, two, three]);
    expect(first.headers.get("Entries-Total")).toBe("3");
    const line = JSON.parse(await (await take(key, "json")).text()) as { entries: unknown[] };
    expect(changesOf(first).entries).toEqual(line.entries);
    const { cursor } = changesOf(first);
    expect(changesOf(await get(key, `?cursor=${cursor}`))).toEqual({ entries: [], deleted: [], cursor });

    time += 1000;
    await editEntry(member, two, { title: "", body: "Two more", tags: [], mood: "", answers: {} }, 1);
    time += 1000;
    await moveToTrash(member, three);
    time += 1000;
    await setFavourite(member, one, true);
    const next = changesOf(await get(key, `?cursor=${cursor}`));
    expect(next.entries.map(({ id, body, favourite }) => [id, body, favourite])).toEqual([
      [two, "Two more", false],
      [one, "One", true],
    ]);
    expect(next.deleted).toEqual([{ id: three, deletedAt: "2026-11-21T10:00:05.000Z" }]);
    time += 1000;
    await restore(member, three);
    expect(ids(await get(key, `?cursor=${next.cursor}`))).toEqual([three]);
    expect(ids(await get(key, "?since=2026-11-21T10:00:05Z"))).toEqual([one, three]);

    await moveToTrash(member, three);
    time += 31 * DAY;
    await purgeTrash();
    const last = await get(key, `?cursor=${next.cursor}`);
    expect([changesOf(last).deleted, last.headers.get("Entries-Total")]).toEqual([[], "2"]);
  });

  it(
    "returns each entry once, a hundred at a time, beginning with entries without a change time",
    { tags: ["release"] },
    async () => {
      for (let at = 0; at < 130; at++) await createEntry(member, { content: { body: `Old ${at}` } });
      const adding = await keyFor("add");
      const fresh = await Promise.all(
        Array.from({ length: 90 }, async (_, at) => (await add(adding, { body: `New ${at}` })).data),
      );
      const key = await keyFor("read");
      const seen: string[] = [];
      const totals: (string | null)[] = [];
      let query = "";
      for (;;) {
        const result = await get(key, query);
        if (ids(result).length === 0) break;
        seen.push(...ids(result));
        totals.push(result.headers.get("Entries-Total"));
        query = `?cursor=${changesOf(result).cursor}`;
      }
      expect([seen.length, new Set(seen).size]).toEqual([220, 220]);
      expect(new Set(seen.slice(130))).toEqual(new Set(fresh.map((one) => (one as { id: string }).id)));
      expect(totals).toEqual([null, null, "220"]);
    },
  );

  it("returns 304 for changes that the client has", async () => {
    const key = await keyFor("read");
    await createEntry(member);
    const first = await get(key);
    const etag = first.headers.get("ETag") ?? "";
    expect(await get(key, "", { "If-None-Match": etag })).toMatchObject({ status: 304, data: "" });
    await createEntry(member);
    expect((await get(key, "", { "If-None-Match": etag })).status).toBe(200);
  });

  it.each([
    "since=yesterday",
    "since=",
    "since=2026-02-30",
    "since=0000-01-01",
    "since=2026-11-21T10:00:00",
    "since=2026-11-21T25:00:00Z",
    "since=%00",
    "as=html",
    "cursor=",
    "cursor=nonsense",
    "cursor=.99999999999999999.x",
    "cursor=.999999999999999.x%27",
    "cursor=..%24gt",
  ])("rejects %s", async (query) => {
    expect((await get(await keyFor("read"), `?${query}`)).status).toBe(400);
  });

  it("lists an unreadable entry, so that a client keeps its copy", async () => {
    const entry = await createEntry(member);
    await JournalEntryModel.updateOne({ _id: entry._id }, { $set: { sealed: Buffer.alloc(64) } });
    const result = await get(await keyFor("read"));
    expect(result.data).toMatchObject({ entries: [], unreadable: [{ id: entry._id }] });
  });
});

describe("an export by API", () => {
  it("returns the same file as the settings page, as JSON and as Markdown", async () => {
    const key = await keyFor("read");
    const entry = await createEntry(member, { content: { body: "The heron stood." } });
    const zip = await take(key, "markdown");
    const files = await filesOf(new Uint8Array(await zip.arrayBuffer()));
    const name = `2026/2026-11-20 free page ${entry._id}.md`;
    expect([...files.keys()]).toEqual([name]);
    const [file] = changesOf(await get(key, "?as=markdown")).entries;
    expect(file).toEqual({ id: entry._id, name, pictures: [], text: files.get(name) });
    expect(zip.headers.get("Content-Type")).toBe("application/zip");
    for (const format of ["", "html", "csv", "dayone", "../json"]) {
      const result = await load(exported.loader, `${EXPORT}?format=${format}`, { headers: bearer(key) });
      expect(described("get", EXPORT, result).status, format).toBe(400);
    }
  });
});

describe("an entry added by API", () => {
  it("is a free page of its day, returned with its URL", async () => {
    const result = await add(await keyFor("add"), {
      title: "Walk",
      body: "A heron.",
      tags: ["bird", "mill, river"],
      mood: "calm",
      forDate: "2026-11-20",
    });
    const { id } = result.data as { id: string };
    const address = `${ORIGIN}/journal/entries/${id}`;
    expect(result).toMatchObject({ status: 201, data: { id, address }, location: address });
    const [line] = changesOf(await get(await keyFor("read"))).entries;
    expect(line).toMatchObject({
      ...{ id, kind: "free", slot: "none", forDate: "2026-11-20", title: "Walk", body: "A heron." },
      ...{ tags: ["bird", "mill", "river"], mood: "calm" },
    });
  });

  it("is created once per idempotency key and member, even if it was edited since", async () => {
    const key = await keyFor("add");
    const once = { "Idempotency-Key": "walk-1" };
    const all = await Promise.all(Array.from({ length: 5 }, () => add(key, { body: "A heron." }, once)));
    const found = new Set(all.map(({ data }) => (data as { id: string }).id));
    expect(found.size).toBe(1);
    const [id = ""] = found;
    await editEntry(member, id, { title: "", body: "Mine now", tags: [], mood: "", answers: {} }, 1);
    expect((await add(key, { body: "A heron." }, once)).data).toMatchObject({ id });
    expect((await add(key, { body: "Other words" }, once)).data).toMatchObject({ id });
    await moveToTrash(member, id);
    expect((await add(key, { body: "A heron." }, once)).data).toMatchObject({ id });
    expect(await JournalEntryModel.countDocuments()).toBe(1);
    const other = memberFrom((await createSignedIn()).user);
    const theirs = await add(await keyFor("add", other), { body: "A heron." }, once);
    expect(theirs.data).not.toMatchObject({ id });
    expect((await add(key, { body: "A heron." })).data).not.toMatchObject({ id });
  });

  it("leaves the member's draft of that day unchanged", async () => {
    const begun = {
      ...{ kind: "free" as const, slot: "none" as const, forDate: "2026-11-21", promptSet: "" },
      ...{ promptIds: [], passageRef: "", content: { ...EMPTY_CONTENT, body: "Half a thought" } },
    };
    await saveDraft(member, begun, {});
    await add(await keyFor("add"), { body: "A heron." });
    const drafts = await findDrafts(member, ["free"]);
    expect(drafts.map(({ content }) => content.body)).toEqual(["Half a thought"]);
  });

  it.each([
    [{}, "body"],
    [{ body: "   " }, "body"],
    [{ body: 7 }, "body"],
    [{ body: ["x"] }, "body"],
    [{ body: "x".repeat(20_001) }, "body"],
    [{ body: "x", title: "t".repeat(201) }, "title"],
    [{ body: "x", tags: [1, {}] }, "tags"],
    [{ body: "x", tags: "a".repeat(41) }, "tags"],
    [{ body: "x", mood: "m".repeat(41) }, "mood"],
    [{ body: "x", forDate: "2026-11-22" }, "forDate"],
    [{ body: "x", forDate: "0000-01-01" }, "forDate"],
    [{ body: "x", forDate: "1899-12-31" }, "forDate"],
    [{ body: "x", forDate: "2026-02-30" }, "forDate"],
  ])("is rejected with a field error, case %#", async (body, field) => {
    const { status, data } = await add(await keyFor("add"), body);
    expect(status).toBe(400);
    expect(data).toEqual({
      message: expect.any(String) as string,
      errors: { [field]: expect.any(Array) as string[] },
    });
    expect(await JournalEntryModel.countDocuments()).toBe(0);
  });

  it.each(["", "with space", "é", "x".repeat(201)])(
    "is rejected with the invalid idempotency key %j",
    async (key) => {
      const result = await add(await keyFor("add"), { body: "x" }, { "Idempotency-Key": key });
      expect(result.status).toBe(400);
    },
  );

  it("accepts escaped letters, and rejects invalid JSON, invalid characters and long bodies", async () => {
    const key = await keyFor("add");
    const send = async (body: string, type = "application/json") => {
      const headers = { ...bearer(key), "Content-Type": type };
      const request = new Request(`${ORIGIN}${ENTRIES}`, { method: "POST", headers, body });
      const args: ActionFunctionArgs = { request, params: {}, context: {} };
      return described("post", ENTRIES, await answer(() => entries.action(args)));
    };
    expect((await send(`{"body":"${"\\u592a".repeat(20_000)}"}`)).status).toBe(201);
    for (const body of ["{", "[]", "null"]) expect((await send(body)).status, body).toBe(400);
    for (const escape of ["\\u0000", "\\ud800", "\\udc00\\ud83d"])
      for (const body of [`{"body":"a${escape}b"}`, `{"body":"x","tags":["${escape}"]}`, `{"${escape}":"x"}`])
        expect(await send(body), body).toMatchObject({
          status: 400,
          data: { message: expect.stringContaining("U+0000") as string },
        });
    expect(await JournalEntryModel.countDocuments()).toBe(1);
    expect((await send("body=x", "application/x-www-form-urlencoded")).status).toBe(415);
    expect((await send(`{"body":"${"x".repeat(400_000)}"}`)).status).toBe(413);
  });
});

describe("a picture of the API", () => {
  const PICTURE = "/api/journal/pictures/{pictureId}";
  const show = async (key: string, pictureId: string): Promise<Response> => {
    const extra = { headers: bearer(key), params: { pictureId } };
    const response = await picture.loader(await visit(`/api/journal/pictures/${pictureId}`, extra));
    expect(openApi.paths[PICTURE]?.get?.responses[String(response.status)]).toBeDefined();
    return response;
  };
  const store = async () => {
    const create = { width: 40, height: 30, channels: 3 as const, background: "#993366" };
    const decoded = await decodePicture(new Uint8Array(await sharp({ create }).jpeg().toBuffer()));
    if (!decoded) throw new Error("The picture was not decoded.");
    return storePicture(member, { id: randomToken(16), holder: "" }, decoded);
  };
  afterAll(closePicturePool);

  it("is listed with its entry and sent to a key that reads", async () => {
    const { id, ...rest } = await store();
    await createEntry(member, { content: { ...EMPTY_CONTENT, body: "Lake", pictures: [{ id, ...rest }] } });
    const key = await keyFor("read");
    expect((await get(key, "?as=markdown")).data).toMatchObject({ entries: [{ pictures: [id] }] });
    const response = await show(key, id);
    expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "image/jpeg"]);
    const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect([width, height]).toEqual([40, 30]);
  });

  it("is not sent without a key, for another member’s key, for a key that only adds, or for an unknown id", async () => {
    const { id } = await store();
    const other = memberFrom((await createSignedIn()).user);
    expect((await show(await keyFor("read", other), id)).status).toBe(404);
    expect((await show(await keyFor("add"), id)).status).toBe(403);
    expect((await show("", id)).status).toBe(401);
    expect((await show(await keyFor("read"), "A".repeat(22))).status).toBe(404);
    expect((await show(await keyFor("read"), "../entries")).status).toBe(404);
  });
});
