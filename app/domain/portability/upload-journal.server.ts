import { duplicateKeyFields } from "#models/db/failures.server";
import { TransferFileModel } from "#models/transfer-file.server";
import { allow } from "~/domain/attempts/attempts.server";
import { DAY, HOUR, MINUTE } from "~/domain/calendar/durations";
import { localMoment } from "~/domain/calendar/local-day";
import type { Member } from "~/domain/member/member";
import { now } from "~/platform/clock";
import type { UploadRefusal } from "./import-limits";
import { holdImport } from "./pending-import.server";
import { readInThread } from "./read-in-thread.server";
import { UploadError } from "./upload-error";

type Refusal = UploadRefusal | "too_many_uploads" | "busy";
export type UploadResult = { ok: true; id: string } | { ok: false; code: Refusal };

/** Each costs reading a large file. */
const UPLOADS_AN_HOUR = 30;
const UPLOADS_A_DAY = 60;
/** Longer than reading ever takes; an older claim was left by a killed server. */
const CLAIM = MINUTE;

const shared = globalThis as typeof globalThis & { isReadingUpload?: boolean };

/** Reads a file and keeps what it holds for its writer to look at. @returns the id of the waiting import */
export async function uploadJournal(member: Member, name: string, bytes: Uint8Array): Promise<UploadResult> {
  if (shared.isReadingUpload) return { ok: false, code: "busy" };
  shared.isReadingUpload = true;
  try {
    return await oneOfPerson(member, () => readAndHold(member, name, bytes));
  } finally {
    shared.isReadingUpload = false;
  }
}

async function readAndHold(member: Member, name: string, bytes: Uint8Array): Promise<UploadResult> {
  const isAllowed =
    (await allow(`import|${member.id}`, UPLOADS_AN_HOUR, HOUR)) &&
    (await allow(`import day|${member.id}`, UPLOADS_A_DAY, DAY));
  if (!isAllowed) return { ok: false, code: "too_many_uploads" };
  const at = now();
  const timezone = member.timezone || "UTC";
  const reading = { now: at, today: localMoment(at, timezone).date, timezone };
  try {
    return { ok: true, id: await holdImport(member, name, await readInThread({ name, bytes, reading })) };
  } catch (error) {
    if (error instanceof UploadError) return { ok: false, code: error.code };
    throw error;
  }
}

/** Across all servers, only one of a person's files is read at a time. */
async function oneOfPerson(member: Member, read: () => Promise<UploadResult>): Promise<UploadResult> {
  const _id = `reading|${member.id}`;
  await TransferFileModel.deleteOne({ _id, expiresAt: { $lte: now() } });
  try {
    const expiresAt = new Date(now().getTime() + CLAIM);
    await TransferFileModel.create({
      _id,
      userId: member.id,
      purpose: "reading",
      sealed: Buffer.of(0),
      expiresAt,
    });
  } catch (error) {
    if (duplicateKeyFields(error)) return { ok: false, code: "busy" };
    throw error;
  }
  try {
    return await read();
  } finally {
    await TransferFileModel.deleteOne({ _id });
  }
}
