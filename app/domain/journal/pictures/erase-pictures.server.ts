import { EntryVersionModel } from "#models/entry-version.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { PictureModel, PicturePieceModel } from "#models/picture.server";

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
  for (const { _id, userId } of owners) await PicturePieceModel.deleteMany({ userId, pictureId: _id });
}
