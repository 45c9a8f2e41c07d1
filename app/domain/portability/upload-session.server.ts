import { duplicateKeyFields } from "#models/db/failures.server";
import { storedBytes } from "#models/db/queries.server";
import { TransferFileModel } from "#models/transfer-file.server";
import { DAY, hasPassed, HOUR, pendingDeadline, SECOND } from "~/domain/calendar/durations";
import { formatNumber } from "~/domain/calendar/locale";
import { tryConsume } from "~/domain/limits/rate-limits.server";
import type { Member } from "~/domain/member/member";
import { deriveMemberKey, openWithDerivedKey } from "~/domain/member/member-keys.server";
import { t } from "~/i18n/t";
import { now } from "~/platform/clock";
import { seal } from "~/platform/encryption.server";
import { env } from "~/platform/env.server";
import { randomToken, sign } from "~/platform/signing.server";
import { FILE_CHUNK_BYTES } from "~/platform/zip/byte-source";
import type { UploadRefusal } from "./data-texts";

/** As many people's files are kept together while they arrive and are read. */
const HELD_AT_ONCE = 4;
/** And those from one client subnet: no network can take every slot. */
const HELD_OF_SUBNET = 2;

/** What is known of a file that arrives or is read: `id` is that of the import which it becomes. */
export type UploadHead = { id: string; fileName: string; size: number; refused?: UploadRefusal };

const keyOf = (member: Member) => deriveMemberKey(member, "held-file");
const associatedDataOf = (_id: string) => `heldFiles|${_id}|1`;
/** There is one for a person, on however many servers. */
const headId = (member: Member) => `reading|${member.id}`;
const pieceId = (id: string, piece: number) => `${id}.file.${piece}`;
/** A process that works on it says so before this is over; else it has ended on the way. */
const LEASE_MS = 10 * SECOND;
const soon = () => new Date(now().getTime() + LEASE_MS);
const tomorrow = () => new Date(now().getTime() + DAY);
const sealed = (member: Member, _id: string, bytes: Uint8Array | string) =>
  seal(keyOf(member).now, typeof bytes === "string" ? bytes : Buffer.from(bytes), associatedDataOf(_id));
const opened = (member: Member, { _id, sealed: bytes }: { _id: string; sealed: Buffer }) =>
  openWithDerivedKey(keyOf(member), storedBytes(bytes), associatedDataOf(_id));
const isBusy = () => pendingDeadline(now(), LEASE_MS);
const isIdle = () => ({ busyUntil: { $not: isBusy() } });
const sealedHead = (member: Member, head: UploadHead) => sealed(member, headId(member), JSON.stringify(head));

/**
 * Takes the only place that a person has for a file; what a killed server left there gives way after some seconds.
 * @returns whether there was room, here, for the client's subnet and in the house
 */
async function acquireUploadSlot(member: Member, head: UploadHead, subnet: string): Promise<boolean> {
  // By their ids: other records of the collection are large.
  const all = { _id: /^reading\|/, busyUntil: isBusy() };
  const network = sign("upload-network", subnet).slice(0, 16);
  const busy = await TransferFileModel.find(all).select({ network: 1 }).lean();
  if (busy.length >= HELD_AT_ONCE) return false;
  if (busy.filter((other) => other.network === network).length >= HELD_OF_SUBNET) return false;
  const _id = headId(member);
  await TransferFileModel.deleteOne({ _id, ...isIdle() });
  const mine = { _id, userId: member.id, purpose: "reading" as const, next: 0, network };
  try {
    await TransferFileModel.create({
      ...mine,
      sealed: sealedHead(member, head),
      busyUntil: soon(),
      expiresAt: tomorrow(),
    });
  } catch (error) {
    if (duplicateKeyFields(error)) return false;
    throw error;
  }
  await dropPieces(member);
  return true;
}

/** Takes up again a file that no process works on. @returns whether this is who does now */
export async function resumeUpload(member: Member): Promise<boolean> {
  const mine = { _id: headId(member), userId: member.id, ...isIdle() };
  const { modifiedCount } = await TransferFileModel.updateOne(mine, { $set: { busyUntil: soon(), next: 0 } });
  return modifiedCount === 1;
}

/** Says that it is being worked on, and how many entries were seen in it. */
export async function heartbeatUpload(member: Member, entries?: number): Promise<void> {
  const seen = entries === undefined ? {} : { next: entries };
  await TransferFileModel.updateOne({ _id: headId(member) }, { $set: { busyUntil: soon(), ...seen } });
}

/** Notes what is known of it by now. */
export async function updateUploadHead(member: Member, head: UploadHead): Promise<void> {
  await TransferFileModel.updateOne({ _id: headId(member) }, { $set: { sealed: sealedHead(member, head) } });
}

/** A person's file; `entries` have been seen in it, and `isIdle` where no process works on it. */
export async function findUpload(member: Member) {
  const filter = { _id: headId(member), expiresAt: { $gt: now() } };
  const record = await TransferFileModel.findOne(filter).lean();
  if (!record) return null;
  const head = JSON.parse(opened(member, record).toString("utf8")) as UploadHead;
  return {
    ...head,
    entries: record.next ?? 0,
    isIdle: !record.busyUntil || hasPassed(record.busyUntil, now(), LEASE_MS),
  };
}

/** Says why it was not taken; nothing of it stays. */
export async function rejectUpload(member: Member, head: UploadHead, refused: UploadRefusal): Promise<void> {
  const said = { sealed: sealedHead(member, { ...head, refused }) };
  await TransferFileModel.updateOne({ _id: headId(member) }, { $set: said, $unset: { busyUntil: "" } });
  await dropPieces(member);
}

/** Leaves it as it is, to be taken up again. */
export async function releaseUpload(member: Member): Promise<void> {
  await TransferFileModel.updateOne({ _id: headId(member) }, { $unset: { busyUntil: "" } });
}

/** Throws it away. */
export async function discardUpload(member: Member): Promise<void> {
  await TransferFileModel.deleteOne({ _id: headId(member) });
  await dropPieces(member);
}

async function writeChunk(member: Member, id: string, piece: number, bytes: Uint8Array): Promise<void> {
  const _id = pieceId(id, piece);
  await TransferFileModel.create({
    ...{ _id, userId: member.id, purpose: "upload-piece", expiresAt: tomorrow() },
    sealed: sealed(member, _id, bytes),
  });
}

/** A piece of the file. @throws where it is gone, because another file has come meanwhile */
export async function readChunk(member: Member, id: string, piece: number): Promise<Uint8Array> {
  const record = await TransferFileModel.findOne({ _id: pieceId(id, piece), userId: member.id }).lean();
  if (!record) throw new Error("A piece of an upload is missing.");
  return opened(member, record);
}

const dropPieces = (member: Member) =>
  TransferFileModel.deleteMany({ userId: member.id, purpose: "upload-piece" });

/** Each costs reading a large file. */
const UPLOADS_AN_HOUR = 30;
const UPLOADS_A_DAY = 60;
/** As long as it arrives, that is said this often. */
const SAID_EVERY = 3 * SECOND;

/** Why no file is taken at this moment. */
export type UploadBusy = "too_many_uploads" | "busy";

/** A file on its way into our keeping. */
export type UploadWriter = {
  /** Adds what has come; returns once there is room for more, so that nothing piles up. */
  add: (bytes: Uint8Array) => Promise<void>;
  /** Keeps the end of it. */
  end: () => Promise<void>;
  /** Hands it over to who reads it: `drop` does nothing from then on. */
  take: () => { id: string; size: number };
  drop: () => Promise<void>;
};

/**
 * Makes room for a file of a person's: sealed piece by piece as it arrives, and thrown away when it has been read. A person
 * sends one at a time, an instance takes a few, and a client subnet takes half of those.
 */
export async function receiveUpload(member: Member, subnet: string): Promise<UploadWriter | UploadBusy> {
  const isAllowed =
    (await tryConsume(`import|${member.id}`, UPLOADS_AN_HOUR, HOUR)) &&
    (await tryConsume(`import day|${member.id}`, UPLOADS_A_DAY, DAY));
  if (!isAllowed) return "too_many_uploads";
  const id = randomToken(16);
  if (!(await acquireUploadSlot(member, { id, fileName: "", size: 0 }, subnet))) return "busy";
  const piece = Buffer.allocUnsafeSlow(FILE_CHUNK_BYTES);
  let filled = 0;
  let pieces = 0;
  let size = 0;
  let isTaken = false;
  const saying = setInterval(() => void heartbeatUpload(member).catch(() => undefined), SAID_EVERY).unref();
  const keep = async () => {
    await writeChunk(member, id, pieces++, piece.subarray(0, filled));
    filled = 0;
  };
  return {
    add: async (bytes) => {
      size += bytes.length;
      for (let at = 0; at < bytes.length;) {
        const some = bytes.subarray(at, at + FILE_CHUNK_BYTES - filled);
        piece.set(some, filled);
        filled += some.length;
        at += some.length;
        if (filled === FILE_CHUNK_BYTES) await keep();
      }
    },
    end: async () => {
      if (filled > 0) await keep();
    },
    take: () => {
      isTaken = true;
      clearInterval(saying);
      return { id, size };
    },
    drop: async () => {
      clearInterval(saying);
      if (!isTaken) await discardUpload(member);
    },
  };
}

/** What a form with a journal may weigh, as the administrator of this house has set it. */
export const maxImportBytes = () => env.IMPORT_MB * 1024 * 1024;
export const formatImportLimit = () => t("{count} MB", { count: formatNumber(env.IMPORT_MB) });
