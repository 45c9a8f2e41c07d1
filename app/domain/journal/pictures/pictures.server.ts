import { storedBytes } from "#models/db/queries.server";
import { EntryVersionModel, JournalEntryModel } from "#models/journal-entry.server";
import { PictureChunkModel, PictureModel } from "#models/picture.server";
import { storeWithinQuota } from "~/domain/limits/journal-quota.server";
import type { Member } from "~/domain/member/member";
import { deriveMemberKey, openWithDerivedKey, textReencryption } from "~/domain/member/member-keys.server";
import { now } from "~/platform/clock";
import { seal } from "~/platform/encryption.server";
import { env } from "~/platform/env.server";
import type { DecodedPicture } from "~/platform/pictures.server";
import {
  arrangePictures,
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

/** Marks pictures as referenced by a saved page or no longer so; the latter are deleted once no version has them. */
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

/** Re-encrypts the chunks with the member's new key. */
export const reencryptPictures = textReencryption(PictureChunkModel, "pictures", ({ _id }) =>
  associatedDataOf(_id),
);

export type CollectedPictures = { pictures: Picture[]; why: PictureRefusal | null };

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
export async function erasePictures(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const owners = await PictureModel.find({ _id: { $in: ids } }, { userId: 1 }).lean();
  await PictureModel.deleteMany({ _id: { $in: ids } });
  for (const { _id, userId } of owners) await PictureChunkModel.deleteMany({ userId, pictureId: _id });
}
