import { createHash } from "node:crypto";
import { EntryVersionModel } from "#models/entry-version.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { PictureChunkModel, PictureModel } from "#models/picture.server";
import { DAY, HOUR } from "~/domain/calendar/durations";
import { JournalFullError } from "~/domain/limits/journal-quota";
import { tryConsume } from "~/domain/limits/rate-limits.server";
import type { Member } from "~/domain/member/member";
import { deterministicId } from "~/domain/member/member-keys.server";
import { now } from "~/platform/clock";
import { decodePicture } from "~/platform/pictures.server";
import { randomToken } from "~/platform/signing.server";
import { kindOfPicture, PICTURE_LIMITS, type Picture, type PictureRefusal } from "./picture";
import { erasePictures, storePicture } from "./pictures.server";

const AN_HOUR = 120;

type TakenIn = {
  taken: Picture[];
  /** Why the first of those that were left out was; null where all were taken. */
  why: PictureRefusal | null;
};

/**
 * Stores the files of a form one after the other, and the good ones whatever the others are. The form has yet to name them
 * (`addPictures`). The same file of the same `submission` is one picture, however often it is sent.
 */
export async function acceptPictures(
  member: Member,
  submission: string = randomToken(16),
  files: readonly File[],
  room: number = PICTURE_LIMITS.each,
): Promise<TakenIn> {
  const taken: Picture[] = [];
  let why: PictureRefusal | null = null;
  for (const file of files) {
    const picture = await takeOne(member, submission, file, taken.length < room);
    if (typeof picture === "string") why ??= picture;
    else if (!taken.some(({ id }) => id === picture.id)) taken.push(picture);
  }
  return { taken, why };
}

async function takeOne(
  member: Member,
  submission: string,
  file: File,
  hasRoom: boolean,
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
  if (!hasRoom) return "too_many";
  if (!(await tryConsume(`pictures|${member.id}`, AN_HOUR, HOUR))) return "often";
  const decoded = await decodePicture(bytes);
  if (!decoded) return kind === "heic" ? "heic" : "unreadable";
  try {
    return await storePicture(member, { id, holder: submission }, decoded);
  } catch (error) {
    if (error instanceof JournalFullError) return "full";
    throw error;
  }
}

const BATCH = 200;

/**
 * Takes away what no page and no earlier version has shown for a day: pictures of pages that were never kept, those that were
 * removed, and pieces of uploads that were cut off. Can be interrupted anywhere. @returns how many are gone
 */
export async function removeOrphanedPictures(signal?: AbortSignal): Promise<number> {
  return (await removeLoose(signal)) + (await removePieces(signal));
}

async function removeLoose(signal?: AbortSignal): Promise<number> {
  const dayAgo = new Date(now().getTime() - DAY);
  let gone = 0;
  while (!signal?.aborted) {
    const found = await PictureModel.find({ looseSince: { $gt: new Date(0), $lte: dayAgo } }, { _id: 1 })
      .limit(BATCH)
      .lean();
    const ids = found.map(({ _id }) => _id);
    if (ids.length === 0) return gone;
    const shown = new Set(await shownBy(JournalEntryModel, ids));
    const before = new Set(await shownBy(EntryVersionModel, ids));
    // A save that was interrupted after the page was kept.
    await PictureModel.updateMany({ _id: { $in: [...shown] } }, { $set: { looseSince: null } });
    const waits = [...before].filter((id) => !shown.has(id));
    await PictureModel.updateMany({ _id: { $in: waits } }, { $set: { looseSince: now() } });
    const over = ids.filter((id) => !shown.has(id) && !before.has(id));
    await erasePictures(over);
    gone += over.length;
  }
  return gone;
}

/** Which of these pictures are named by a record of a collection. */
async function shownBy(
  model: typeof JournalEntryModel | typeof EntryVersionModel,
  ids: readonly string[],
): Promise<string[]> {
  const records = await model.collection
    .find({ pictures: { $in: [...ids] } }, { projection: { pictures: 1 } })
    .toArray();
  const named = records.flatMap(({ pictures }) => pictures as string[]);
  return ids.filter((id) => named.includes(id));
}

/** Pieces of a day whose picture was never written, or is gone. Looked at once each: those of the day before yesterday were. */
async function removePieces(signal?: AbortSignal): Promise<number> {
  const at = now().getTime();
  const createdAt = { $gte: new Date(at - 4 * DAY), $lte: new Date(at - DAY) };
  let gone = 0;
  let after = "";
  while (!signal?.aborted) {
    const some = await PictureChunkModel.find({ createdAt, _id: { $gt: after } }, { pictureId: 1 })
      .sort({ _id: 1 })
      .limit(BATCH)
      .lean();
    const heads = await PictureModel.find(
      { _id: { $in: some.map(({ pictureId }) => pictureId) } },
      { _id: 1 },
    ).lean();
    const here = new Set(heads.map(({ _id }) => _id));
    const over = some.filter(({ pictureId }) => !here.has(pictureId)).map(({ _id }) => _id);
    const { deletedCount } = await PictureChunkModel.deleteMany({ _id: { $in: over } });
    gone += deletedCount;
    after = some.at(-1)?._id ?? "";
    if (some.length < BATCH) return gone;
  }
  return gone;
}
