import type { Member } from "~/domain/member/member";
import { arranged, type TypedPictures } from "./form-pictures";
import { PICTURE_LIMITS, type Picture, type PictureRefusal } from "./picture";
import { arePicturesOn, findOwnPictures } from "./pictures.server";

export type Gathered = { pictures: Picture[]; why: PictureRefusal | null };

/** The pictures of a page after its form: those saved with it so far, and those that the form names. */
export async function gatherPictures(
  member: Member,
  before: readonly Picture[] = [],
  typed: TypedPictures,
): Promise<Gathered> {
  if (!arePicturesOn()) return { pictures: [...before], why: null };
  const saved = new Set(before.map(({ id }) => id));
  const named = [...typed.texts.keys()].filter((id) => !saved.has(id));
  const pictures = arranged(typed, before, await findOwnPictures(member, named));
  return { pictures, why: pictures.length > PICTURE_LIMITS.each ? "too_many" : null };
}

/** The saved pictures on the page of an unfinished entry. Null where the instance takes none. */
export function picturesToEdit(saved: readonly Picture[] = []): readonly Picture[] | null {
  return arePicturesOn() ? saved : null;
}
