import type { Member } from "~/domain/member/member";
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
