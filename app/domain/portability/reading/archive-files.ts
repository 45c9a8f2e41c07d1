import type { Picture } from "~/domain/journal/pictures/picture";

export type MediaCounts = { pictures: number; videos: number; recordings: number };

/** Checks the magic number of a zip file. */
export const isZip = ([p, k, three, four]: Uint8Array) =>
  p === 0x50 && k === 0x4b && ((three === 3 && four === 4) || (three === 5 && four === 6));
/** Matches metadata files of operating systems and editors. */
export const isHidden = (name: string) =>
  /(^|\/)(__MACOSX\/|\.|(?:Thumbs\.db|desktop\.ini|Icon\r)$)/i.test(name);
/** Matches copies and deleted notes that programs store next to the journal. */
export const isBackup = (name: string) =>
  /(?:^|\/)(?:logseq\/(?:bak|\.recycle|version-files)|\.trash|\.recycle|_?trash|bak)\//i.test(name);
/** Matches a picture of Daylio's backup, which has no file extension. */
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
/** The form for comparing names, because operating systems differ in case and in the encoding of accents. */
const comparable = (path: string) => path.normalize("NFC").toLowerCase();

/** The paths that a reference can mean: a backslash either separates folders or escapes a character in Markdown. */
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

/** Maximum files with the same name; if there are more, a reference to that name finds nothing. */
const MAX_NAMESAKES = 500;

/**
 * Finds the file that a reference in the file `from` means: relative to that file, else from the root, else as note vaults
 * do: the shortest path that ends with the whole reference. Several equally short paths are ambiguous and find nothing.
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
    // An absolute path is a path on the writer's computer, so only its file name is compared.
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

/** A kind of file that is no note, whatever its name. */
export type FileKind =
  | "json"
  | "html"
  | "xml"
  | "rtf"
  | "calendar"
  | "table"
  | "pdf"
  | "word"
  | "tar"
  | "compressed"
  | "image"
  | "video"
  | "database"
  | "onenote"
  | "web_archive";

type PackageKind = "epub" | "open_document" | "iwork" | "office";

type File = { name: string; bytes: Uint8Array; head: string; json: unknown };

const MAGIC: [FileKind, number, string][] = [
  ["rtf", 0, "{\\rtf"],
  ["pdf", 0, "%PDF-"],
  ["tar", 257, "ustar"],
  ["compressed", 0, "\x1f\x8b"],
  ["compressed", 0, "7z\xbc\xaf"],
  ["compressed", 0, "Rar!"],
  ["database", 0, "SQLite"],
  ["word", 0, "\xd0\xcf\x11\xe0"],
  ["onenote", 0, "\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d"],
  ["web_archive", 0, "bplist00"],
  ["image", 0, "\xff\xd8\xff"],
  ["image", 0, "\x89PNG"],
  ["image", 0, "GIF8"],
  ["image", 8, "WEBP"],
  ["image", 8, "heic"],
  ["image", 8, "mif1"],
  ["video", 4, "ftyp"],
];

const startsWith = (bytes: Uint8Array, at: number, text: string) =>
  bytes.length >= at + text.length &&
  [...text].every((sign, index) => bytes[at + index] === sign.charCodeAt(0));

/** The start of a web page, after an optional XML declaration and the comment of a browser that has saved it. */
const HTML_START =
  /^(?:<\?xml\b[^>]{0,200}\?>\s*)?(?:<!--[^>]{0,500}-->\s*)?<(?:!DOCTYPE html|html|head|body)[\s>]/i;

/** The kind of a file by its first bytes and characters, or its extension; undefined for a note and for unknown bytes. */
export function kindOfFile(file: File): FileKind | undefined {
  const { name, bytes } = file;
  const [magic] = MAGIC.find(([, at, text]) => startsWith(bytes, at, text)) ?? [];
  if (magic) return magic;
  if (/\.one(?:pkg|toc2)?$/i.test(name)) return "onenote";
  const start = file.head.trimStart();
  if (start.startsWith("{\\rtf")) return "rtf";
  if (/^BEGIN:V(?:CALENDAR|CARD|EVENT|JOURNAL)/i.test(start)) return "calendar";
  if (HTML_START.test(start) || /\.x?html?$/i.test(name)) return "html";
  if (isXml(start, bytes) || /\.(?:xml|enex|opml)$/i.test(name)) return "xml";
  if (/^(?:\{|\[\s*\{)\s*"/.test(start) || /\.json$/i.test(name)) return "json";
  if (/^[[{]/.test(start) && file.json !== undefined) return "json";
  return isTable(file.head) || /\.(?:csv|tsv)$/i.test(name) ? "table" : undefined;
}

/** The kind of a document that is stored as a zip, by the files in the zip; undefined for an archive. */
export function kindOfPackage(names: readonly string[]): PackageKind | undefined {
  const has = (name: string) => names.includes(name);
  if (has("META-INF/container.xml")) return "epub";
  if (has("META-INF/manifest.xml") && has("content.xml")) return "open_document";
  if (has("Index.zip") || names.some((name) => /^Index\/(?:Document|Slide)[^/]*\.iwa$/.test(name)))
    return "iwork";
  return has("xl/workbook.xml") || has("ppt/presentation.xml") ? "office" : undefined;
}

/** HTML elements at the start of notes; a text that starts with one of them is not XML. */
const HTML_IN_NOTE =
  /^(?:a|abbr|article|aside|audio|b|blockquote|center|code|del|details|div|dl|em|figure|font|footer|h[1-6]|header|i|iframe|ins|kbd|li|main|mark|nav|ol|p|pre|q|s|section|small|span|strong|sub|sup|table|u|ul|video)$/i;
const MAX_END_TAG_BYTES = 200;

/** Whether a file is XML: it has a declaration or a namespace, or a root element that is not HTML and closes at the file's end. */
function isXml(start: string, bytes: Uint8Array): boolean {
  if (/^<\?xml|^<!DOCTYPE|^<[a-z][\w:-]*\s[^>]*xmlns/i.test(start)) return true;
  const [, root = ""] = /^<([a-z][\w:-]{0,99})[\s/>]/i.exec(start) ?? [];
  if (!root || HTML_IN_NOTE.test(root)) return false;
  return new TextDecoder().decode(bytes.subarray(-MAX_END_TAG_BYTES)).trimEnd().endsWith(`</${root}>`);
}

const MIN_TABLE_LINES = 3;

/** Whether a text is CSV: rows with as many columns as the header, which has no numbers, and no spaces around the delimiters. */
function isTable(head: string): boolean {
  const lines = head.split("\n", 20).slice(0, -1);
  const [header = ""] = lines;
  if (lines.length < MIN_TABLE_LINES || /\d/.test(header)) return false;
  return [",", ";", "\t"].some((delimiter) => {
    const columns = header.split(delimiter).length;
    return columns > 1 && lines.every((line) => isRow(line.split(delimiter), columns));
  });
}

const isRow = (cells: readonly string[], columns: number) =>
  cells.length === columns && cells.every((cell) => cell === cell.trim()) && cells[0] !== "";
