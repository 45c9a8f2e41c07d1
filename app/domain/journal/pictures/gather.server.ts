import type { Member } from "~/domain/member/member";
import { arranged, saysOfPictures, type TypedPictures } from "./form-pictures";
import { PICTURE_LIMITS, type Picture, type PictureRefusal } from "./picture";
import { arePicturesOn, dropLoose, listLoose } from "./pictures.server";
import { takePicturesIn } from "./take-in.server";

type Page = {
  /** The id of the entry or the draft. */
  holder: string;
  submission: string | undefined;
  /** What is saved with it so far. */
  before: readonly Picture[] | undefined;
  /** Whether the form was shown with what had come by then; else everything that has come is taken up. */
  isShown: boolean;
};

export type Gathered = { pictures: Picture[]; why: PictureRefusal | null };

/**
 * The pictures of a page after a form: what it had, what waits for it, and what the form brings. New files are kept at once, so
 * that a refusal loses none of the good ones; they belong to the page once it is saved with them.
 */
export async function gatherPictures(
  member: Member,
  { holder, submission, before = [], isShown }: Page,
  typed: TypedPictures,
): Promise<Gathered> {
  if (!arePicturesOn() || (isShown && !saysOfPictures(typed))) return { pictures: [...before], why: null };
  const ids = new Set(before.map(({ id }) => id));
  const isNew = (id: string) => !ids.has(id);
  const waiting =
    !isShown || [...typed.texts.keys()].some(isNew)
      ? ((await listLoose(member, [holder])).get(holder) ?? []).filter(({ id }) => isNew(id))
      : [];
  const here = arranged(typed, before, waiting).slice(0, PICTURE_LIMITS.each);
  const { taken, why } = await takePicturesIn(
    member,
    { holder, submission },
    typed.files,
    PICTURE_LIMITS.each - here.length,
  );
  await dropLoose(member, typed.removed);
  const added = taken.filter(({ id }) => !here.some((picture) => picture.id === id));
  return { pictures: [...here, ...added].slice(0, PICTURE_LIMITS.each), why };
}

/** What a page that is being written shows: what is saved with it, and what waits for that. Null where the house takes none. */
export function picturesToEdit(
  saved: readonly Picture[] = [],
  waiting: readonly Picture[] = [],
): Picture[] | null {
  if (!arePicturesOn()) return null;
  const ids = new Set(saved.map(({ id }) => id));
  return [...saved, ...waiting.filter(({ id }) => !ids.has(id))].slice(0, PICTURE_LIMITS.each);
}
