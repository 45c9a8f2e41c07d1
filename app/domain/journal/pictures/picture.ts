import { t } from "~/i18n/t";

const MB = 1024 * 1024;

/** What pictures may be, and how many an entry takes. */
export const PICTURE_LIMITS = {
  each: 6,
  bytes: 12 * MB,
  /** What one form may bring in all; more come with the next. */
  form: 38 * MB,
} as const;

/** The longest side of a picture as it is kept, in pixels. */
export const MAX_PICTURE_SIDE = 2400;

/** How much may be said of a picture in words. */
export const MAX_PICTURE_TEXT = 300;

export const PICTURE_TEXT_TOO_LONG = t("Please keep this under {limit} characters.", {
  limit: MAX_PICTURE_TEXT,
});

/** A picture as its entry names it, with what is on it in words. */
export type Picture = { id: string; width: number; height: number; text: string };

type PictureKind = "jpeg" | "png" | "webp" | "gif" | "heic";

const startsWith = (bytes: Uint8Array, at: number, text: string) =>
  [...text].every((letter, index) => bytes[at + index] === letter.charCodeAt(0));

/** What a file is by its first bytes, whatever it is called; null for what is no picture that we take. */
export function kindOfPicture(bytes: Uint8Array): PictureKind | null {
  if (startsWith(bytes, 0, "\xff\xd8\xff")) return "jpeg";
  if (startsWith(bytes, 0, "\x89PNG\r\n\x1a\n")) return "png";
  if (startsWith(bytes, 0, "RIFF") && startsWith(bytes, 8, "WEBP")) return "webp";
  if (startsWith(bytes, 0, "GIF8")) return "gif";
  const isHeic = ["heic", "heix", "hevc", "mif1", "msf1"].some((brand) => startsWith(bytes, 8, brand));
  return startsWith(bytes, 4, "ftyp") && isHeic ? "heic" : null;
}

/** What a form with pictures may weigh. */
export const PICTURE_UPLOAD = {
  bytes: PICTURE_LIMITS.form,
  tooLarge: t(
    "These pictures are too large to be sent together. Please send fewer at once, 38 MB in all at most.",
  ),
};

export type PictureRefusal =
  "empty" | "too_large" | "unknown_kind" | "heic" | "unreadable" | "too_many" | "often" | "full";

export const TOO_MANY_PICTURES = t(
  "A page holds six pictures, and there were more. Those that you see here stay when you save the page. For another one, remove one of them first.",
);

export const EMPTY_PICTURE = t("This file is empty. Please choose it again, or another picture.");

/** Why a picture was not taken: a status, and what is said beside the field. */
const PICTURE_REFUSALS: Record<PictureRefusal, { status: number; text: string }> = {
  empty: { status: 400, text: EMPTY_PICTURE },
  too_large: { status: 413, text: t("A picture may have 12 MB at most. Please choose a smaller one.") },
  unknown_kind: {
    status: 415,
    text: t("This is not a picture that can be shown here. JPEG, PNG, WebP and GIF can."),
  },
  heic: {
    status: 415,
    text: t(
      "This picture is in HEIC, which cannot be opened here. On an iPhone, choose Settings, Camera, Formats, Most Compatible; or send yourself the picture as JPEG.",
    ),
  },
  unreadable: {
    status: 400,
    text: t("This picture could not be opened. It may be damaged, or have more than 50 million pixels."),
  },
  too_many: { status: 400, text: TOO_MANY_PICTURES },
  often: { status: 429, text: t("That is a great many pictures for an hour. Please try again later.") },
  full: { status: 507, text: t("There is no room left in your journal for this picture.") },
};

/** How a form is answered that brought a picture which was left out. */
export function pictureRefusal(why: PictureRefusal) {
  const { status, text } = PICTURE_REFUSALS[why];
  return { status, fields: { pictures: [text] } };
}

/** The message for script that has sent one picture, by the status alone; undefined for one that says nothing of pictures. */
export function pictureRefusalForStatus(status: number): string | undefined {
  const refusals = [PICTURE_REFUSALS.unreadable, ...Object.values(PICTURE_REFUSALS)];
  return refusals.find((refusal) => refusal.status === status)?.text;
}

/** A line that says where a picture stands, with its number from 1. */
const PLACE = /^[ \t]{0,8}\[picture ([1-6])\][ \t]{0,8}$/gim;

/** The line that stands for the picture with this place, from 0. */
export const placeholderLine = (at: number) => `[picture ${at + 1}]`;

/**
 * A text in its parts: words, and the places of pictures in it, from 0. A number that no picture has, and one that came before,
 * stays in the words.
 */
export function splitAtPlaceholders(text: string, pictures: number): (string | number)[] {
  const parts: (string | number)[] = [];
  const placed = new Set<number>();
  let from = 0;
  for (const match of text.matchAll(PLACE)) {
    const at = Number(match[1]) - 1;
    if (at >= pictures || placed.has(at)) continue;
    placed.add(at);
    parts.push(text.slice(from, match.index), at);
    from = match.index + match[0].length;
  }
  parts.push(text.slice(from));
  if (placed.size === 0) return parts;
  return parts
    .filter((part) => typeof part === "number" || part.trim() !== "")
    .map((part) => (typeof part === "number" ? part : withoutOuterBreaks(part)));
}

/** A loop, since an expression would look at a long run of line breaks once for each of them. */
function withoutOuterBreaks(text: string): string {
  let from = 0;
  let to = text.length;
  while (text[from] === "\n") from++;
  while (to > from && text[to - 1] === "\n") to--;
  return text.slice(from, to);
}

/** A text in which each place is written in another way; pictures without a place come at the end. */
export function replacePlaceholders(text: string, count: number, write: (at: number) => string): string {
  const parts = splitAtPlaceholders(text, count).filter(
    (part) => typeof part === "number" || part.trim() !== "",
  );
  const placed = new Set(parts.filter((part) => typeof part === "number"));
  const rest = Array.from({ length: count }, (_, at) => at).filter((at) => !placed.has(at));
  return [...parts, ...rest]
    .map((part) => (typeof part === "number" ? write(part) : withoutOuterBreaks(part)))
    .join("\n\n");
}

/** The words alone, to compare texts. */
export const stripPlaceholders = (text: string) => text.replace(PLACE, "");

/** Script sends a chosen picture on its own in this field of its page's form, and the response names it in this header. */
export const PICTURE_ONLY_POST = { field: "takePictures", value: "named", header: "X-Picture" } as const;

/** The service worker answers with this header for a server that was not reached. */
export const OFFLINE_RESPONSE_HEADER = "X-Kept-Offline";

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
  const long = [...texts].filter(([id, text]) => text.length > MAX_PICTURE_TEXT && !removed.has(id));
  return Object.fromEntries(long.map(([id]) => [TEXT_FIELD + id, [PICTURE_TEXT_TOO_LONG]]));
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
