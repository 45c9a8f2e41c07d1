import { PICTURE_LIMITS, PICTURE_TEXT, type Picture } from "./picture";

/** What a form says of its page's pictures, and which it brings. */
export type TypedPictures = {
  /** What is said of each picture that the form showed, in its order. */
  texts: ReadonlyMap<string, string>;
  /** Another place for some of them, from 1. */
  places: ReadonlyMap<string, number>;
  removed: ReadonlySet<string>;
  files: readonly File[];
  /** A button that stays on the page was pressed. */
  stays: boolean;
  /** Sent by script: the files are kept for the page, and nothing is saved. */
  onlyTakes: boolean;
};

const ID = "[\\w-]{22}";
const PLACES = PICTURE_LIMITS.each;

/** Reads the fields `pictureText-ID`, `picturePlace-ID`, `removePicture` and `pictures`; what is no id of a picture is left out. */
export function picturesTyped(form: FormData): TypedPictures {
  const texts = new Map<string, string>();
  const places = new Map<string, number>();
  const removed = new Set<string>();
  const files: File[] = [];
  for (const [name, value] of form) {
    if (typeof value !== "string") {
      // A field that was left empty brings a file without a name and bytes.
      if (name === "pictures" && value.size > 0) files.push(value);
      continue;
    }
    const [, field = "", id = ""] = new RegExp(`^(pictureText|picturePlace)-(${ID})$`).exec(name) ?? [];
    if (field === "pictureText" && texts.size < 2 * PLACES) texts.set(id, textOf(value));
    const place = Number(value);
    if (field === "picturePlace" && place >= 1 && place <= PLACES) places.set(id, place);
    if (name === "removePicture" && removed.size < PLACES) removed.add(value);
  }
  const isPressed = form.get("intent") === "removePicture";
  const pressed = form.get("pictureId");
  if (isPressed && typeof pressed === "string") removed.add(pressed);
  return { texts, places, removed, files, stays: isPressed, onlyTakes: form.has("takePictures") };
}

const textOf = (typed: string) => typed.replace(/\s+/g, " ").trim().slice(0, PICTURE_TEXT).toWellFormed();

/**
 * The pictures of a page after a form: those it showed in its order and words, then those it did not know of, which nobody
 * has removed, then new ones.
 */
export function arranged(
  { texts, places, removed }: TypedPictures,
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

/** Whether a form has to do with pictures at all. */
export const saysOfPictures = ({ texts, removed, files }: TypedPictures) =>
  texts.size + removed.size + files.length > 0;
