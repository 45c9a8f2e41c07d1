import { TransferFileModel } from "#models/transfer-file.server";
import { hasPassed, HOUR, MINUTE } from "~/domain/calendar/durations";
import type { Member } from "~/domain/member/member";
import { openTransferFile, sealTransferFile } from "~/domain/portability/upload-session.server";
import type { PrintRefusal } from "~/domain/print/print-task";
import { now } from "~/platform/clock";
import { randomToken } from "~/platform/signing.server";
import type { BookOptions } from "./book-options";

/** Lifetime of a book that is not downloaded. */
const BOOK_TTL_MS = HOUR;
/** Heartbeat timeout: without progress in this time the process is presumed dead. */
const LEASE_MS = 3 * MINUTE;

/** Metadata of a book, stored encrypted. */
type Head = {
  title: string;
  fileName: string;
  format: BookOptions["format"];
  failed?: PrintRefusal | "broken";
};
export type PendingBook = Pick<Head, "title" | "format"> & {
  stage: "making" | "ready" | "failed";
  why: Head["failed"];
  percent: number;
  bytes: number;
};

const partId = (id: string, part: number) => `${id}.${part}`;
const mine = (member: Member, id: string) => ({
  _id: id,
  userId: member.id,
  purpose: "book" as const,
  expiresAt: { $gt: now() },
});
const headOf = (member: Member, record: { _id: string; sealed: Buffer }) =>
  JSON.parse(openTransferFile(member, record).toString("utf8")) as Head;
const leaseEnd = () => new Date(now().getTime() + LEASE_MS);
const bookExpiry = () => new Date(now().getTime() + BOOK_TTL_MS);

/** Creates a pending book; replaces an earlier one. @returns its id */
export async function createPendingBook(member: Member, head: Head, entries: number): Promise<string> {
  await TransferFileModel.deleteMany({ userId: member.id, purpose: { $in: ["book", "book-part"] } });
  const _id = randomToken(16);
  await TransferFileModel.create({
    _id,
    userId: member.id,
    purpose: "book",
    sealed: sealTransferFile(member, _id, JSON.stringify(head)),
    parts: entries,
    next: 0,
    expiresAt: bookExpiry(),
    busyUntil: leaseEnd(),
  });
  return _id;
}

/** Stores the number of entries laid out. @returns false if the book was replaced or has expired */
export async function updateProgress(member: Member, id: string, entries: number): Promise<boolean> {
  const { matchedCount } = await TransferFileModel.updateOne(mine(member, id), {
    $set: { next: entries, busyUntil: leaseEnd() },
  });
  return matchedCount === 1;
}

export async function saveBookPart(
  member: Member,
  id: string,
  part: number,
  bytes: Uint8Array,
): Promise<void> {
  const _id = partId(id, part);
  const record = { userId: member.id, purpose: "book-part" as const, expiresAt: bookExpiry() };
  await TransferFileModel.create({ ...record, _id, sealed: sealTransferFile(member, _id, bytes) });
}

/** Marks the book as ready. `parts` is the size of each part in bytes. */
export async function completeBook(member: Member, id: string, parts: readonly number[]): Promise<void> {
  await TransferFileModel.updateOne(mine(member, id), {
    $set: { added: [...parts], expiresAt: bookExpiry() },
    $unset: { busyUntil: 1 },
  });
}

/** Stores the reason why the book was not made, and deletes its parts. */
export async function failBook(
  member: Member,
  id: string,
  failed: NonNullable<Head["failed"]>,
): Promise<void> {
  const record = await TransferFileModel.findOne(mine(member, id)).lean();
  if (!record) return;
  const head = JSON.stringify({ ...headOf(member, record), failed });
  await TransferFileModel.updateOne(mine(member, id), {
    $set: { sealed: sealTransferFile(member, id, head) },
  });
  await TransferFileModel.deleteMany({ userId: member.id, purpose: "book-part" });
}

/** The state of a pending book; null if it was downloaded or has expired. */
export async function readPendingBook(member: Member, id: string): Promise<PendingBook | null> {
  const record = await TransferFileModel.findOne(mine(member, id)).lean();
  if (!record) return null;
  const { title, format, failed } = headOf(member, record);
  const { parts = 1, next = 0, added, busyUntil } = record;
  const isAbandoned = !added && (!busyUntil || hasPassed(busyUntil, now(), LEASE_MS));
  return {
    title,
    format,
    stage: added?.length ? "ready" : failed || isAbandoned ? "failed" : "making",
    why: failed ?? (isAbandoned ? "broken" : undefined),
    percent: Math.min(99, Math.floor((100 * next) / Math.max(1, parts))),
    bytes: (added ?? []).reduce((sum, bytes) => sum + bytes, 0),
  };
}

/** Returns a book that is ready, once: each part is deleted when it is read. Null if no such book is ready. */
export async function consumeBook(member: Member, id: string) {
  const record = await TransferFileModel.findOneAndDelete({
    ...mine(member, id),
    added: { $exists: true, $ne: [] },
  }).lean();
  if (!record) return null;
  const { added = [] } = record;
  return {
    ...headOf(member, record),
    bytes: added.reduce((sum, bytes) => sum + bytes, 0),
    body: partsOfBook(member, id, added.length),
  };
}

async function* partsOfBook(member: Member, id: string, count: number): AsyncGenerator<Uint8Array> {
  for (let part = 0; part < count; part++) {
    const filter = { _id: partId(id, part), userId: member.id };
    const record = await TransferFileModel.findOneAndDelete(filter).lean();
    if (!record) throw new Error("A part of the book is missing.");
    yield openTransferFile(member, record);
  }
}
