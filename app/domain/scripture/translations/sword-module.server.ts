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

/** A verse as it is read, and the title of a psalm where it stands above its first verse. */
export type VerseContent = { text: string; title: string };

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

const withEntities = (text: string) =>
  text.replace(/&(#x?[0-9a-f]{1,6}|\w{2,6});/gi, (whole, name: string) => {
    if (!name.startsWith("#")) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });

/** Elements of OSIS and ThML outside the text itself: notes, headings, variants, pictures. */
const DROPPED = new Set(["note", "title", "rdg", "figure", "head", "h1", "h2", "h3", "h4", "scripref"]);
const NEW_LINE = new Set(["l", "lb", "br"]);

/** The words of a verse out of OSIS or ThML: as they stand, the name of God in the capitals of its print. */
export function readXml(source: string): VerseContent {
  let [text, title] = ["", ""];
  const open: { name: string; isTitle: boolean }[] = [];
  let capitals = 0;
  let afterNote = false;
  for (const [piece] of source.matchAll(/<[^<>]*>|[^<]+|</g)) {
    const [, closing, tag = ""] = /^<(\/?)([A-Za-z][\w:]*)/.exec(piece) ?? [];
    const name = tag.toLowerCase();
    if (!name) {
      const words = withEntities(piece.startsWith("<") ? "" : piece);
      const said = capitals > 0 ? words.toUpperCase() : words;
      const within = open.at(-1);
      if (!within) {
        // Some modules have lost the space that stood between a note and the next word.
        text += (afterNote && /^[\p{L}\p{N}]/u.test(said) && /[\p{L}\p{N}]$/u.test(text) ? " " : "") + said;
        afterNote = false;
      } else if (open.every(({ isTitle }) => isTitle)) title += said;
      continue;
    }
    const isAlone = piece.endsWith("/>");
    // What follows the end of a chapter is not part of a verse: glossaries, tables, the end of the book.
    if (name === "chapter" && (closing || /\beID=/.test(piece)) && text.trim() !== "") break;
    if (name === "divinename" && !isAlone) capitals = Math.max(0, capitals + (closing ? -1 : 1));
    if (DROPPED.has(name) && !isAlone) {
      if (closing) afterNote = true;
      if (closing)
        open.splice(
          Math.max(
            0,
            open.findLastIndex((other) => other.name === name),
          ),
        );
      else open.push({ name, isTitle: name === "title" && /canonical="true"|type="psalm"/.test(piece) });
    } else if (NEW_LINE.has(name) && !closing && !/\beID=/.test(piece) && open.length === 0) text += "\n";
  }
  return {
    text: collapseSpaces(text.replaceAll("¶", "")),
    title: collapseSpaces(title).replaceAll("\n", " "),
  };
}

/** The same out of GBF, the older markup. */
export function readGbf(source: string): VerseContent {
  const text = source
    .replace(/<R[FXB][^>]*>.*?<R[fxb]>/gs, "")
    .replace(/<T[STHA]>.*?<T[stha]>/gs, "")
    .replace(/<C[LM]>/g, "\n")
    .replace(/<[^<>]*>/g, "");
  return { text: collapseSpaces(withEntities(text)), title: "" };
}

const readPlain = (source: string): VerseContent => ({ text: collapseSpaces(source), title: "" });

/** A book as a versification counts it: the last verse of each chapter. */
type CountedBook = { osis: string; last: number[] };
export type Versification = { ot: CountedBook[]; nt: CountedBook[] };

const chapters = new Map<string, number[][]>();

/** The lists of each book: a line that begins with a name, and those that run on. */
function chapterLists(): ReadonlyMap<string, number[][]> {
  if (chapters.size > 0) return chapters;
  for (const line of CHAPTERS.trim().split(/\n(?=\S)/)) {
    const [osis = "", ...numbers] = line.split(/\s+/);
    chapters.set(osis, [...(chapters.get(osis) ?? []), numbers.map(Number)]);
  }
  return chapters;
}

/** The versification that a module names; undefined if unknown. */
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

/** A SWORD module's text: compressed blocks, where each begins, and where each verse lies. @throws ModuleFault */
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

/** The three files of a testament; a block may hold a book, a chapter or a verse. */
function partOf(files: ModuleFiles, dataPath: string, testament: "ot" | "nt"): Part | undefined {
  const wanted = dataPath
    .replace(/^\.?\//, "")
    .replace(/\/$/, "")
    .toLowerCase();
  const ends = (name: string) => name.toLowerCase().split("/").slice(0, -1).join("/").endsWith(wanted);
  for (const kind of ["b", "c", "v"]) {
    const [blocks, verses, text] = ["s", "v", "z"].map((part) => {
      const named = [...files].filter(([name]) =>
        name.toLowerCase().endsWith(`/${testament}.${kind}z${part}`),
      );
      return (named.find(([name]) => ends(name)) ?? named[0])?.[1];
    });
    if (blocks && verses && text && text.length > 0) return { blocks, verses, text };
  }
  return undefined;
}

/** The piece of an index; the same piece as the one before is a verse that is bound to it. */
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

/** Before the first book there are two headings, before each book and each chapter one. */
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

/** The settings of a module by their names in small letters, its own name under "". Lines that end with "\" run on. */
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
