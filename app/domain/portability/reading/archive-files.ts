import type { Picture } from "~/domain/journal/pictures/picture";

export type MediaCounts = { pictures: number; videos: number; recordings: number };

/** Checks the magic number of a zip file. */
export const isZip = ([p, k, three, four]: Uint8Array) =>
  p === 0x50 && k === 0x4b && ((three === 3 && four === 4) || (three === 5 && four === 6));
/** Matches metadata files of operating systems and editors. */
export const isHidden = (name: string) => /(^|\/)(__MACOSX\/|\.)/.test(name);
/** Matches picture names that can be imported; the format is verified later by the first bytes. */
export const isImage = (name: string) => /\.(jpe?g|png|gif|webp|heic|heif)$/i.test(name);
const MEDIA_NAMES: Record<keyof MediaCounts, RegExp> = {
  pictures: /\.(jpe?g|png|gif|webp|heic|heif|avif|tiff?|bmp|sticker)$/i,
  videos: /\.(mp4|mov|m4v|avi|webm)$/i,
  recordings: /\.(mp3|m4a|aac|wav|ogg|opus|caf)$/i,
};
export const MEDIA_KINDS = ["pictures", "videos", "recordings"] as const satisfies (keyof MediaCounts)[];
export const mediaKind = (name: string) => MEDIA_KINDS.find((kind) => MEDIA_NAMES[kind].test(name));

/** Path of a picture in our own archives. */
export const pictureName = (id: string) => `pictures/${id}.jpg`;

/** Refers to a picture of the same archive: its id is the file name, and its size is unknown until the import. */
export const archivedPicture = (file: string, text = ""): Picture => ({
  id: file,
  width: 1,
  height: 1,
  text,
});

/** Finds a file of an archive by its path, by a relative path, or by its name alone if the name is unique. */
export function createFileFinder(names: readonly string[]): (path: string) => string | undefined {
  const whole = new Set(names);
  const byName = new Map<string, string[]>();
  for (const name of names) {
    const group = byName.get(nameOf(name));
    if (group) group.push(name);
    else byName.set(nameOf(name), [name]);
  }
  return (path) => {
    const plain = path.replace(/^(?:\.{1,2}\/)+/, "");
    if (whole.has(plain)) return plain;
    const candidates = byName.get(nameOf(plain)) ?? [];
    return candidates.length === 1 ? candidates[0] : candidates.find((name) => name.endsWith(`/${plain}`));
  };
}

const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1).toLowerCase();
