/** @module-tag release */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "#models/migrations/upgrade.server";
import { placeDataFolder, readFixture, restoreSecrets } from "#tests/support/data-folders";
import { ORIGIN, visit } from "#tests/support/request";
import { wholeApplication } from "#tests/support/whole-application";
import { onVisitTasksDone, registerOnVisitTasks } from "~/domain/operations/on-visit-tasks.server";
import { ON_VISIT_TASKS } from "~/on-visit-tasks.server";
import { setClock } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { secrets } from "~/platform/secrets.server";
import { readZip } from "~/platform/zip/read-zip.server";
import { restore } from "../../scripts/commands/backup";

/** A form as the earlier version rendered it. `fields` are in the order of the form, without file inputs and buttons. */
type Form = { path: string; isMultipart: boolean; fields: [name: string, value: string][] };
type Account = { email: string; cookie: string; forms: Record<string, Form> };
/** Cookies, forms and keys that clients of the earlier version still have. */
type Clients = {
  at: string;
  password: string;
  sealed: Account & { entry: string; deviceKey: unknown };
  open: Account & { readKey: string; addKey: string; entries: unknown };
  visitor: { cookie: string; form: Form };
};

const FOLDER = "sealed-journal";
const readJson = (file: string): unknown => JSON.parse(readFixture(FOLDER, file).toString());
const clients = readJson("clients.json") as Clients;
const exports = readJson("exports.json") as Record<"sealed" | "open", Record<string, string>>;
const { sealed, open, visitor, password } = clients;
const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };

let serve: (request: Request) => Promise<Response>;

beforeAll(async () => {
  registerOnVisitTasks(ON_VISIT_TASKS);
  ({ serve } = await wholeApplication());
});
beforeEach(async () => {
  setClock(() => new Date(clients.at));
  await placeDataFolder(FOLDER);
  const stored = readJson("secrets.json") as { sessionSecret: string; passwordPepper: string };
  Object.assign(secrets, { session: [stored.sessionSecret], pepper: stored.passwordPepper });
});
afterAll(restoreSecrets);

async function get(address: string, cookie: string, headers: Record<string, string> = {}): Promise<Response> {
  return serve((await visit(address, { headers: { Cookie: cookie, ...headers } })).request);
}

async function send(address: string, body: FormData | URLSearchParams, cookie: string): Promise<Response> {
  const { request } = await visit(address, {
    headers: { Cookie: cookie, Origin: ORIGIN, Host: new URL(ORIGIN).host },
  });
  return serve(new Request(request, { method: "POST", body }));
}

/** Sends a form with the fields of its page; `typed` replaces or adds some. */
function submit(form: Form | undefined, typed: Record<string, string>, cookie: string, address = form?.path) {
  const body = form?.isMultipart ? new FormData() : new URLSearchParams();
  for (const [name, value] of form?.fields ?? []) if (!(name in typed)) body.append(name, value);
  for (const [name, value] of Object.entries(typed)) body.append(name, value);
  return send(address ?? "", body, cookie);
}

async function signIn(email: string): Promise<string> {
  const response = await send("/auth/login", new URLSearchParams({ email, password }), "");
  expect(response.status).toBe(302);
  return (
    response.headers
      .getSetCookie()
      .find((line) => line.startsWith("sid="))
      ?.split(";")[0] ?? ""
  );
}

/** Settings of appearance that the folder's version did not have, with their defaults. */
const LATER_SETTINGS = ',"letters":"default","spacing":"default","runningVerses":false';

/** The files of a journal's export by name: JSON as text without later settings, pictures as hashes. */
async function exportFiles(cookie: string): Promise<Record<string, string>> {
  const wish = new URLSearchParams({ intent: "export", format: "json", currentPassword: password });
  const asked = await send("/settings/data", wish, cookie);
  const response = await get(asked.headers.get("Location") ?? "", cookie);
  const limits = { files: 100, fileBytes: 1e7, totalBytes: 1e8 };
  const files: Record<string, string> = {};
  for await (const { name, bytes } of readZip(
    new Uint8Array(await response.arrayBuffer()),
    limits,
    () => true,
  ))
    files[name] = name.endsWith(".json")
      ? bytes.toString("utf8").replace(LATER_SETTINGS, "")
      : createHash("sha256").update(bytes).digest("hex");
  return files;
}
const exportJson = async (cookie: string) => (await exportFiles(cookie))["journal.json"] ?? "";

describe.skipIf(env.MONGODB_URI)("a data folder with a sealed journal", () => {
  beforeEach(async () => {
    await openDatabase({ version });
  });

  it("exports the sealed journal when its session or its password unlocks it", async () => {
    const page = await get(sealed.entry, sealed.cookie);
    expect(await page.text()).toContain("The gate by the river.");
    expect(await exportFiles(sealed.cookie)).toEqual(exports.sealed);
    expect(await exportFiles(await signIn(sealed.email))).toEqual(exports.sealed);
    await onVisitTasksDone();
    expect(await exportFiles(sealed.cookie)).toEqual(exports.sealed);
  });

  it("exports the journal that is not sealed", async () => {
    expect(await exportFiles(open.cookie)).toEqual(exports.open);
  });

  it("finishes a started import, and one that awaits confirmation", async () => {
    const continued = await submit(open.forms.importing, { intent: "continue" }, open.cookie);
    expect(continued.headers.get("Location")).toBe(open.forms.importing?.path);
    const confirmed = await submit(sealed.forms.importing, { intent: "confirm" }, sealed.cookie);
    expect(confirmed.headers.get("Location")).toBe(sealed.forms.importing?.path);
    const json = await exportFiles(open.cookie);
    expect(json["journal.json"]).toContain("A river");
    expect(Object.keys(json)).toHaveLength(Object.keys(exports.open).length + 1);
    expect(await exportJson(sealed.cookie)).toContain("A letter that waits.");
  });

  it("returns and adds entries for an API client with its keys", async () => {
    const read = await get("/api/journal/entries", "", { Authorization: `Bearer ${open.readKey}` });
    expect(await read.json()).toEqual(open.entries);
    const { request } = await visit("/api/journal/entries", {
      headers: { Authorization: `Bearer ${open.addKey}`, "Content-Type": "application/json" },
    });
    const body = JSON.stringify({ body: "Sent by a program." });
    expect((await serve(new Request(request, { method: "POST", body }))).status).toBe(201);
    expect(await exportJson(open.cookie)).toContain("Sent by a program.");
  });

  it("saves the forms of a page that was opened before the upgrade once", async () => {
    const { free, evening, prayers, appearance } = sealed.forms;
    const words = { intent: "finish", body: "Written in an old tab." };
    const [first, second] = [
      await submit(free, words, sealed.cookie),
      await submit(free, words, sealed.cookie),
    ];
    expect(first.status).toBe(302);
    expect(second.headers.get("Location")).toBe(first.headers.get("Location"));
    const draft = { _auto: "1", intent: "draft", grace: "Typed in an old tab." };
    expect((await submit(evening, draft, sealed.cookie, `${evening?.path}.data`)).status).toBe(200);
    expect((await submit(prayers, { intent: "add", name: "Ruth" }, sealed.cookie)).status).toBe(302);
    expect((await submit(appearance, { textSize: "larger" }, sealed.cookie)).status).toBe(302);
    const json = await exportJson(sealed.cookie);
    expect(json.split("Written in an old tab.")).toHaveLength(2);
    for (const text of ["Typed in an old tab.", `"Ruth"`, `"textSize":"larger"`])
      expect(json).toContain(text);
  });

  it("signs in when a page from before the upgrade sends its form", async () => {
    const response = await submit(visitor.form, { email: open.email, password }, visitor.cookie);
    expect([response.status, response.headers.get("Location")]).toEqual([302, "/dashboard"]);
  });

  it("accepts a stored form that the service worker sends with a new token", async () => {
    const json = { Accept: "application/json" };
    const day = (await (await get("/offline/today", sealed.cookie, json)).json()) as Record<string, string>;
    expect(sealed.forms.free?.fields).toContainEqual(["_owner", day.owner]);
    expect(await (await get("/offline/key", sealed.cookie, json)).json()).toEqual(sealed.deviceKey);
    const body = new URLSearchParams(sealed.forms.free?.fields);
    body.set("_token", day.token ?? "");
    body.set("body", "Written without a connection.");
    body.set("intent", "finish");
    const sent = await send("/journal/free", body, sealed.cookie);
    expect([sent.status, sent.headers.get("Location")]).toEqual([302, expect.stringMatching(/^\/journal\//)]);
    expect(await exportJson(sealed.cookie)).toContain("Written without a connection.");
  });
});

it.skipIf(env.MONGODB_URI)("restores the backup of an earlier version", async () => {
  await placeDataFolder(FOLDER, ["secrets.json", "data.backup"]);
  await restore([path.join(env.DATA_DIR, "data.backup")], () => undefined);
  await openDatabase({ version });
  for (const [account, files] of [
    [sealed, exports.sealed],
    [open, exports.open],
  ] as const)
    expect(await exportFiles(await signIn(account.email))).toEqual(files);
});
