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

/** The start of a page, below the comment of a browser and the declaration of XHTML. */
const HTML_START =
  /^(?:<\?xml\b[^>]{0,200}\?>\s*)?(?:<!--[^>]{0,500}-->\s*)?<(?:!DOCTYPE html|html|head|body)[\s>]/i;

/** The kind of a file by its first bytes and characters; undefined for a note, or for bytes that nobody knows. */
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

/** A document whose file is a zip, by the files in it; undefined for an archive. */
export function kindOfPackage(names: readonly string[]): PackageKind | undefined {
  const has = (name: string) => names.includes(name);
  if (has("META-INF/container.xml")) return "epub";
  if (has("META-INF/manifest.xml") && has("content.xml")) return "open_document";
  if (has("Index.zip") || names.some((name) => /^Index\/(?:Document|Slide)[^/]*\.iwa$/.test(name)))
    return "iwork";
  return has("xl/workbook.xml") || has("ppt/presentation.xml") ? "office" : undefined;
}

/** Elements at the start of notes. */
const HTML_IN_NOTE =
  /^(?:a|abbr|article|aside|audio|b|blockquote|center|code|del|details|div|dl|em|figure|font|footer|h[1-6]|header|i|iframe|ins|kbd|li|main|mark|nav|ol|p|pre|q|s|section|small|span|strong|sub|sup|table|u|ul|video)$/i;
const MAX_END_TAG_BYTES = 200;

/** XML with a declaration, with a namespace, or whose root element is none of HTML and ends with the file. */
function isXml(start: string, bytes: Uint8Array): boolean {
  if (/^<\?xml|^<!DOCTYPE|^<[a-z][\w:-]*\s[^>]*xmlns/i.test(start)) return true;
  const [, root = ""] = /^<([a-z][\w:-]{0,99})[\s/>]/i.exec(start) ?? [];
  if (!root || HTML_IN_NOTE.test(root)) return false;
  return new TextDecoder().decode(bytes.subarray(-MAX_END_TAG_BYTES)).trimEnd().endsWith(`</${root}>`);
}

const MIN_TABLE_LINES = 3;

/** Lines with the same number of delimiters without spaces around them, below a header without numbers. */
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
