import { PICTURE_LIMITS, PICTURE_TEXT, TOO_LONG_TEXT, type Picture } from "./picture";

/** A picture as a form shows it. */
export type FormPicture = Pick<Picture, "id" | "text">;

/** The fields of a form about the pictures of its page. */
export type SubmittedPictures = {
  /** The description of each picture of the form, in the form's order. A picture belongs to the form that names it here. */
  texts: ReadonlyMap<string, string>;
  /** Another place for some of them, from 1. */
  places: ReadonlyMap<string, number>;
  removed: ReadonlySet<string>;
};

export const NO_PICTURES: SubmittedPictures = { texts: new Map(), places: new Map(), removed: new Set() };

const ID = "[\\w-]{22}";
const PLACES = PICTURE_LIMITS.each;
const TEXT_FIELD = "pictureText-";

/** Reads the fields `pictureText-ID`, `picturePlace-ID` and `removePicture`; values that are no picture's id are ignored. */
export function parsePictureFields(form: FormData): SubmittedPictures {
  const texts = new Map<string, string>();
  const places = new Map<string, number>();
  const removed = new Set<string>();
  // Changes nothing but what it names.
  if (isRemoveIntent(form)) return { texts, places, removed: new Set(textsIn(form, "pictureId")) };
  for (const [name, value] of form) {
    if (typeof value !== "string") continue;
    const [, field = "", id = ""] = new RegExp(`^(pictureText|picturePlace)-(${ID})$`).exec(name) ?? [];
    if (field === "pictureText" && texts.size < 2 * PLACES) texts.set(id, textOf(value));
    const place = Number(value);
    if (field === "picturePlace" && place >= 1 && place <= PLACES) places.set(id, place);
    if (name === "removePicture" && removed.size < PLACES) removed.add(value);
  }
  return { texts, places, removed };
}

const isRemoveIntent = (form: FormData) => form.get("intent") === "removePicture";

const textsIn = (form: FormData, name: string) =>
  form.getAll(name).filter((value) => typeof value === "string");

const textOf = (typed: string) => typed.replace(/\s+/g, " ").trim();

/** The files of a form. A field where nothing was chosen sends one without a name and without bytes. */
export function pictureFilesIn(form: FormData): File[] {
  const sent = form.getAll("pictures").filter((value) => typeof value !== "string");
  return sent.filter(({ name, size }) => name !== "" || size > 0);
}

/** Makes stored pictures the form's own: it names them like those that it showed. */
export function addPictures(form: FormData, pictures: readonly FormPicture[]): void {
  for (const { id } of pictures) if (!form.has(TEXT_FIELD + id)) form.append(TEXT_FIELD + id, "");
}

/** The pictures that a form names, with their descriptions as they were typed. */
export function picturesNamed(form: FormData): FormPicture[] {
  return [...form].flatMap(([name, text]) => {
    const [, id] = new RegExp(`^${TEXT_FIELD}(${ID})$`).exec(name) ?? [];
    return id && typeof text === "string" ? [{ id, text }] : [];
  });
}

/** The messages for descriptions that are too long, by their fields. */
export function textProblems({ texts, removed }: SubmittedPictures): Record<string, string[]> {
  const long = [...texts].filter(([id, text]) => text.length > PICTURE_TEXT && !removed.has(id));
  return Object.fromEntries(long.map(([id]) => [TEXT_FIELD + id, [TOO_LONG_TEXT]]));
}

/**
 * The pictures of a page after a form: those it showed in its order and words, then those it did not know of, which nobody
 * has removed, then new ones.
 */
export function arrangePictures(
  { texts, places, removed }: SubmittedPictures,
  before: readonly Picture[],
  added: readonly Picture[],
): Picture[] {
  const known = new Map([...before, ...added].map((picture) => [picture.id, picture]));
  const shown = [...texts.keys()].flatMap((id) => known.get(id) ?? []);
  const all = [...new Set([...shown, ...known.values()])].filter(({ id }) => !removed.has(id));
  return inPlaces(all, places).map((picture) => ({
    ...picture,
    text: texts.get(picture.id) ?? picture.text,
  }));
}

/** Each that was given another place takes it; the others stay in their order around it. */
function inPlaces(pictures: readonly Picture[], places: ReadonlyMap<string, number>): Picture[] {
  const isMoved = ({ id }: Picture, at: number) => (places.get(id) ?? at + 1) !== at + 1;
  const moved = pictures.filter(isMoved).sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
  const rest = pictures.filter((picture) => !moved.includes(picture));
  for (const picture of moved) rest.splice((places.get(picture.id) ?? 1) - 1, 0, picture);
  return rest;
}
