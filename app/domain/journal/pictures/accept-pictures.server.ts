import { createHash } from "node:crypto";
import { EntryVersionModel, JournalEntryModel } from "#models/journal-entry.server";
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

const MAX_PER_HOUR = 120;

type AcceptedPictures = {
  taken: Picture[];
  /** The reason for the first rejected file; null if all were accepted. */
  why: PictureRefusal | null;
};

/**
 * Stores the files of a form one by one, valid ones even if others are rejected; at most `limit` of them. The form has to
 * reference them (`addPictures`). Idempotent: a file sent again with the same `submission` is the same picture.
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
 * Garbage-collects pictures without a reference for a day (of pages that were never saved, or removed from them), and chunks
 * of interrupted uploads. Can be interrupted anywhere. @returns the number of deleted pictures and chunks
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

/** The pictures that a record of a collection references. */
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
