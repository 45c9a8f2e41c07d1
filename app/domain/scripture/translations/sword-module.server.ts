import { inflateSync } from "node:zlib";
import { CHAPTERS, VERSIFICATIONS } from "~/content/bible/versifications";
import { MODULE_LIMITS, type ModuleFiles } from "./module-files.server";
import {
  collapseSpaces,
  ModuleError,
  type Chapter,
  type SourceBook,
  type TextSource,
  type TranslationInfo,
} from "./text-format.server";

/** Text of a verse, and a psalm's title if it precedes its first verse. */
type VerseContent = { text: string; title: string };

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

const decodeEntities = (text: string) =>
  text.replace(/&(#x?[0-9a-f]{1,6}|\w{2,6});/gi, (whole, name: string) => {
    if (!name.startsWith("#")) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });

/** Elements of OSIS and ThML outside the text: notes, headings, variants, pictures. */
const SKIPPED_ELEMENTS = new Set([
  "note",
  "title",
  "rdg",
  "figure",
  "head",
  "h1",
  "h2",
  "h3",
  "h4",
  "scripref",
]);
const LINE_BREAKS = new Set(["l", "lb", "br"]);

/** Parses a verse of OSIS or ThML. The name of God is set in capitals. */
export function readXml(source: string): VerseContent {
  let [text, title] = ["", ""];
  const open: { name: string; isTitle: boolean }[] = [];
  let capitals = 0;
  let afterNote = false;
  for (const [piece] of source.matchAll(/<[^<>]*>|[^<]+|</g)) {
    const [, closing, tag = ""] = /^<(\/?)([A-Za-z][\w:]*)/.exec(piece) ?? [];
    const name = tag.toLowerCase();
    if (!name) {
      const decoded = decodeEntities(piece.startsWith("<") ? "" : piece);
      const words = capitals > 0 ? decoded.toUpperCase() : decoded;
      if (open.length === 0) {
        // Some modules lack the space between a note and the next word.
        text += (afterNote && /^[\p{L}\p{N}]/u.test(words) && /[\p{L}\p{N}]$/u.test(text) ? " " : "") + words;
        afterNote = false;
      } else if (open.every(({ isTitle }) => isTitle)) title += words;
      continue;
    }
    const isSelfClosing = piece.endsWith("/>");
    // Stops at the end of the chapter, because glossaries, tables or the end of the book may follow.
    if (name === "chapter" && (closing || /\beID=/.test(piece)) && text.trim() !== "") break;
    if (name === "divinename" && !isSelfClosing) capitals = Math.max(0, capitals + (closing ? -1 : 1));
    if (SKIPPED_ELEMENTS.has(name) && !isSelfClosing) {
      if (closing) {
        afterNote = true;
        const opened = open.findLastIndex((other) => other.name === name);
        open.splice(Math.max(0, opened));
      } else open.push({ name, isTitle: name === "title" && /canonical="true"|type="psalm"/.test(piece) });
    } else if (LINE_BREAKS.has(name) && !closing && !/\beID=/.test(piece) && open.length === 0) text += "\n";
  }
  return {
    text: collapseSpaces(text.replaceAll("¶", "")),
    title: collapseSpaces(title).replaceAll("\n", " "),
  };
}

/** Parses a verse of GBF, an older markup. */
export function readGbf(source: string): VerseContent {
  const text = source
    .replace(/<R[FXB][^>]*>.*?<R[fxb]>/gs, "")
    .replace(/<T[STHA]>.*?<T[stha]>/gs, "")
    .replace(/<C[LM]>/g, "\n")
    .replace(/<[^<>]*>/g, "");
  return { text: collapseSpaces(decodeEntities(text)), title: "" };
}

const readPlain = (source: string): VerseContent => ({ text: collapseSpaces(source), title: "" });

/** Last verse of each chapter of a book in a versification. */
type CountedBook = { osis: string; last: number[] };
export type Versification = { ot: CountedBook[]; nt: CountedBook[] };

const chapters = new Map<string, number[][]>();

/** Parses the lists of chapters on first use. A book has several lists; indented lines continue the previous one. */
function chapterLists(): ReadonlyMap<string, number[][]> {
  if (chapters.size > 0) return chapters;
  for (const line of CHAPTERS.trim().split(/\n(?=\S)/)) {
    const [osis = "", ...numbers] = line.split(/\s+/);
    chapters.set(osis, [...(chapters.get(osis) ?? []), numbers.map(Number)]);
  }
  return chapters;
}

/** Finds a versification by name, ignoring case. */
export function findVersification(name: string): Versification | undefined {
  const key = Object.keys(VERSIFICATIONS).find((known) => known.toLowerCase() === name.toLowerCase());
  const found = key === undefined ? undefined : VERSIFICATIONS[key];
  if (!found) return undefined;
  const counted = chapterLists();
  const booksOf = (names: string): CountedBook[] =>
    names
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => {
        const [osis = "", which = "0"] = word.split(".");
        return { osis, last: counted.get(osis)?.[Number(which)] ?? [] };
      });
  return { ot: booksOf(found.ot), nt: booksOf(found.nt) };
}

/** Decodes a compressed SWORD module (zText). @throws ModuleError */
export function readSword(conf: ReadonlyMap<string, string>, files: ModuleFiles): TextSource {
  const driver = conf.get("moddrv") ?? "";
  const isWide = /^ztext4$/i.test(driver);
  if (!isWide && !/^ztext$/i.test(driver)) throw new ModuleError("unknown_driver", driver.slice(0, 40));
  if (conf.get("cipherkey") !== undefined) throw new ModuleError("locked");
  const packed = conf.get("compresstype") ?? "ZIP";
  if (!/^zip$/i.test(packed)) throw new ModuleError("unknown_driver", `${driver} ${packed}`.slice(0, 40));
  const name = conf.get("versification") ?? "KJV";
  const versification = findVersification(name);
  if (!versification) throw new ModuleError("unknown_versification", name.slice(0, 40));
  const encoding = /utf-?8/i.test(conf.get("encoding") ?? "") ? "utf8" : "latin1";
  const read = readerOf(conf.get("sourcetype") ?? "");
  const books = (["ot", "nt"] as const).flatMap((testament) => {
    const part = partOf(files, conf.get("datapath") ?? "", testament);
    if (!part) return [];
    const pieces = piecesOf(part, isWide);
    return booksOf(versification[testament], (index) => {
      const { bytes, isRepeated } = pieces(index);
      return isRepeated ? { text: "", title: "" } : read(bytes.toString(encoding));
    });
  });
  return { about: aboutOf(conf), books };
}

function readerOf(type: string): (source: string) => VerseContent {
  if (/^gbf$/i.test(type)) return readGbf;
  return /^plain/i.test(type) || type === "" ? readPlain : readXml;
}

function aboutOf(conf: ReadonlyMap<string, string>): TranslationInfo {
  const name = conf.get("description") ?? conf.get("") ?? "";
  const rights = [conf.get("distributionlicense"), conf.get("copyright"), conf.get("shortcopyright")];
  return {
    name,
    language: conf.get("lang") ?? "und",
    direction: /^rtol$/i.test(conf.get("direction") ?? "") ? "rtl" : "ltr",
    licence: rights.find(Boolean) ?? "",
  };
}

type Part = { blocks: Buffer; verses: Buffer; text: Buffer };

/** The index and data files of a testament; a block contains a book, a chapter or a verse ("b", "c", "v"). */
function partOf(files: ModuleFiles, dataPath: string, testament: "ot" | "nt"): Part | undefined {
  const suffix = dataPath
    .replace(/^\.?\//, "")
    .replace(/\/$/, "")
    .toLowerCase();
  const isInPath = (name: string) => name.toLowerCase().split("/").slice(0, -1).join("/").endsWith(suffix);
  for (const kind of ["b", "c", "v"]) {
    const [blocks, verses, text] = ["s", "v", "z"].map((part) => {
      const named = [...files].filter(([name]) =>
        name.toLowerCase().endsWith(`/${testament}.${kind}z${part}`),
      );
      return (named.find(([name]) => isInPath(name)) ?? named[0])?.[1];
    });
    if (blocks && verses && text && text.length > 0) return { blocks, verses, text };
  }
  return undefined;
}

/** Reads the bytes of a verse by index. An entry equal to the previous one continues that verse (`isRepeated`). */
function piecesOf({ blocks, verses, text }: Part, isWide: boolean) {
  const line = isWide ? 12 : 10;
  const nothing = { bytes: Buffer.alloc(0), isRepeated: false };
  let open: { number: number; bytes: Buffer } = { number: -1, bytes: Buffer.alloc(0) };
  return (index: number): { bytes: Buffer; isRepeated: boolean } => {
    const at = index * line;
    if (at + line > verses.length) return nothing;
    const size = isWide ? verses.readUInt32LE(at + 8) : verses.readUInt16LE(at + 8);
    if (size === 0) return nothing;
    const [number, start] = [verses.readUInt32LE(at), verses.readUInt32LE(at + 4)];
    const isRepeated = index > 0 && verses.subarray(at, at + line).equals(verses.subarray(at - line, at));
    if (open.number !== number) open = { number, bytes: blockOf({ blocks, text }, number) };
    if (start + size > open.bytes.length) throw new ModuleError("broken");
    return { bytes: open.bytes.subarray(start, start + size), isRepeated };
  };
}

function blockOf({ blocks, text }: Pick<Part, "blocks" | "text">, number: number): Buffer {
  if ((number + 1) * 12 > blocks.length) throw new ModuleError("broken");
  const [start, size] = [blocks.readUInt32LE(number * 12), blocks.readUInt32LE(number * 12 + 4)];
  try {
    return inflateSync(text.subarray(start, start + size), { maxOutputLength: MODULE_LIMITS.fileBytes });
  } catch {
    throw new ModuleError("broken");
  }
}

/** Reads the books in index order: two headings of the testament, then one before each book and each chapter. */
function booksOf(counted: readonly CountedBook[], read: (index: number) => VerseContent): SourceBook[] {
  let index = 2;
  return counted.flatMap(({ osis, last }) => {
    index++;
    const chapters: SourceBook["chapters"] = [];
    for (const [at, verses] of last.entries()) {
      const heading = read(index++);
      const chapter: Chapter = [];
      for (let verse = 1; verse <= verses; verse++) {
        const { text, title } = read(index++);
        chapter[verse] = text;
        if (verse === 1) chapter[0] = title || heading.title || undefined;
      }
      while (chapter.length > 0 && !chapter.at(-1)) chapter.pop();
      if (chapter.length > 1) chapters[at + 1] = chapter;
    }
    return chapters.length > 0 ? [{ osis, chapters }] : [];
  });
}

/** Parses a configuration: lower-case names, the module's name under "". A trailing backslash continues a line. */
export function readConf(bytes: Buffer): Map<string, string> {
  const utf8 = bytes.toString("utf8");
  const text = utf8.includes("\ufffd") ? bytes.toString("latin1") : utf8;
  const conf = new Map<string, string>();
  for (const line of text.replace(/\\\r?\n/g, " ").split(/\r?\n/)) {
    const [, own] = /^\[([^\]]+)\]/.exec(line) ?? [];
    if (own && !conf.has("")) conf.set("", own);
    const [, name = "", value = ""] = /^(\w+)\s*=\s*(.*)$/.exec(line) ?? [];
    if (name && !conf.has(name.toLowerCase())) conf.set(name.toLowerCase(), value.trim());
  }
  return conf;
}
