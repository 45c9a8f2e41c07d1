import sharp from "sharp";
import { JournalEntryModel } from "#models/journal-entry.server";
import { PictureModel } from "#models/picture.server";
import { uploadJournal as uploadAtOnce } from "#tests/support/upload-journal";
import { addDays } from "~/domain/calendar/local-day";
import { holdUpload } from "~/domain/portability/hold-upload.server";
import { runImport } from "~/domain/portability/run-import.server";
import { readingState, uploadJournal } from "~/domain/portability/upload-journal.server";
import { writeZip, type ZippedFile } from "~/platform/zip/write-zip.server";
import { load, told, watched } from "../../measure.mjs";
import { someone, TODAY } from "./people";

/** Text that does not pack to nothing. */
const words = (at: number) =>
  Array.from({ length: 60 }, (_, nth) => ((at * 7_919 + nth * 104_729) % 99_991).toString(36)).join(" ");

function fileOf(count: number): Buffer {
  const entries = Array.from({ length: count }, (_, at) => {
    const forDate = addDays(TODAY, -Math.floor(at / 3));
    const times = { createdAt: `${forDate}T10:00:00Z`, updatedAt: `${forDate}T10:00:00Z` };
    return { id: `bench-${count}-${at}`, kind: "free", slot: "none", forDate, ...times, body: words(at) };
  });
  return Buffer.from(JSON.stringify({ schema: "still-and-know/journal", version: 1, entries }));
}

/** What moving in with a life takes: looking at the file, and bringing it. */
export async function imports(isShort: boolean): Promise<string> {
  const lines = [`import: ${load()}`];
  for (const [at, count] of (isShort ? [100, 300] : [2_500, 25_000]).entries()) {
    const member = await someone(950 + at);
    const file = fileOf(count);
    const looked = await watched(() => uploadAtOnce(member, "journal.json", file));
    const { result } = looked;
    if (!result.ok) throw new Error(result.code);
    const brought = await watched(async () => {
      while ((await runImport(member, result.id, { withSettings: false })) === "more");
      return JournalEntryModel.countDocuments({ userId: member.id });
    });
    const what = `${count.toLocaleString("en")} entries, ${(file.length / 2 ** 20).toFixed(1)} MB`;
    for (const [name, { seconds, megabytes }] of Object.entries({ looked, brought }))
      lines.push(
        told(`${what}, ${name}`, `${seconds.toFixed(1)} s, at most ${megabytes.toFixed(0)} MB of memory`),
      );
    if (brought.result !== count) throw new Error(`Of ${count} entries, ${brought.result} came.`);
  }
  lines.push(...(await withPhotographs(isShort)));
  return lines.join("\n");
}

/** A photograph of two megabytes, and hundreds like it: what follows a picture in its file is not looked at. */
async function* photographs(count: number): AsyncGenerator<ZippedFile> {
  const at = new Date(`${TODAY}T10:00:00Z`);
  const [width, height] = [2_400, 1_800];
  const noise = { type: "gaussian" as const, mean: 128, sigma: 30 };
  const photograph = await sharp({ create: { width, height, channels: 3, background: "#888", noise } })
    .jpeg({ quality: 88 })
    .toBuffer();
  for (let nth = 0; nth < count; nth++) {
    const text = Buffer.concat([photograph, Buffer.from(`number ${nth}`)]);
    yield { name: `photos/${nth}.jpg`, at, text };
    yield {
      name: `${addDays(TODAY, -nth)}.md`,
      at,
      text: `By the lake ![](photos/${nth}.jpg) ${words(nth)}`,
    };
  }
}

/** A journal with a photograph each day, nearly as large as a file may be. */
async function withPhotographs(isShort: boolean): Promise<string[]> {
  const count = isShort ? 3 : 240;
  const member = await someone(960);
  const upload = await holdUpload(member, "192.0.2.0/24");
  if (typeof upload === "string") throw new Error(upload);
  let bytes = 0;
  const sent = await watched(async () => {
    for await (const piece of writeZip(photographs(count))) {
      bytes += piece.length;
      await upload.add(piece);
    }
    await upload.end();
  });
  const looked = await watched(async () => {
    const result = await uploadJournal(member, "life.zip", upload);
    if (!result.ok) throw new Error(result.code);
    while (await readingState(member, result.id)) await new Promise((resolve) => setTimeout(resolve, 50));
    return result.id;
  });
  const brought = await watched(async () => {
    while ((await runImport(member, looked.result, { withSettings: false })) === "more");
    return PictureModel.countDocuments({ userId: member.id, looseSince: null });
  });
  if (brought.result !== count) throw new Error(`Of ${count} photographs, ${brought.result} came.`);
  const what = `${count} photographs, ${(bytes / 2 ** 20).toFixed(0)} MB`;
  return Object.entries({ sent, looked, brought }).map(([name, { seconds, megabytes }]) =>
    told(`${what}, ${name}`, `${seconds.toFixed(1)} s, at most ${megabytes.toFixed(0)} MB of memory`),
  );
}
