import { duplicateKeyFields } from "#models/db/failures.server";
import { storedBytes } from "#models/db/queries.server";
import { TransferFileModel } from "#models/transfer-file.server";
import { DAY, hasPassed, HOUR, pendingDeadline, SECOND } from "~/domain/calendar/durations";
import { formatNumber } from "~/domain/calendar/locale";
import { tryConsume } from "~/domain/limits/rate-limits.server";
import type { Member } from "~/domain/member/member";
import { deriveMemberKey, openWithDerivedKey } from "~/domain/member/member-keys.server";
import type { DayOrder } from "~/domain/portability/reading/days";
import { t } from "~/i18n/t";
import { now } from "~/platform/clock";
import { seal } from "~/platform/encryption.server";
import { env } from "~/platform/env.server";
import { randomToken, sign } from "~/platform/signing.server";
import { FILE_CHUNK_BYTES } from "~/platform/zip/read-zip.server";
import type { UploadRefusal } from "./data-texts";
import { displayFileName } from "./import-preview";
import type { SentFile } from "./parsed-upload";

/** Maximum concurrent upload sessions of the instance, from the first byte to the end of the reading. */
const MAX_SESSIONS = 4;
/** Maximum concurrent upload sessions of a client subnet, so that no network takes every slot. */
const MAX_SESSIONS_PER_SUBNET = 2;

/** Head of an upload session. `id` becomes the id of the import. */
export type UploadHead = {
  id: string;
  fileName: string;
  size: number;
  /** The files of an upload of several files. */
  files?: SentFile[];
  /** The order that the member chose for ambiguous days. */
  dayOrder?: DayOrder;
  /** Whether the import is staged; the file stays, to be read again in another order of day and month. */
  isRead?: boolean;
  refused?: UploadRefusal;
};

/** A fixed id per member: one session at a time, across all processes. */
const headId = (member: Member) => `reading|${member.id}`;
const chunkId = (id: string, chunk: number) => `${id}.file.${chunk}`;
/** Heartbeat timeout: without a heartbeat in this time the process is presumed dead. */
const LEASE_MS = 10 * SECOND;
const leaseEnd = () => new Date(now().getTime() + LEASE_MS);
const tomorrow = () => new Date(now().getTime() + DAY);
const isBusy = () => pendingDeadline(now(), LEASE_MS);
const isIdle = () => ({ busyUntil: { $not: isBusy() } });
const sealedHead = (member: Member, head: UploadHead) =>
  sealTransferFile(member, headId(member), JSON.stringify(head));

/**
 * Acquires the member's upload slot; an expired lease of a killed process is replaced.
 * @returns false if the slot, the subnet's or the instance's limit is taken
 */
async function acquireUploadSlot(member: Member, head: UploadHead, subnet: string): Promise<boolean> {
  // Filters by the prefix of the id first, because other records of the collection are large.
  const all = { _id: /^reading\|/, busyUntil: isBusy() };
  const network = sign("upload-network", subnet).slice(0, 16);
  const busy = await TransferFileModel.find(all).select({ network: 1 }).lean();
  if (busy.length >= MAX_SESSIONS) return false;
  if (busy.filter((other) => other.network === network).length >= MAX_SESSIONS_PER_SUBNET) return false;
  const _id = headId(member);
  await TransferFileModel.deleteOne({ _id, ...isIdle() });
  const mine = { _id, userId: member.id, purpose: "reading" as const, next: 0, network };
  try {
    await TransferFileModel.create({
      ...mine,
      sealed: sealedHead(member, head),
      busyUntil: leaseEnd(),
      expiresAt: tomorrow(),
    });
  } catch (error) {
    if (duplicateKeyFields(error)) return false;
    throw error;
  }
  await deleteChunks(member);
  return true;
}

/** Acquires an idle session. @returns whether this process acquired the session */
export async function resumeUpload(member: Member): Promise<boolean> {
  const mine = { _id: headId(member), userId: member.id, ...isIdle() };
  const { modifiedCount } = await TransferFileModel.updateOne(mine, {
    $set: { busyUntil: leaseEnd(), next: 0 },
  });
  return modifiedCount === 1;
}

/** Extends the lease, and stores the number of entries read so far. */
export async function heartbeatUpload(member: Member, entries?: number): Promise<void> {
  const seen = entries === undefined ? {} : { next: entries };
  await TransferFileModel.updateOne({ _id: headId(member) }, { $set: { busyUntil: leaseEnd(), ...seen } });
}

export async function updateUploadHead(member: Member, head: UploadHead): Promise<void> {
  await TransferFileModel.updateOne({ _id: headId(member) }, { $set: { sealed: sealedHead(member, head) } });
}

/** The member's upload. `entries`: number read so far; `isIdle`: no process holds the lease. */
export async function findUpload(member: Member) {
  const filter = { _id: headId(member), expiresAt: { $gt: now() } };
  const record = await TransferFileModel.findOne(filter).lean();
  if (!record) return null;
  const head = JSON.parse(openTransferFile(member, record).toString("utf8")) as UploadHead;
  return {
    ...head,
    entries: record.next ?? 0,
    isIdle: !record.busyUntil || hasPassed(record.busyUntil, now(), LEASE_MS),
  };
}

/** Stores the code of the rejection and deletes the file's chunks. */
export async function rejectUpload(member: Member, head: UploadHead, refused: UploadRefusal): Promise<void> {
  const rejected = { sealed: sealedHead(member, { ...head, refused }) };
  await TransferFileModel.updateOne({ _id: headId(member) }, { $set: rejected, $unset: { busyUntil: "" } });
  await deleteChunks(member);
}

/** Stores that the file is staged, and releases the lease. The chunks stay until the import is confirmed or discarded. */
export async function retainUpload(member: Member, head: UploadHead): Promise<void> {
  const kept = { sealed: sealedHead(member, { ...head, isRead: true }) };
  await TransferFileModel.updateOne({ _id: headId(member) }, { $set: kept, $unset: { busyUntil: "" } });
}

/** Releases the lease; the session can be resumed. */
export async function releaseUpload(member: Member): Promise<void> {
  await TransferFileModel.updateOne({ _id: headId(member) }, { $unset: { busyUntil: "" } });
}

export async function discardUpload(member: Member): Promise<void> {
  await TransferFileModel.deleteOne({ _id: headId(member) });
  await deleteChunks(member);
}

async function writeChunk(member: Member, id: string, chunk: number, bytes: Uint8Array): Promise<void> {
  const _id = chunkId(id, chunk);
  await TransferFileModel.create({
    ...{ _id, userId: member.id, purpose: "upload-piece", expiresAt: tomorrow() },
    sealed: sealTransferFile(member, _id, bytes),
  });
}

/** @throws if the chunk was deleted because the member sent another file */
export async function readChunk(member: Member, id: string, chunk: number): Promise<Uint8Array> {
  const record = await TransferFileModel.findOne({ _id: chunkId(id, chunk), userId: member.id }).lean();
  if (!record) throw new Error("A chunk of the upload is missing.");
  return openTransferFile(member, record);
}

const deleteChunks = (member: Member) =>
  TransferFileModel.deleteMany({ userId: member.id, purpose: "upload-piece" });

/** Rate limits of a member, because each upload costs the reading of a large file. */
const MAX_UPLOADS_PER_HOUR = 30;
const MAX_UPLOADS_PER_DAY = 60;
/** Interval of the heartbeat while a file is being received. */
const HEARTBEAT_MS = 3 * SECOND;

export type UploadBusy = "too_many_uploads" | "busy";

/** Writes an upload to its session. */
export type UploadWriter = {
  /** Begins a file: the bytes added next are its content. */
  startFile: (name: string) => void;
  /** Adds bytes. Resolves when they are stored, for back-pressure. */
  add: (bytes: Uint8Array) => Promise<void>;
  /** Stores the last chunk. */
  end: () => Promise<void>;
  /** Hands the upload over to its reader; `drop` has no effect afterwards. */
  take: () => { id: string; size: number; files: SentFile[] };
  drop: () => Promise<void>;
};

/** Counts a reading against the member's rate limits. @returns false if a limit is exhausted */
export const tryConsumeReading = async (member: Member): Promise<boolean> =>
  (await tryConsume(`import|${member.id}`, MAX_UPLOADS_PER_HOUR, HOUR)) &&
  (await tryConsume(`import day|${member.id}`, MAX_UPLOADS_PER_DAY, DAY));

/**
 * Opens an upload session, which stores the file in encrypted chunks as it arrives. Limits: one session per member,
 * MAX_SESSIONS per instance, MAX_SESSIONS_PER_SUBNET per client subnet.
 */
export async function receiveUpload(member: Member, subnet: string): Promise<UploadWriter | UploadBusy> {
  if (!(await tryConsumeReading(member))) return "too_many_uploads";
  const id = randomToken(16);
  if (!(await acquireUploadSlot(member, { id, fileName: "", size: 0 }, subnet))) return "busy";
  const chunk = Buffer.allocUnsafeSlow(FILE_CHUNK_BYTES);
  let filled = 0;
  let chunks = 0;
  let size = 0;
  const files: SentFile[] = [];
  let isTaken = false;
  const heartbeat = setInterval(
    () => void heartbeatUpload(member).catch(() => undefined),
    HEARTBEAT_MS,
  ).unref();
  const flush = async () => {
    await writeChunk(member, id, chunks++, chunk.subarray(0, filled));
    filled = 0;
  };
  return {
    startFile: (name) =>
      void files.push({ name: displayFileName(name.split(/[\\/]/).at(-1) ?? "").normalize("NFC"), size: 0 }),
    add: async (bytes) => {
      size += bytes.length;
      const file = files.at(-1);
      if (file) file.size += bytes.length;
      for (let at = 0; at < bytes.length;) {
        const part = bytes.subarray(at, at + FILE_CHUNK_BYTES - filled);
        chunk.set(part, filled);
        filled += part.length;
        at += part.length;
        if (filled === FILE_CHUNK_BYTES) await flush();
      }
    },
    end: async () => {
      if (filled > 0) await flush();
    },
    take: () => {
      isTaken = true;
      clearInterval(heartbeat);
      return { id, size, files };
    },
    drop: async () => {
      clearInterval(heartbeat);
      if (!isTaken) await discardUpload(member);
    },
  };
}

/** Maximum files of one upload. */
export const MAX_SENT_FILES = 200;
/** Size limit of an import form, from IMPORT_MB. */
export const maxImportBytes = () => env.IMPORT_MB * 1024 * 1024;
export const formatImportLimit = () => t("{count} MB", { count: formatNumber(env.IMPORT_MB) });

const keyOf = (member: Member) => deriveMemberKey(member, "held-file");
const associatedDataOf = (id: string) => `heldFiles|${id}|1`;

/** Encrypts the content of an uploaded, staged or printed file for its member, bound to its record. */
export const sealTransferFile = (member: Member, id: string, content: Uint8Array | string): Buffer =>
  seal(keyOf(member).now, typeof content === "string" ? content : Buffer.from(content), associatedDataOf(id));

/** @throws DecryptionError if the record was changed or moved */
export const openTransferFile = (member: Member, { _id, sealed }: { _id: string; sealed: Buffer }): Buffer =>
  openWithDerivedKey(keyOf(member), storedBytes(sealed), associatedDataOf(_id));
