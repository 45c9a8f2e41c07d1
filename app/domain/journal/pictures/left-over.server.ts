import { EntryVersionModel } from "#models/entry-version.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { PictureModel, PicturePieceModel } from "#models/picture.server";
import { DAY } from "~/domain/calendar/durations";
import { now } from "~/platform/clock";
import { erasePictures } from "./erase-pictures.server";

const BATCH = 200;

/**
 * Takes away what no page and no earlier version has shown for a day: pictures of pages that were never kept, those that were
 * removed, and pieces of uploads that were cut off. Can be interrupted anywhere. @returns how many are gone
 */
export async function removeLeftOver(signal?: AbortSignal): Promise<number> {
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
    const some = await PicturePieceModel.find({ createdAt, _id: { $gt: after } }, { pictureId: 1 })
      .sort({ _id: 1 })
      .limit(BATCH)
      .lean();
    const heads = await PictureModel.find(
      { _id: { $in: some.map(({ pictureId }) => pictureId) } },
      { _id: 1 },
    ).lean();
    const here = new Set(heads.map(({ _id }) => _id));
    const over = some.filter(({ pictureId }) => !here.has(pictureId)).map(({ _id }) => _id);
    const { deletedCount } = await PicturePieceModel.deleteMany({ _id: { $in: over } });
    gone += deletedCount;
    after = some.at(-1)?._id ?? "";
    if (some.length < BATCH) return gone;
  }
  return gone;
}
