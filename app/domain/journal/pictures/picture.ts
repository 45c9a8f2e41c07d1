import { t } from "~/i18n/t";

const MB = 1024 * 1024;

/** `each` is the number of pictures of an entry, `bytes` the size of one file. */
export const PICTURE_LIMITS = {
  each: 6,
  bytes: 12 * MB,
  /** Bytes of all files in one form. */
  form: 38 * MB,
} as const;

/** The longest side of a stored picture, in pixels. */
export const MAX_PICTURE_SIDE = 2400;

/** Characters of a picture's description. */
export const MAX_PICTURE_TEXT = 300;

const PICTURE_TEXT_TOO_LONG = t("Please keep this under {limit} characters.", {
  limit: MAX_PICTURE_TEXT,
});

/** A picture in the content of an entry; `text` is its description. */
export type Picture = { id: string; width: number; height: number; text: string };

type PictureKind = "jpeg" | "png" | "webp" | "gif" | "heic";

const startsWith = (bytes: Uint8Array, at: number, text: string) =>
  [...text].every((letter, index) => bytes[at + index] === letter.charCodeAt(0));

/** The format of a file by its first bytes, whatever its name; null for any other format. */
export function kindOfPicture(bytes: Uint8Array): PictureKind | null {
  if (startsWith(bytes, 0, "\xff\xd8\xff")) return "jpeg";
  if (startsWith(bytes, 0, "\x89PNG\r\n\x1a\n")) return "png";
  if (startsWith(bytes, 0, "RIFF") && startsWith(bytes, 8, "WEBP")) return "webp";
  if (startsWith(bytes, 0, "GIF8")) return "gif";
  const isHeic = ["heic", "heix", "hevc", "mif1", "msf1"].some((brand) => startsWith(bytes, 8, brand));
  return startsWith(bytes, 4, "ftyp") && isHeic ? "heic" : null;
}

export const PICTURE_UPLOAD = {
  bytes: PICTURE_LIMITS.form,
  tooLarge: t(
    "These pictures are too large to be sent together. Please send fewer at once, 38 MB in all at most.",
  ),
};

export type PictureRefusal =
  | "empty"
  | "too_large"
  | "unknown_kind"
  | "heic"
  | "unreadable"
  | "too_many"
  | "often"
  | "full";

export const TOO_MANY_PICTURES = t(
  "A page holds six pictures, and there were more. Those that you see here stay when you save the page. For another one, remove one of them first.",
);

export const EMPTY_PICTURE = t("This file is empty. Please choose it again, or another picture.");

/** The response status and the message beside the field for each reason. */
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

/** The options for refusing a form with a rejected picture. */
export function pictureRefusal(why: PictureRefusal) {
  const { status, text } = PICTURE_REFUSALS[why];
  return { status, fields: { pictures: [text] } };
}

/** The message for an upload by script, which sees only the status; undefined if no rejected picture has that status. */
export function pictureRefusalForStatus(status: number): string | undefined {
  const refusals = [PICTURE_REFUSALS.unreadable, ...Object.values(PICTURE_REFUSALS)];
  return refusals.find((refusal) => refusal.status === status)?.text;
}

/** A placeholder line with the number of a picture, from 1. */
const PLACEHOLDER = /^[ \t]{0,8}\[picture ([1-6])\][ \t]{0,8}$/gim;

/** The placeholder of the picture with this index, from 0. */
export const placeholderLine = (at: number) => `[picture ${at + 1}]`;

/**
 * Splits a text into strings and the indexes of pictures, from 0. A placeholder without a picture, and a repeated one, stays
 * part of the text.
 */
export function splitAtPlaceholders(text: string, pictures: number): (string | number)[] {
  const parts: (string | number)[] = [];
  const placed = new Set<number>();
  let from = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
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
    .map((part) => (typeof part === "number" ? part : trimLineBreaks(part)));
}

/** A loop, because a regular expression takes quadratic time for a long run of line breaks. */
function trimLineBreaks(text: string): string {
  let from = 0;
  let to = text.length;
  while (text[from] === "\n") from++;
  while (to > from && text[to - 1] === "\n") to--;
  return text.slice(from, to);
}

/** Replaces each placeholder with `write(index)` and appends the pictures without a placeholder. */
export function replacePlaceholders(text: string, count: number, write: (at: number) => string): string {
  const parts = splitAtPlaceholders(text, count).filter(
    (part) => typeof part === "number" || part.trim() !== "",
  );
  const placed = new Set(parts.filter((part) => typeof part === "number"));
  const rest = Array.from({ length: count }, (_, at) => at).filter((at) => !placed.has(at));
  return [...parts, ...rest]
    .map((part) => (typeof part === "number" ? write(part) : trimLineBreaks(part)))
    .join("\n\n");
}

export const stripPlaceholders = (text: string) => text.replace(PLACEHOLDER, "");

/** Form field that marks an upload of one picture by script, and the response header with the picture's id. */
export const PICTURE_ONLY_POST = { field: "takePictures", value: "named", header: "X-Picture" } as const;

/** The service worker sets this header on its own response if the server was not reached. */
export const OFFLINE_RESPONSE_HEADER = "X-Kept-Offline";

/** A saved picture as a form shows it: its id and description. */
export type FormPicture = Pick<Picture, "id" | "text">;

/** The picture fields of a form. */
export type SubmittedPictures = {
  /** The description of each picture by id, in the form's order. A picture whose id is missing here does not belong to the form. */
  texts: ReadonlyMap<string, string>;
  /** New positions by id, from 1. */
  places: ReadonlyMap<string, number>;
  removed: ReadonlySet<string>;
};

export const NO_PICTURES: SubmittedPictures = { texts: new Map(), places: new Map(), removed: new Set() };

const ID = "[\\w-]{22}";
const PLACES = PICTURE_LIMITS.each;
const TEXT_FIELD = "pictureText-";

/** Parses the fields `pictureText-ID`, `picturePlace-ID` and `removePicture`; other ids are ignored. */
export function parsePictureFields(form: FormData): SubmittedPictures {
  const texts = new Map<string, string>();
  const places = new Map<string, number>();
  const removed = new Set<string>();
  // The button that removes one picture changes nothing else.
  if (isRemoveIntent(form)) return { texts, places, removed: new Set(textsIn(form, "pictureId")) };
  for (const [name, value] of form) {
    if (typeof value !== "string") continue;
    const [, field = "", id = ""] = new RegExp(`^(pictureText|picturePlace)-(${ID})$`).exec(name) ?? [];
    if (field === "pictureText" && texts.size < 2 * PLACES) texts.set(id, singleLine(value));
    const place = Number(value);
    if (field === "picturePlace" && place >= 1 && place <= PLACES) places.set(id, place);
    if (name === "removePicture" && removed.size < PLACES) removed.add(value);
  }
  return { texts, places, removed };
}

const isRemoveIntent = (form: FormData) => form.get("intent") === "removePicture";

const textsIn = (form: FormData, name: string) =>
  form.getAll(name).filter((value) => typeof value === "string");

const singleLine = (text: string) => text.replace(/\s+/g, " ").trim();

/** The files of a form. An empty file field submits a file without name and bytes, which is ignored. */
export function pictureFilesIn(form: FormData): File[] {
  const sent = form.getAll("pictures").filter((value) => typeof value !== "string");
  return sent.filter(({ name, size }) => name !== "" || size > 0);
}

/** Adds stored pictures to the form, as if the form had shown them. */
export function addPictures(form: FormData, pictures: readonly FormPicture[]): void {
  for (const { id } of pictures) if (!form.has(TEXT_FIELD + id)) form.append(TEXT_FIELD + id, "");
}

/** The pictures in a form, with their descriptions as submitted. */
export function picturesNamed(form: FormData): FormPicture[] {
  return [...form].flatMap(([name, text]) => {
    const [, id] = new RegExp(`^${TEXT_FIELD}(${ID})$`).exec(name) ?? [];
    return id && typeof text === "string" ? [{ id, text }] : [];
  });
}

/** The messages for descriptions that are too long, by field. */
export function textProblems({ texts, removed }: SubmittedPictures): Record<string, string[]> {
  const long = [...texts].filter(([id, text]) => text.length > MAX_PICTURE_TEXT && !removed.has(id));
  return Object.fromEntries(long.map(([id]) => [TEXT_FIELD + id, [PICTURE_TEXT_TOO_LONG]]));
}

/**
 * Merges the pictures of a form into those of its page: first the form's pictures, new ones included, in its order and with its
 * descriptions, then pictures saved since the form was loaded. Removed pictures are omitted, and `places` moves pictures.
 */
export function arrangePictures(
  { texts, places, removed }: SubmittedPictures,
  before: readonly Picture[],
  added: readonly Picture[],
): Picture[] {
  const known = new Map([...before, ...added].map((picture) => [picture.id, picture]));
  const shown = [...texts.keys()].flatMap((id) => known.get(id) ?? []);
  const all = [...new Set([...shown, ...known.values()])].filter(({ id }) => !removed.has(id));
  return applyPositions(all, places).map((picture) => ({
    ...picture,
    text: texts.get(picture.id) ?? picture.text,
  }));
}

/** Moves pictures to their new positions; the others keep their order. */
function applyPositions(pictures: readonly Picture[], places: ReadonlyMap<string, number>): Picture[] {
  const isMoved = ({ id }: Picture, at: number) => (places.get(id) ?? at + 1) !== at + 1;
  const moved = pictures.filter(isMoved).sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
  const rest = pictures.filter((picture) => !moved.includes(picture));
  for (const picture of moved) rest.splice((places.get(picture.id) ?? 1) - 1, 0, picture);
  return rest;
}
