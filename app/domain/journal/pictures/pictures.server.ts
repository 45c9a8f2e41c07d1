import { createHash } from "node:crypto";
import { storedBytes } from "#models/db/queries.server";
import { EntryVersionModel, JournalEntryModel } from "#models/journal-entry.server";
import { PictureChunkModel, PictureModel } from "#models/picture.server";
import { DAY, HOUR } from "~/domain/calendar/durations";
import { JournalFullError } from "~/domain/limits/journal-quota";
import { storeWithinQuota } from "~/domain/limits/journal-quota.server";
import { tryConsume } from "~/domain/limits/rate-limits.server";
import type { Member } from "~/domain/member/member";
import {
  deriveMemberKey,
  deterministicId,
  openWithDerivedKey,
  textReencryption,
} from "~/domain/member/member-keys.server";
import { now } from "~/platform/clock";
import { seal } from "~/platform/encryption.server";
import { env } from "~/platform/env.server";
import { decodePicture, type DecodedPicture } from "~/platform/pictures.server";
import { randomToken } from "~/platform/signing.server";
import {
  arrangePictures,
  kindOfPicture,
  PICTURE_LIMITS,
  type Picture,
  type PictureRefusal,
  type SubmittedPictures,
} from "./picture";

/** Small, because a re-encryption holds 25 chunks in memory. */
const CHUNK_BYTES = 512 * 1024;

/** Whether this instance accepts and shows pictures. */
export const arePicturesEnabled = () => env.PICTURES === "on";

const keyOf = (member: Member) => deriveMemberKey(member, "pictures");
const associatedDataOf = (id: string) => `picturePieces|${id}|1`;
const numberOf = (chunkId: string) => Number(chunkId.split(".")[2]);
const isId = (id: string) => /^[\w-]{22}$/.test(id);

/** The member's own pictures among these ids, referenced by an entry or not. */
async function findOwnPictures(member: Member, ids: readonly string[]): Promise<Picture[]> {
  if (ids.length === 0) return [];
  const mine = { _id: { $in: ids.filter(isId) }, userId: member.id };
  const records = await PictureModel.find(mine, { width: 1, height: 1 }).lean();
  return records.map(({ _id, width, height }) => ({ id: _id, width, height, text: "" }));
}

/** The size of one of the member's pictures; null for unknown ids and for pictures of others alike. */
export async function findPicture(member: Member, id: string) {
  if (!isId(id)) return null;
  return PictureModel.findOne({ _id: id, userId: member.id }, { width: 1, height: 1 }).lean();
}

/** The id of the entry with a picture; null if only a draft or a version has it. */
export async function findEntryWithPicture(member: Member, id: string): Promise<string | null> {
  const entry = await JournalEntryModel.findOne(
    { pictures: id, userId: member.id, status: "final" },
    { _id: 1 },
  ).lean();
  return entry?._id ?? null;
}

/** Decrypts the file of a picture; null for unknown ids and for pictures of others alike. */
export async function openPicture(
  member: Member,
  id: string,
  size: "large" | "small",
): Promise<Buffer | null> {
  if (!(await findPicture(member, id))) return null;
  const chunks = await PictureChunkModel.find({ userId: member.id, pictureId: id }, { sealed: 1 })
    .where("_id")
    .regex(new RegExp(`^${id}\\.${size}\\.`))
    .lean();
  chunks.sort((a, b) => numberOf(a._id) - numberOf(b._id));
  const key = keyOf(member);
  return Buffer.concat(
    chunks.map(({ _id, sealed }) => openWithDerivedKey(key, storedBytes(sealed), associatedDataOf(_id))),
  );
}

/**
 * Stores a picture for a page that is not saved yet. The chunks are written before the record, so that an interruption leaves
 * no incomplete picture. Idempotent by id. @throws JournalFullError
 */
export async function storePicture(
  member: Member,
  { id, holder }: { id: string; holder: string },
  { large, small, width, height }: DecodedPicture,
): Promise<Picture> {
  const key = keyOf(member).now;
  const at = { userId: member.id, createdAt: now() };
  const chunks = Object.entries({ large, small }).flatMap(([size, bytes]) =>
    Array.from({ length: Math.ceil(bytes.length / CHUNK_BYTES) }, (_, number) => {
      const _id = `${id}.${size}.${number}`;
      const chunk = Buffer.from(bytes.subarray(number * CHUNK_BYTES, (number + 1) * CHUNK_BYTES));
      return { _id, pictureId: id, ...at, sealed: seal(key, chunk, associatedDataOf(_id)) };
    }),
  );
  const bytes = chunks.reduce((sum, { sealed }) => sum + sealed.length, 0);
  const record = { ...at, holder, width, height, bytes, looseSince: at.createdAt };
  return storeWithinQuota(member, [record], async (release) => {
    for (const { _id, ...chunk } of chunks)
      await PictureChunkModel.replaceOne({ _id, userId: member.id }, chunk, { upsert: true });
    const mine = { _id: id, userId: member.id };
    const { upsertedCount } = await PictureModel.updateOne(mine, { $setOnInsert: record }, { upsert: true });
    if (upsertedCount === 0) release();
    return { id, width, height, text: "" };
  });
}

/**
 * Marks the pictures of a saved page as referenced, and those removed from it as unreferenced; the latter are deleted once no
 * version has them.
 */
export async function attachPictures(
  member: Member,
  before: readonly Picture[] = [],
  after: readonly Picture[] = [],
): Promise<void> {
  const old = new Set(before.map(({ id }) => id));
  const current = new Set(after.map(({ id }) => id));
  const added = [...current].filter((id) => !old.has(id));
  const removed = [...old].filter((id) => !current.has(id));
  const of = (ids: string[]) => ({ userId: member.id, _id: { $in: ids } });
  if (added.length > 0) await PictureModel.updateMany(of(added), { $set: { looseSince: null } });
  if (removed.length > 0)
    await PictureModel.updateMany(of(removed), { $set: { looseSince: now(), holder: "" } });
}

export const reencryptPictures = textReencryption(PictureChunkModel, "pictures", ({ _id }) =>
  associatedDataOf(_id),
);

type CollectedPictures = { pictures: Picture[]; why: PictureRefusal | null };

/** Merges the saved pictures of a page with those in its form; `why` is set if there are too many. */
export async function collectPictures(
  member: Member,
  before: readonly Picture[] = [],
  submitted: SubmittedPictures,
): Promise<CollectedPictures> {
  if (!arePicturesEnabled()) return { pictures: [...before], why: null };
  const saved = new Set(before.map(({ id }) => id));
  const added = [...submitted.texts.keys()].filter((id) => !saved.has(id));
  const pictures = arrangePictures(submitted, before, await findOwnPictures(member, added));
  return { pictures, why: pictures.length > PICTURE_LIMITS.each ? "too_many" : null };
}

/** The saved pictures for a form; null if pictures are disabled. */
export function picturesToEdit(saved: readonly Picture[] = []): readonly Picture[] | null {
  return arePicturesEnabled() ? saved : null;
}

/**
 * Erases pictures of entries that are being erased with their versions. A picture that another entry or version references
 * stays, for example in the copy of a form that was saved twice.
 */
export async function erasePicturesOf(entryIds: readonly string[], ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const withPictures = { pictures: { $in: [...ids] } };
  const others = await Promise.all([
    JournalEntryModel.find({ ...withPictures, _id: { $nin: [...entryIds] } }, { pictures: 1 }).lean(),
    EntryVersionModel.find({ ...withPictures, entryId: { $nin: [...entryIds] } }, { pictures: 1 }).lean(),
  ]);
  const referenced = new Set(others.flat().flatMap(({ pictures = [] }) => pictures));
  await erasePictures(ids.filter((id) => !referenced.has(id)));
}

/** Deletes the record before the chunks: an interruption leaves invisible chunks, which `removeOrphanedPictures` deletes. */
async function erasePictures(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const owners = await PictureModel.find({ _id: { $in: ids } }, { userId: 1 }).lean();
  await PictureModel.deleteMany({ _id: { $in: ids } });
  for (const { _id, userId } of owners) await PictureChunkModel.deleteMany({ userId, pictureId: _id });
}

const MAX_PER_HOUR = 120;

type AcceptedPictures = {
  taken: Picture[];
  /** The reason for the first rejected file; null if all were accepted. */
  why: PictureRefusal | null;
};

/**
 * Stores at most `limit` files of a form, valid ones even if others are rejected. The caller adds the stored pictures to the form
 * with `addPictures`. Idempotent: a file sent again with the same `submission` is the same picture.
 */
export async function acceptPictures(
  member: Member,
  submission: string = randomToken(16),
  files: readonly File[],
  limit: number = PICTURE_LIMITS.each,
): Promise<AcceptedPictures> {
  const taken: Picture[] = [];
  let why: PictureRefusal | null = null;
  for (const file of files) {
    const picture = await acceptPicture(member, submission, file, taken.length < limit);
    if (typeof picture === "string") why ??= picture;
    else if (!taken.some(({ id }) => id === picture.id)) taken.push(picture);
  }
  return { taken, why };
}

async function acceptPicture(
  member: Member,
  submission: string,
  file: File,
  isWithinLimit: boolean,
): Promise<Picture | PictureRefusal> {
  if (file.size === 0) return "empty";
  if (file.size > PICTURE_LIMITS.bytes) return "too_large";
  const bytes = new Uint8Array(await file.arrayBuffer());
  const kind = kindOfPicture(bytes);
  if (!kind) return "unknown_kind";
  const name = `${submission}|${createHash("sha256").update(bytes).digest("hex")}`;
  const id = deterministicId(member, "pictures", name);
  const known = await PictureModel.findOne({ _id: id, userId: member.id }, { width: 1, height: 1 }).lean();
  if (known) return { id, width: known.width, height: known.height, text: "" };
  if (!isWithinLimit) return "too_many";
  if (!(await tryConsume(`pictures|${member.id}`, MAX_PER_HOUR, HOUR))) return "often";
  const decoded = await decodePicture(bytes);
  if (!decoded) return kind === "heic" ? "heic" : "unreadable";
  try {
    return await storePicture(member, { id, holder: submission }, decoded);
  } catch (error) {
    if (error instanceof JournalFullError) return "full";
    throw error;
  }
}

const BATCH_SIZE = 200;

/**
 * Garbage-collects pictures that no page has referenced for a day (their page was never saved, or they were removed from it), and
 * chunks of interrupted uploads. Can be interrupted anywhere. @returns the number of deleted pictures and chunks
 */
export async function removeOrphanedPictures(signal?: AbortSignal): Promise<number> {
  return (await removeUnreferenced(signal)) + (await removeOrphanedChunks(signal));
}

async function removeUnreferenced(signal?: AbortSignal): Promise<number> {
  const dayAgo = new Date(now().getTime() - DAY);
  let deleted = 0;
  while (!signal?.aborted) {
    const found = await PictureModel.find({ looseSince: { $gt: new Date(0), $lte: dayAgo } }, { _id: 1 })
      .limit(BATCH_SIZE)
      .lean();
    const ids = found.map(({ _id }) => _id);
    if (ids.length === 0) return deleted;
    const inEntries = new Set(await referencedBy(JournalEntryModel, ids));
    const inVersions = new Set(await referencedBy(EntryVersionModel, ids));
    // Repairs a save that was interrupted between the entry and `attachPictures`.
    await PictureModel.updateMany({ _id: { $in: [...inEntries] } }, { $set: { looseSince: null } });
    const onlyInVersions = [...inVersions].filter((id) => !inEntries.has(id));
    await PictureModel.updateMany({ _id: { $in: onlyInVersions } }, { $set: { looseSince: now() } });
    const orphaned = ids.filter((id) => !inEntries.has(id) && !inVersions.has(id));
    await erasePictures(orphaned);
    deleted += orphaned.length;
  }
  return deleted;
}

/** Filters the ids of pictures: those that any record of the collection references. */
async function referencedBy(
  model: typeof JournalEntryModel | typeof EntryVersionModel,
  ids: readonly string[],
): Promise<string[]> {
  const records = await model.collection
    .find({ pictures: { $in: [...ids] } }, { projection: { pictures: 1 } })
    .toArray();
  const named = records.flatMap(({ pictures }) => pictures as string[]);
  return ids.filter((id) => named.includes(id));
}

/** Deletes chunks without a picture record. Scans chunks that are one to four days old; older ones were scanned before. */
async function removeOrphanedChunks(signal?: AbortSignal): Promise<number> {
  const at = now().getTime();
  const createdAt = { $gte: new Date(at - 4 * DAY), $lte: new Date(at - DAY) };
  let deleted = 0;
  let after = "";
  while (!signal?.aborted) {
    const chunks = await PictureChunkModel.find({ createdAt, _id: { $gt: after } }, { pictureId: 1 })
      .sort({ _id: 1 })
      .limit(BATCH_SIZE)
      .lean();
    const pictures = await PictureModel.find(
      { _id: { $in: chunks.map(({ pictureId }) => pictureId) } },
      { _id: 1 },
    ).lean();
    const existing = new Set(pictures.map(({ _id }) => _id));
    const orphaned = chunks.filter(({ pictureId }) => !existing.has(pictureId)).map(({ _id }) => _id);
    const { deletedCount } = await PictureChunkModel.deleteMany({ _id: { $in: orphaned } });
    deleted += deletedCount;
    after = chunks.at(-1)?._id ?? "";
    if (chunks.length < BATCH_SIZE) return deleted;
  }
  return deleted;
}
