import { storedBytes } from "#models/db/queries.server";
import { TransferFileModel } from "#models/transfer-file.server";
import { hasPassed, HOUR, MINUTE } from "~/domain/calendar/durations";
import type { Member } from "~/domain/member/member";
import { deriveMemberKey, openWithDerivedKey } from "~/domain/member/member-keys.server";
import type { PrintRefusal } from "~/domain/print/print-task";
import { now } from "~/platform/clock";
import { seal } from "~/platform/encryption.server";
import { randomToken } from "~/platform/signing.server";
import type { BookOptions } from "./book-options";

/** A book that is not fetched is forgotten after this long. */
const KEPT_MS = HOUR;
/** A process that makes a book says so at least this often; else it has ended on the way. */
const BUSY_MS = 3 * MINUTE;

/** What is known of a book besides its pages. */
type Head = {
  title: string;
  fileName: string;
  format: BookOptions["format"];
  failed?: PrintRefusal | "broken";
};
/** A book as its page shows it. */
export type PendingBook = Pick<Head, "title" | "format"> & {
  stage: "making" | "ready" | "failed";
  why: Head["failed"];
  /** How far it is, in hundredths. */
  percent: number;
  bytes: number;
};

const keyOf = (member: Member) => deriveMemberKey(member, "held-file");
const associatedDataOf = (id: string) => `heldFiles|${id}|1`;
const partId = (id: string, part: number) => `${id}.${part}`;
const mine = (member: Member, id: string) => ({
  _id: id,
  userId: member.id,
  purpose: "book" as const,
  expiresAt: { $gt: now() },
});
const sealed = (member: Member, id: string, bytes: Uint8Array | string) =>
  seal(keyOf(member).now, typeof bytes === "string" ? bytes : Buffer.from(bytes), associatedDataOf(id));
const opened = (member: Member, record: { _id: string; sealed: Buffer }) =>
  openWithDerivedKey(keyOf(member), storedBytes(record.sealed), associatedDataOf(record._id));
const headOf = (member: Member, record: { _id: string; sealed: Buffer }) =>
  JSON.parse(opened(member, record).toString("utf8")) as Head;
const soon = () => new Date(now().getTime() + BUSY_MS);
const later = () => new Date(now().getTime() + KEPT_MS);

/** Makes room for a book that is begun; one that waited gives way. @returns its id */
export async function createPendingBook(member: Member, head: Head, entries: number): Promise<string> {
  await TransferFileModel.deleteMany({ userId: member.id, purpose: { $in: ["book", "book-part"] } });
  const _id = randomToken(16);
  await TransferFileModel.create({
    _id,
    userId: member.id,
    purpose: "book",
    sealed: sealed(member, _id, JSON.stringify(head)),
    parts: entries,
    next: 0,
    expiresAt: later(),
    busyUntil: soon(),
  });
  return _id;
}

/** Says how many entries are set. @returns false where nobody waits for the book any more */
export async function updateProgress(member: Member, id: string, entries: number): Promise<boolean> {
  const { matchedCount } = await TransferFileModel.updateOne(mine(member, id), {
    $set: { next: entries, busyUntil: soon() },
  });
  return matchedCount === 1;
}

/** Keeps a part of the file, sealed. */
export async function saveBookPart(
  member: Member,
  id: string,
  part: number,
  bytes: Uint8Array,
): Promise<void> {
  const _id = partId(id, part);
  const record = { userId: member.id, purpose: "book-part" as const, expiresAt: later() };
  await TransferFileModel.create({ ...record, _id, sealed: sealed(member, _id, bytes) });
}

/** The book is whole: the bytes of each part. */
export async function completeBook(member: Member, id: string, parts: readonly number[]): Promise<void> {
  await TransferFileModel.updateOne(mine(member, id), {
    $set: { added: [...parts], expiresAt: later() },
    $unset: { busyUntil: 1 },
  });
}

/** The book will not be made; its page says why. */
export async function failBook(
  member: Member,
  id: string,
  failed: NonNullable<Head["failed"]>,
): Promise<void> {
  const record = await TransferFileModel.findOne(mine(member, id)).lean();
  if (!record) return;
  const head = JSON.stringify({ ...headOf(member, record), failed });
  await TransferFileModel.updateOne(mine(member, id), { $set: { sealed: sealed(member, id, head) } });
  await TransferFileModel.deleteMany({ userId: member.id, purpose: "book-part" });
}

/** A person's book; null where it was fetched, or its hour is over. */
export async function readPendingBook(member: Member, id: string): Promise<PendingBook | null> {
  const record = await TransferFileModel.findOne(mine(member, id)).lean();
  if (!record) return null;
  const { title, format, failed } = headOf(member, record);
  const { parts = 1, next = 0, added, busyUntil } = record;
  const isGone = !added && (!busyUntil || hasPassed(busyUntil, now(), BUSY_MS));
  return {
    title,
    format,
    stage: added?.length ? "ready" : failed || isGone ? "failed" : "making",
    why: failed ?? (isGone ? "broken" : undefined),
    percent: Math.min(99, Math.floor((100 * next) / Math.max(1, parts))),
    bytes: (added ?? []).reduce((sum, bytes) => sum + bytes, 0),
  };
}

/** Gives a book that is ready, once: each part is gone when it has been read. Null where there is none. */
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
    if (!record) throw new Error("A part of a book is missing.");
    yield opened(member, record);
  }
}
