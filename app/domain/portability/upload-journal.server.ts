import { HOUR } from "~/domain/calendar/durations";
import { allow } from "~/domain/accounts/attempts.server";
import { localMoment } from "~/domain/journal/local-day";
import { now } from "~/platform/clock";
import { holdImport } from "./hold-import.server";
import type { UploadRefusal } from "./import-limits";
import { UploadError, readUpload } from "./read-upload.server";
import type { Member } from "~/domain/member/member";

export type UploadResult = { ok: true; id: string } | { ok: false; code: UploadRefusal | "too_many_uploads" };

/** Each costs reading a large file. */
const UPLOADS_AN_HOUR = 30;

/** Reads a file and keeps what it holds for its writer to look at. @returns the id under which it waits */
export async function uploadJournal(member: Member, name: string, bytes: Uint8Array): Promise<UploadResult> {
  if (!(await allow(`import|${member.id}`, UPLOADS_AN_HOUR, HOUR)))
    return { ok: false, code: "too_many_uploads" };
  const at = now();
  const timezone = member.timezone || "UTC";
  const reading = { now: at, today: localMoment(at, timezone).date, timezone };
  try {
    return { ok: true, id: await holdImport(member, name, await readUpload(name, bytes, reading)) };
  } catch (error) {
    if (error instanceof UploadError) return { ok: false, code: error.code };
    throw error;
  }
}
