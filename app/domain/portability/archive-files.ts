import { PICTURE_LIMITS, placeholderLine, type Picture } from "~/domain/journal/pictures/picture";
import type { MediaCounts } from "./html-text";

/** An archive, by its first bytes. */
export const isZip = ([p, k, three, four]: Uint8Array) =>
  p === 0x50 && k === 0x4b && ((three === 3 && four === 4) || (three === 5 && four === 6));
/** What systems and editors put beside people's own files. */
export const isHidden = (name: string) => /(^|\/)(__MACOSX\/|\.)/.test(name);
/** An entry of Apple's export, beside its index. */
export const isAppleEntry = (name: string) => /(?:^|\/)Entries\/[^/]+\.html$/i.test(name);
/** Files that can hold an entry, by name. */
export const isText = (name: string) => /\.(json|md|markdown|txt)$/i.test(name) || isAppleEntry(name);
/** A picture that can be brought, by its name; its first bytes decide. */
export const isImage = (name: string) => /\.(jpe?g|png|gif|webp|heic|heif)$/i.test(name);
const MEDIA: Record<keyof MediaCounts, RegExp> = {
  pictures: /\.(jpe?g|png|gif|webp|heic|heif|avif|tiff?|bmp|sticker)$/i,
  videos: /\.(mp4|mov|m4v|avi|webm)$/i,
  recordings: /\.(mp3|m4a|aac|wav|ogg|opus|caf)$/i,
};
export const MEDIA_KINDS = ["pictures", "videos", "recordings"] as const satisfies (keyof MediaCounts)[];
/** Whether a file is a picture, a video or a recording, by its name. */
export const mediaKind = (name: string) => MEDIA_KINDS.find((kind) => MEDIA[kind].test(name));

/** Where a picture lies in an archive of ours. */
export const pictureName = (id: string) => `pictures/${id}.jpg`;

/** A picture that lies in the same archive; its id is the file's name there until it is brought. */
export const archivedPicture = (file: string, text = ""): Picture => ({
  id: file,
  width: 1,
  height: 1,
  text,
});

const IMAGE =
  /[ \t]{0,8}(?:!\[([^\]\n]{0,300})\]\(<?([^()<>\n]{1,500})>?\)|!\[\[([^\]|\n]{1,500})(?:\|[^\]\n]{0,100})?\]\])[ \t]{0,8}/g;

/** Puts a text's own pictures into their places; what is not in the archive stays as it was typed. `fileOf` finds a file by what a text calls it. */
export function extractPictures(
  text: string,
  fileOf: (path: string) => string | undefined,
): { text: string; pictures: Picture[] } {
  const pictures: Picture[] = [];
  const placed = text.replace(IMAGE, (whole, alt: string | undefined, path: string, wiki: string) => {
    const file = fileOf(decoded(path ?? wiki));
    if (!file || pictures.length >= PICTURE_LIMITS.each) return whole;
    pictures.push(archivedPicture(file, alt ?? ""));
    return `\n\n${placeholderLine(pictures.length - 1)}\n\n`;
  });
  return { text: pictures.length > 0 ? placed.replace(/\n{3,}/g, "\n\n") : text, pictures };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path.trim());
  } catch {
    return path.trim();
  }
}

/** Finds a file among an archive's by a path from somewhere inside it, or by its name alone where only one has it. */
export function createFileFinder(names: readonly string[]): (path: string) => string | undefined {
  const whole = new Set(names);
  const byName = new Map<string, string[]>();
  for (const name of names) {
    const alike = byName.get(nameOf(name));
    if (alike) alike.push(name);
    else byName.set(nameOf(name), [name]);
  }
  return (path) => {
    const plain = path.replace(/^(?:\.{1,2}\/)+/, "");
    if (whole.has(plain)) return plain;
    const alike = byName.get(nameOf(plain)) ?? [];
    return alike.length === 1 ? alike[0] : alike.find((name) => name.endsWith(`/${plain}`));
  };
}

const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1).toLowerCase();

/** The files of an archive by the name of the folder in which they lie. */
export function createFolderFinder(names: readonly string[]): (folder: string) => readonly string[] {
  const folders = new Map<string, string[]>();
  for (const name of names) {
    const folder = name.split("/").at(-2) ?? "";
    folders.set(folder, [...(folders.get(folder) ?? []), name]);
  }
  return (folder) => folders.get(folder) ?? [];
}
