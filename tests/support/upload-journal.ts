import type { Member } from "~/domain/member/member";
import { runImport } from "~/domain/portability/run-import.server";
import { importState } from "~/domain/portability/staged-import.server";
import {
  readingState,
  uploadJournal as readUploaded,
  type ImportUploadResult,
} from "~/domain/portability/upload-journal.server";
import { receiveUpload } from "~/domain/portability/upload-session.server";

/** Uploads a file like the form of `/settings/data`, and waits until the server has read it. */
export async function uploadJournal(
  member: Member,
  name: string,
  bytes: Uint8Array,
): Promise<ImportUploadResult> {
  const upload = await receiveUpload(member, "192.0.2.0/24");
  if (typeof upload !== "string") {
    await upload.add(bytes);
    await upload.end();
  }
  const result = await readUploaded(member, name, upload);
  return result.ok ? untilRead(member, result.id) : result;
}

/** Waits until the server has read the file, which may continue after the response. */
export async function untilRead(member: Member, id: string): Promise<ImportUploadResult> {
  for (;;) {
    const reading = await readingState(member, id);
    if (reading?.refused) return { ok: false, code: reading.refused };
    if (!reading) return { ok: true, id };
    if (reading.isIdle) throw new Error("The reading has ended on the way.");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Uploads a file that waits for its confirmation. @throws Error with the code of a refusal */
export async function stageImport(member: Member, file: Uint8Array | string, name = "journal.json") {
  const result = await uploadJournal(member, name, Buffer.from(file));
  if (!result.ok) throw new Error(result.code);
  const { preview } = (await importState(member, result.id)) ?? {};
  if (!preview) throw new Error("There is no preview.");
  return { id: result.id, preview };
}

/** Uploads a file and imports all of it, with its settings unless `withSettings` is false. */
export async function importFile(
  member: Member,
  file: Uint8Array | string,
  { name, withSettings = true }: { name?: string; withSettings?: boolean } = {},
) {
  const staged = await stageImport(member, file, name);
  const outcome = await runImport(member, staged.id, { withSettings, budgetMs: 60_000 });
  if (outcome !== "done") throw new Error(`The import is ${outcome}.`);
  return staged;
}

/** A file of our own format. */
export const journalFile = (entries: unknown[], more: object = {}): string =>
  JSON.stringify({ schema: "still-and-know/journal", version: 1, entries, ...more });

/** A free page in such a file. */
export const fileEntry = (id: string, more: { forDate?: string; [field: string]: unknown } = {}) => ({
  ...{ id, kind: "free", slot: "none", forDate: "2026-01-02", body: `Words of ${id}` },
  ...{ createdAt: "2026-01-02T10:00:00Z", updatedAt: "2026-01-02T10:00:00Z" },
  ...more,
});
