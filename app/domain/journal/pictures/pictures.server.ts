import { storedBytes } from "#models/db/queries.server";
import { reencryption } from "#models/db/reencryption.server";
import { EntryVersionModel } from "#models/entry-version.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { PictureChunkModel, PictureModel } from "#models/picture.server";
import { storeWithinQuota } from "~/domain/limits/journal-quota.server";
import type { Member } from "~/domain/member/member";
import { deriveMemberKey, openWithDerivedKey, reencryptIfOld } from "~/domain/member/member-keys.server";
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

/** Pieces are small enough for twenty-five of them to be in memory while a journal moves to another key. */
const PIECE = 512 * 1024;

/** Whether this house takes and shows pictures. */
export const arePicturesEnabled = () => env.PICTURES === "on";

const keyOf = (member: Member) => deriveMemberKey(member, "pictures");
const piecePlace = (id: string) => `picturePieces|${id}|1`;
const numberOf = (pieceId: string) => Number(pieceId.split(".")[2]);
const isId = (id: string) => /^[\w-]{22}$/.test(id);

/** Those of these pictures that are this member's, whether a page shows them yet or not. */
async function findOwnPictures(member: Member, ids: readonly string[]): Promise<Picture[]> {
  if (ids.length === 0) return [];
  const mine = { _id: { $in: ids.filter(isId) }, userId: member.id };
  const records = await PictureModel.find(mine, { width: 1, height: 1 }).lean();
  return records.map(({ _id, width, height }) => ({ id: _id, width, height, text: "" }));
}

/** Where a picture of this person's came from; null for an unknown id and for another person's alike. */
export async function findPicture(member: Member, id: string) {
  if (!isId(id)) return null;
  return PictureModel.findOne({ _id: id, userId: member.id }, { width: 1, height: 1 }).lean();
}

/** The id of the entry that shows a picture. */
export async function findEntryWithPicture(member: Member, id: string): Promise<string | null> {
  const entry = await JournalEntryModel.findOne(
    { pictures: id, userId: member.id, status: "final" },
    { _id: 1 },
  ).lean();
  return entry?._id ?? null;
}

/** The file of a picture; null for an unknown id and for another person's alike. */
export async function openPicture(
  member: Member,
  id: string,
  size: "large" | "small",
): Promise<Buffer | null> {
  if (!(await findPicture(member, id))) return null;
  const pieces = await PictureChunkModel.find({ userId: member.id, pictureId: id }, { sealed: 1 })
    .where("_id")
    .regex(new RegExp(`^${id}\\.${size}\\.`))
    .lean();
  const inOrder = pieces.sort((one, other) => numberOf(one._id) - numberOf(other._id));
  const key = keyOf(member);
  return Buffer.concat(
    inOrder.map(({ _id, sealed }) => openWithDerivedKey(key, storedBytes(sealed), piecePlace(_id))),
  );
}

/**
 * Keeps a picture for a page that has yet to be saved. Its pieces come first and its record last, so that whatever is cut off
 * leaves no half picture; the same id kept twice is one picture. @throws JournalFullError
 */
export async function storePicture(
  member: Member,
  { id, holder }: { id: string; holder: string },
  { large, small, width, height }: DecodedPicture,
): Promise<Picture> {
  const key = keyOf(member).now;
  const at = { userId: member.id, createdAt: now() };
  const pieces = Object.entries({ large, small }).flatMap(([size, bytes]) =>
    Array.from({ length: Math.ceil(bytes.length / PIECE) }, (_, number) => {
      const _id = `${id}.${size}.${number}`;
      const piece = Buffer.from(bytes.subarray(number * PIECE, (number + 1) * PIECE));
      return { _id, pictureId: id, ...at, sealed: seal(key, piece, piecePlace(_id)) };
    }),
  );
  const bytes = pieces.reduce((sum, { sealed }) => sum + sealed.length, 0);
  const record = { ...at, holder, width, height, bytes, looseSince: at.createdAt };
  return storeWithinQuota(member, [record], async (release) => {
    for (const { _id, ...piece } of pieces)
      await PictureChunkModel.replaceOne({ _id, userId: member.id }, piece, { upsert: true });
    const mine = { _id: id, userId: member.id };
    const { upsertedCount } = await PictureModel.updateOne(mine, { $setOnInsert: record }, { upsert: true });
    if (upsertedCount === 0) release();
    return { id, width, height, text: "" };
  });
}

/** Notes which pictures a saved page shows now, and which it shows no longer: those go once no version has them. */
export async function attachPictures(
  member: Member,
  before: readonly Picture[] = [],
  after: readonly Picture[] = [],
): Promise<void> {
  const had = new Set(before.map(({ id }) => id));
  const has = new Set(after.map(({ id }) => id));
  const shown = [...has].filter((id) => !had.has(id));
  const gone = [...had].filter((id) => !has.has(id));
  const of = (ids: string[]) => ({ userId: member.id, _id: { $in: ids } });
  if (shown.length > 0) await PictureModel.updateMany(of(shown), { $set: { looseSince: null } });
  if (gone.length > 0) await PictureModel.updateMany(of(gone), { $set: { looseSince: now(), holder: "" } });
}

/** Each piece moves to its person's new key. */
export const reencryptPictures = reencryption(PictureChunkModel, (member: Member) => {
  const key = keyOf(member);
  return ({ _id, sealed }) => {
    const moved = reencryptIfOld(key, sealed, piecePlace(_id));
    return moved && { set: { sealed: moved } };
  };
});

export type CollectedPictures = { pictures: Picture[]; why: PictureRefusal | null };

/** The pictures of a page after its form: those saved with it so far, and those that the form names. */
export async function collectPictures(
  member: Member,
  before: readonly Picture[] = [],
  typed: SubmittedPictures,
): Promise<CollectedPictures> {
  if (!arePicturesEnabled()) return { pictures: [...before], why: null };
  const saved = new Set(before.map(({ id }) => id));
  const named = [...typed.texts.keys()].filter((id) => !saved.has(id));
  const pictures = arrangePictures(typed, before, await findOwnPictures(member, named));
  return { pictures, why: pictures.length > PICTURE_LIMITS.each ? "too_many" : null };
}

/** The saved pictures on the page of an unfinished entry. Null where the instance takes none. */
export function picturesToEdit(saved: readonly Picture[] = []): readonly Picture[] | null {
  return arePicturesEnabled() ? saved : null;
}

/**
 * Erases the pictures that entries had which are erased with all their versions. One that another entry shows as well, such as
 * the copy of a form that was kept twice, stays.
 */
export async function erasePicturesOf(entryIds: readonly string[], ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const shown = { pictures: { $in: [...ids] } };
  const others = await Promise.all([
    JournalEntryModel.find({ ...shown, _id: { $nin: [...entryIds] } }, { pictures: 1 }).lean(),
    EntryVersionModel.find({ ...shown, entryId: { $nin: [...entryIds] } }, { pictures: 1 }).lean(),
  ]);
  const stay = new Set(others.flat().flatMap(({ pictures = [] }) => pictures));
  await erasePictures(ids.filter((id) => !stay.has(id)));
}

/** The record first: what is left after an interruption is pieces that nobody sees, and that a job takes away. */
export async function erasePictures(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const owners = await PictureModel.find({ _id: { $in: ids } }, { userId: 1 }).lean();
  await PictureModel.deleteMany({ _id: { $in: ids } });
  for (const { _id, userId } of owners) await PictureChunkModel.deleteMany({ userId, pictureId: _id });
}
