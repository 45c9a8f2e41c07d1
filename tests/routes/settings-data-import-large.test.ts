/** @module-tag release */
import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { createReadableStreamFromReadable, type ActionFunctionArgs } from "@remix-run/node";
import { afterEach, expect, it } from "vitest";
import { TransferFileModel } from "#models/transfer-file.server";
import { createSignedIn } from "#tests/factories/user";
import { answer, load, ORIGIN, type Answered } from "#tests/support/request";
import { sessionCookie } from "~/http/cookies.server";
import { env } from "~/platform/env.server";
import { FILE_CHUNK_BYTES } from "~/platform/zip/read-zip.server";
import { writeZip, type ZippedFile } from "~/platform/zip/write-zip.server";
import { loader } from "~/routes/member/settings/data-import/route";
import { action } from "~/routes/member/settings/data/route";

const MB = 1024 * 1024;
afterEach(() => {
  env.IMPORT_MB = 512;
});

type Bytes = AsyncGenerator<Uint8Array>;
const FIELD = '--mark\r\nContent-Disposition: form-data; name="intent"\r\n\r\nimport\r\n';
const FILE = '--mark\r\nContent-Disposition: form-data; name="file"; filename="journal.zip"\r\n\r\n';

async function* form(file: Bytes, { head = FIELD, tail = "\r\n--mark--\r\n" } = {}): Bytes {
  yield Buffer.from(head + FILE);
  yield* file;
  yield Buffer.from(tail);
}

async function send(session: string, body: Bytes, boundary = "; boundary=mark"): Promise<Answered> {
  const headers = new Headers({ Origin: ORIGIN, "Content-Type": `multipart/form-data${boundary}` });
  headers.set("Cookie", await sessionCookie.serialize(session));
  const init = {
    method: "POST",
    headers,
    body: createReadableStreamFromReadable(Readable.from(body)),
    duplex: "half",
  };
  const request = new Request(`${ORIGIN}/settings/data`, init as RequestInit);
  return answer(() => action({ request, params: {}, context: {} } as ActionFunctionArgs));
}

/** The files of a zip: an incompressible recording between two days. */
async function* files(megabytes: number): AsyncGenerator<ZippedFile> {
  const at = new Date("2026-01-01T10:00:00Z");
  yield { name: "2026-01-01.md", at, text: "The first day." };
  const recording = async function* () {
    for (let sent = 0; sent < megabytes * 4; sent++) yield randomBytes((MB / 4) * 0.75).toString("base64");
  };
  yield { name: "long.mp4", at, text: recording() };
  yield { name: "2026-01-02.md", at, text: "The second day." };
}
const countChunks = () => TransferFileModel.countDocuments({ purpose: "upload-piece" });

it("stores a file encrypted and reads it in chunks when it is large", { tags: ["release"] }, async () => {
  const { secret } = await createSignedIn();
  let sentBytes = 0;
  const ahead: number[] = [];
  const watched = async function* (file: Bytes): Bytes {
    for await (const piece of file) {
      yield piece;
      const before = sentBytes;
      sentBytes += piece.length;
      // Received bytes are stored, except those in transit.
      if (Math.floor(sentBytes / (8 * MB)) > Math.floor(before / (8 * MB)))
        ahead.push(sentBytes - (await countChunks()) * FILE_CHUNK_BYTES);
    }
  };
  const sent = await send(secret, form(watched(writeZip(files(96)))));
  expect(sent.status).toBe(302);
  expect(ahead.length).toBeGreaterThan(8);
  expect(Math.max(...ahead)).toBeLessThan(4 * MB);
  const importId = sent.location?.split("/").at(-1) ?? "";
  const waitFor = async (): Promise<unknown> => {
    const { data } = await load(loader, sent.location ?? "", { session: secret, params: { importId } });
    if ((data as { stage: string }).stage !== "reading") return data;
    await new Promise((resolve) => setTimeout(resolve, 100));
    return waitFor();
  };
  expect(await waitFor()).toMatchObject({
    stage: "preview",
    preview: { coming: 2, pictures: 0, left: { videos: 1 } },
  });
  expect(await countChunks()).toBe(0);
});

it("deletes all chunks when an upload is too large, interrupted or not a form", async () => {
  env.IMPORT_MB = 1;
  const { secret } = await createSignedIn();
  const few = () => writeZip(files(0));
  const cut = async function* (): Bytes {
    yield* few();
    throw new Error("the connection is gone");
  };
  const many = Array.from({ length: 400 }, () => FIELD).join("");
  const long = FIELD.replace("import", "x".repeat(300_000));
  const cases: [string, Bytes, number][] = [
    ["more than the house takes", form(writeZip(files(2))), 413],
    ["cut off by its sender", form(cut()), 400],
    ["without an end", form(few(), { tail: "" }), 400],
    ["many fields", form(few(), { head: many }), 413],
    ["a long field", form(few(), { head: long }), 413],
    ["no form at all", few(), 400],
  ];
  for (const [name, body, status] of cases) {
    expect([name, (await send(secret, body)).status]).toEqual([name, status]);
    expect([name, await TransferFileModel.countDocuments()]).toEqual([name, 0]);
  }
  for (const boundary of ["", "; boundary=", '; boundary="{"', `; boundary=${"x".repeat(71)}`])
    expect([boundary, (await send(secret, form(few()), boundary)).status]).toEqual([boundary, 400]);
  expect(await TransferFileModel.countDocuments()).toBe(0);
  // The upload slot is free again.
  expect((await send(secret, form(few()))).status).toBe(302);
});
