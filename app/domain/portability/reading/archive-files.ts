import type { Picture } from "~/domain/journal/pictures/picture";

export type MediaCounts = { pictures: number; videos: number; recordings: number };

/** Checks the magic number of a zip file. */
export const isZip = ([p, k, three, four]: Uint8Array) =>
  p === 0x50 && k === 0x4b && ((three === 3 && four === 4) || (three === 5 && four === 6));
/** Matches metadata files of operating systems and editors. */
export const isHidden = (name: string) =>
  /(^|\/)(__MACOSX\/|\.|(?:Thumbs\.db|desktop\.ini|Icon\r)$)/i.test(name);
/** Matches copies and thrown-away notes that programs keep beside the journal. */
export const isBackup = (name: string) =>
  /(?:^|\/)(?:logseq\/(?:bak|\.recycle|version-files)|\.trash|\.recycle|_?trash|bak)\//i.test(name);
/** The pictures of Daylio's backup have no ending. */
const DAYLIO_PICTURE = /(?:^|\/)assets\/photos\/\d{4}\/\d{1,2}\/[^/.]+$/;
/** Matches picture names that can be imported; the format is verified later by the first bytes. */
export const isImage = (name: string) =>
  /\.(jpe?g|png|gif|webp|heic|heif)$/i.test(name) || DAYLIO_PICTURE.test(name);
const MEDIA_NAMES: Record<keyof MediaCounts, RegExp> = {
  pictures: /\.(jpe?g|png|gif|webp|heic|heif|avif|tiff?|bmp|sticker)$/i,
  videos: /\.(mp4|mov|m4v|avi|webm|mkv|3gp)$/i,
  recordings: /\.(mp3|m4a|aac|wav|ogg|opus|caf|amr|flac)$/i,
};
export const MEDIA_KINDS = ["pictures", "videos", "recordings"] as const satisfies (keyof MediaCounts)[];
/** The kind of media that a file name or a reference such as "photo.png#center" names. */
export const mediaKind = (name: string) =>
  [name, name.replace(/[?#].*$/, "")]
    .map((path) => MEDIA_KINDS.find((kind) => MEDIA_NAMES[kind].test(path)))
    .find(Boolean);

/** Path of a picture in our own archives. */
export const pictureName = (id: string) => `pictures/${id}.jpg`;

/** Refers to a picture of the same archive: its id is the file name, and its size is unknown until the import. */
export const archivedPicture = (file: string, text = ""): Picture => ({
  id: file,
  width: 1,
  height: 1,
  text,
});

/** The folder of a path with its slash; empty at the root. */
const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/") + 1);
const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);
/** Names are compared without case and in one form of accents: systems store them differently. */
const comparable = (path: string) => path.normalize("NFC").toLowerCase();

/** The paths that a reference can mean: a backslash separates folders, or escapes a sign of Markdown. */
function pathsOf(reference: string): string[] {
  const path = reference.trim().replace(/^<(.*)>$/, "$1");
  const readings = [path.replace(/\\+/g, "/"), path.replace(/\\([!-/:-@[-`{-~])/g, "$1")];
  return path.includes("\\") ? readings.map(decodePath) : [decodePath(path)];
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Resolves "." and ".."; undefined if the path leads out of the archive. */
function resolvePath(path: string): string | undefined {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

/** Bounds the comparison for each reference. */
const MAX_NAMESAKES = 500;

/**
 * Finds the file that a reference in the file `from` means: relative to that file, else from the root, else as note vaults
 * do: the shortest path that ends with the whole reference. Several equally short ones are ambiguous and find nothing.
 */
export function createFileFinder(
  names: readonly string[],
): (reference: string, from: string) => string | undefined {
  const byPath = new Map(names.map((name) => [comparable(name), name]));
  const byName = new Map<string, string[]>();
  for (const name of names) {
    const key = comparable(nameOf(name));
    const group = byName.get(key);
    if (group) group.push(name);
    else byName.set(key, [name]);
  }
  const findExact = (path: string) => {
    const resolved = resolvePath(path);
    return resolved === undefined ? undefined : byPath.get(comparable(resolved));
  };
  return (reference, from) => {
    const paths = pathsOf(reference);
    const [whole = ""] = paths.map((path) => path.replace(/[?#].*$/, ""));
    const found = [...paths, whole].map((one) => findExact(folderOf(from) + one) ?? findExact(one));
    const exact = found.find(Boolean);
    if (exact) return exact;
    // The path on the machine where the text was written says no more than the name.
    const isForeignRoot = /^(?:\/|[a-z]:\/|file:)/i.test(whole);
    const ending = comparable(isForeignRoot ? nameOf(whole) : whole.replace(/^(?:\.{0,2}\/)+/, ""));
    const namesakes = byName.get(nameOf(ending)) ?? [];
    if (namesakes.length > MAX_NAMESAKES) return undefined;
    const candidates = namesakes.filter((name) => `/${comparable(name)}`.endsWith(`/${ending}`));
    const depthOf = (name: string) => name.split("/").length;
    const least = Math.min(...candidates.map(depthOf));
    const shortest = candidates.filter((name) => depthOf(name) === least);
    return shortest.length === 1 ? shortest[0] : undefined;
  };
}
