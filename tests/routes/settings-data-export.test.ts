import { once } from "node:events";
import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { writeReadableStreamToWritable } from "@remix-run/node";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { AuditEventModel } from "#models/operations.server";
import { TransferFileModel } from "#models/transfer-file.server";
import { createEntry } from "#tests/factories/journal-entry";
import { createSignedIn, PASSWORD } from "#tests/factories/user";
import { filesOf } from "#tests/support/download";
import { load, submit, visit, type Answered } from "#tests/support/request";
import { LOCKOUTS } from "~/domain/limits/lockout";
import { memberFrom } from "~/domain/member/current-member.server";
import { downloadResponse } from "~/http/responses.server";
import { requestContext } from "~/platform/request-context.server";
import { loader as downloadLoader } from "~/routes/member/settings/data-download";
import { action, loader } from "~/routes/member/settings/data/route";
import { clientBackpressure } from "~/server/observe-requests.server";

const requestExport = (session: string, fields: Record<string, string>) =>
  submit(action, "/settings/data", { intent: "export", ...fields }, { session });
const fetchFile = async (session: string, location: string | null) =>
  (await downloadLoader(await visit(location ?? "", { session }))) as Response;
const errorsOf = (result: Answered) =>
  (result.data as { lastResult: { error?: Record<string, string[]> } }).lastResult.error;
const RIGHT = { format: "json", currentPassword: PASSWORD };
const WRONG = { format: "json", currentPassword: "Wrong-one1" };

async function someone() {
  const { user, secret } = await createSignedIn();
  return { secret, member: memberFrom(user) };
}

describe("requesting an export", () => {
  it("redirects to the file, once, with the right password and for its member alone", async () => {
    const { secret, member } = await someone();
    await createEntry(member, { content: { body: "by the water" } });
    const asked = await requestExport(secret, RIGHT);
    expect(asked.status).toBe(302);
    expect((await fetchFile((await someone()).secret, asked.location)).status).toBe(302);
    expect(asked.location).toMatch(/^\/settings\/data\/download\?ticket=[\w-]+$/);
    const file = await fetchFile(secret, asked.location);
    expect(file.status).toBe(200);
    expect(file.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
    expect(file.headers.get("Content-Disposition")).toMatch(
      /^attachment; filename="still-and-know-\d{4}-\d\d-\d\d\.json"$/,
    );
    expect(file.headers.get("Cache-Control")).toContain("no-store");
    expect(await file.json()).toMatchObject({ entries: [{ body: "by the water" }], complete: true });
    const again = await fetchFile(secret, asked.location);
    expect([again.status, again.headers.get("Location")]).toEqual([302, "/settings/data"]);
    expect(await AuditEventModel.countDocuments({ kind: "journal.exported", subjectId: member.id })).toBe(1);
  });

  it("keeps search terms out of the URL and exports the entries found", async () => {
    const { secret, member } = await someone();
    await createEntry(member, { content: { body: "grey heron" } });
    await createEntry(member, { content: { body: "white sky" } });
    const page = await load(loader, "/settings/data?q=heron&from=2026-01-01", { session: secret });
    expect(page.data).toEqual({
      filter: "?q=heron&from=2026-01-01",
      only: ["with the words “heron”", "from 1 January 2026"],
      room: null,
      imports: [],
      largest: "512 MB",
      waiting: null,
    });
    const asked = await requestExport(secret, {
      format: "markdown",
      currentPassword: PASSWORD,
      filter: "?q=heron&from=2026-01-01",
    });
    expect(asked.location).not.toContain("heron");
    const file = await fetchFile(secret, asked.location);
    expect(file.headers.get("Content-Type")).toBe("application/zip");
    const files = await filesOf(new Uint8Array(await file.arrayBuffer()));
    expect([...files.values()].join()).toContain("grey heron");
    expect(files.size).toBe(1);
    expect(await TransferFileModel.countDocuments()).toBe(0);
  });

  it("rejects a missing or wrong password and an unknown format", async () => {
    const { secret } = await someone();
    expect((await requestExport(secret, { format: "json" })).status).toBe(400);
    const wrong = await requestExport(secret, WRONG);
    expect([wrong.status, errorsOf(wrong)]).toEqual([
      401,
      { currentPassword: ["That is not your password."] },
    ]);
    expect((await requestExport(secret, { ...RIGHT, format: "pdf" })).status).toBe(400);
    expect(await TransferFileModel.countDocuments()).toBe(0);
  });

  it("locks after too many wrong passwords, together with other security settings", async () => {
    const { secret } = await someone();
    for (let time = 0; time < LOCKOUTS.login.failures - 1; time++)
      expect((await requestExport(secret, WRONG)).status).toBe(401);
    const last = await requestExport(secret, WRONG);
    expect([last.status, last.headers.get("Retry-After")]).toEqual([429, "30"]);
    expect((await requestExport(secret, RIGHT)).status).toBe(429);
  });
});

/** A server that sends one download as Remix does, and a client that requests it. */
async function startDownload(body: () => AsyncGenerator<Uint8Array>): Promise<IncomingMessage> {
  const server = createServer((_, response) => {
    const connection = clientBackpressure(response);
    const context = { id: "1", subnet: "", memo: new Map(), responseHeaders: new Headers(), connection };
    void requestContext.run(context, async () => {
      const { body: stream } = downloadResponse({ fileName: "a.json", type: "text/plain", body: body() });
      response.writeHead(200);
      if (stream) await writeReadableStreamToWritable(stream, response);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const request = get(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const [response] = (await once(request, "response")) as [IncomingMessage];
  response.pause();
  return response;
}

const CHUNK = Buffer.alloc(256 * 1024, "x");

describe("a download", () => {
  it("is generated no faster than the client reads it", { tags: ["release"] }, async () => {
    let made = 0;
    const response = await startDownload(async function* () {
      for (; made < 400; made++) yield await Promise.resolve(CHUNK);
    });
    let before = -1;
    // Wait for back-pressure: the buffers between server and client are full.
    while (made !== before) {
      before = made;
      await delay(150);
    }
    expect(made).toBeLessThan(200);
    let size = 0;
    for await (const chunk of response) size += (chunk as Buffer).length;
    expect(size).toBe(400 * CHUNK.length);
  });

  it("is aborted when the client disconnects", async () => {
    let ended = false;
    const response = await startDownload(async function* () {
      try {
        for (;;) yield await Promise.resolve(CHUNK);
      } finally {
        ended = true;
      }
    });
    response.destroy();
    await vi.waitFor(() => expect(ended).toBe(true), { timeout: 60_000 });
  });

  it("breaks the connection when it fails midway", async () => {
    const response = await startDownload(async function* () {
      yield CHUNK;
      throw new Error("the database is away");
    });
    const take = async () => {
      for await (const _ of response);
    };
    await expect(take()).rejects.toThrow("aborted");
    expect(response.complete).toBe(false);
  });
});
