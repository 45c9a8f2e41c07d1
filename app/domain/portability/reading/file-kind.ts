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
  | "database";

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

/** The kind of a file by its first bytes and characters; undefined for a note, or for bytes that nobody knows. */
export function kindOfFile(file: File): FileKind | undefined {
  const { name, bytes } = file;
  const [magic] = MAGIC.find(([, at, text]) => startsWith(bytes, at, text)) ?? [];
  if (magic) return magic;
  const start = file.head.trimStart();
  if (/^BEGIN:V(?:CALENDAR|CARD|EVENT|JOURNAL)/i.test(start)) return "calendar";
  if (/^(?:<!DOCTYPE html|<html|<head|<body)/i.test(start) || /\.html?$/i.test(name)) return "html";
  if (/^<\?xml|^<!DOCTYPE|^<[a-z][\w:-]*\s[^>]*xmlns/i.test(start) || /\.(?:xml|enex|opml)$/i.test(name))
    return "xml";
  if (/\.json$/i.test(name) || (/^[[{]/.test(start) && file.json !== undefined)) return "json";
  return /\.(?:csv|tsv)$/i.test(name) ? "table" : undefined;
}
