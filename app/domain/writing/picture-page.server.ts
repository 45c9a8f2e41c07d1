import { readEntry } from "~/domain/journal/entries/entries.server";
import {
  arePicturesOn,
  findEntryShowing,
  findPicture,
  openPicture,
} from "~/domain/journal/pictures/pictures.server";
import type { Member } from "~/domain/member/member";

/** A picture's file for its owner; null for every other id, and where pictures are off. */
export async function pictureFile(member: Member, id: string, isSmall: boolean) {
  return arePicturesOn() ? openPicture(member, id, isSmall ? "small" : "large") : null;
}

/**
 * A picture on a page of its own, with those beside it in its entry; `entry` is null while it lies in a draft. Null for every other id,
 * and where pictures are off.
 */
export async function openPicturePage(member: Member, id: string) {
  const found = arePicturesOn() ? await findPicture(member, id) : null;
  if (!found) return null;
  const shownBy = await findEntryShowing(member, id);
  const entry = shownBy ? await readEntry(member, shownBy) : null;
  const pictures = entry?.content?.pictures ?? [];
  const at = pictures.findIndex((picture) => picture.id === id);
  const { width, height } = found;
  return {
    picture: pictures[at] ?? { id, width, height, text: "" },
    entry: entry && { id: entry.id, editable: !entry.deletedAt },
    previous: pictures[at - 1]?.id ?? null,
    next: pictures[at + 1]?.id ?? null,
  };
}
