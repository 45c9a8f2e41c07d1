import { CONTENT_LIMITS, EMPTY_CONTENT, tagsFrom } from "~/domain/journal/entries/content";
import { pendingLink } from "~/domain/journal/entries/entry-links";
import { mapShortTexts, type ShortTextName } from "~/domain/journal/entries/short-texts";
import {
  PICTURE_LIMITS,
  placeholderLine,
  stripPlaceholders,
  type Picture,
} from "~/domain/journal/pictures/picture";
import { entryIdFromDayOne } from "~/domain/portability/day-one";
import {
  countDetails,
  foreignEntryDefaults,
  formatDetails,
  type EntryDetails,
} from "~/domain/portability/foreign-entry";
import type { ForeignResult, ReadContext } from "~/domain/portability/import-format";
import type { SkippedItems } from "~/domain/portability/parsed-upload";
import { archivedPicture, createFileFinder, mediaKind } from "./archive-files";
import type { EntryMoment } from "./days";
import { findMarkdownReferences, noteWords, type MarkdownReference } from "./markdown-references.server";
import { parseWrittenMoment } from "./written-moment";

/** An entry as a format reads it, before its conversion to an entry of the journal. */
export type ForeignPage = EntryMoment & { [Name in ShortTextName]?: string | undefined } & {
  /** The program's own id, so that a second import of the entry is recognised: "journey-1234". */
  id?: string;
  updatedAt?: Date;
  title?: string;
  /** Markdown. Pictures are references in it: `![text](path)` or `![[path]]`. */
  text: string;
  /** Whether title and text escape Markdown punctuation with a backslash. */
  isEscaped?: boolean;
  /** References of further pictures, in their order, below the text. */
  pictures?: readonly string[];
  tags?: readonly string[];
  favourite?: boolean;
  passageRef?: string;
  /**
   * Content that the journal has no field for, imported as a line of text if the member chooses so. The mood is added to the line
   * if the entry has nothing else.
   */
  details?: EntryDetails;
  /** Skipped content by kind. `toForeignEntry` adds the skipped tags and the skipped media in the text. */
  left?: SkippedItems;
};

type Finder = Pick<ReadContext, "findPicture" | "addPicture" | "archive">;

const cleanText = (text: string) => text.toWellFormed().replaceAll("\0", "").replace(/\r\n?/g, "\n");
const ESCAPED = /\\([!-/:-@[-`{-~])/g;

/** Converts a page into a free page of the journal: places its pictures, resolves its links, fits its tags. */
export function toForeignEntry(page: ForeignPage, file: { name: string }, context: Finder): ForeignResult {
  const { id, forDate, createdAt, timezone, updatedAt, title = "", mood = "", favourite } = page;
  const unescape = (part: string) => (page.isEscaped ? part.replace(ESCAPED, "$1") : part);
  // Escaped text can come from our own export to Day One, so line ends remain unchanged.
  const clean = page.isEscaped ? (text: string) => text.toWellFormed().replaceAll("\0", "") : cleanText;
  // The text of another program can contain "[picture 1]" by chance, which must not become a picture.
  const placement = new Placement(file.name, context, page.isEscaped ?? false);
  const text = unescape(placement.place(stripPlaceholders(clean(page.text))));
  for (const reference of page.pictures ?? []) placement.append(reference);
  const { pictures, missing } = placement;
  // Tags are separated by commas here, so a comma within a tag is removed.
  const tags = tagsFrom((page.tags ?? []).map((tag) => clean(tag).replace(/[\s,]+/g, " ")).join(","));
  const fitting = tags.filter((tag) => tag.length <= CONTENT_LIMITS.tag).slice(0, CONTENT_LIMITS.tags);
  const left = { ...page.left };
  for (const [kind, count] of Object.entries({ ...placement.left, tags: tags.length - fitting.length }))
    left[kind as keyof SkippedItems] = (left[kind as keyof SkippedItems] ?? 0) + count;
  const cleanTitle = unescape(page.isEscaped ? clean(title) : withoutLinks(clean(title)))
    .replace(/[\n\t]+/g, " ")
    .trim();
  const isWordless = !text && !cleanTitle && pictures.length === 0;
  const details = formatDetails({ ...(isWordless && { mood }), ...page.details });
  return {
    ok: true,
    left,
    ...(missing.length > 0 && { missing }),
    ...(details && { details, kept: countDetails(page.details ?? {}) }),
    entry: foreignEntryDefaults({
      ...(id && { id }),
      forDate,
      timezone,
      createdAt,
      updatedAt: updatedAt && !Number.isNaN(updatedAt.getTime()) ? updatedAt : createdAt,
      favourite: favourite ?? false,
      passageRef: page.passageRef ?? "",
      content: {
        title: cleanTitle,
        body: text,
        ...(pictures.length > 0 && { pictures }),
        answers: [],
        ...mapShortTexts((name) => {
          const value = page[name] ?? EMPTY_CONTENT[name];
          return value && clean(value).trim();
        }),
        tags: fitting,
      },
    }),
  };
}

/**
 * Replaces the references of a text: pictures by placeholders, links to entries by pending links, other links by their words.
 * Collects the pictures and counts skipped media.
 */
class Placement {
  readonly pictures: Picture[] = [];
  readonly left = { pictures: 0, videos: 0, recordings: 0 };
  /** References of files that the upload does not have. */
  readonly missing: string[] = [];

  constructor(
    private readonly fileName: string,
    private readonly context: Finder,
    /** Whether only images are replaced. In the escaped text of Day One, wiki links and HTML are plain text. */
    private readonly hasOnlyImages: boolean,
  ) {}

  place(text: string): string {
    const references = findMarkdownReferences(text);
    const tables = findTables(text, references);
    let placed = "";
    let from = 0;
    let inTable: number[] = [];
    const addUntil = (end: number) => {
      placed += below(placed, text.slice(from, end));
      from = end;
    };
    let nextTable = 0;
    const placeAfterTables = (until: number) => {
      for (; ; nextTable++) {
        const table = tables[nextTable];
        if (!table || until < table.end) return;
        if (inTable.length === 0) continue;
        addUntil(table.end);
        placed = `${placed.trimEnd()}\n\n${inTable.map(placeholderLine).join("\n\n")}\n\n`;
        inTable = [];
      }
    };
    for (const reference of references) {
      const written = text.slice(reference.start, reference.end);
      if (this.hasOnlyImages && !written.startsWith("![") && !isDayOneLink(reference.target)) continue;
      placeAfterTables(reference.start);
      addUntil(reference.start);
      const at = this.pictures.length;
      const isPicture = this.isPicture(reference, written) && this.append(reference.target, reference.words);
      const table = tables[nextTable];
      if (!isPicture) placed += this.wordsOf(reference, written);
      else if (table && table.start <= reference.start) inTable.push(at);
      else placed = `${withoutBullet(placed.trimEnd())}\n\n${placeholderLine(at)}\n\n`;
      from = reference.end;
    }
    if (from === 0) return this.hasOnlyImages ? text : text.trim();
    placeAfterTables(text.length);
    addUntil(text.length);
    return placed.replace(/\n{3,}/g, "\n\n").trim();
  }

  /** Adds a picture. @returns false, and counts the picture as skipped, if it is missing or exceeds the limit of an entry */
  append(reference: string, words = ""): boolean {
    const name = this.find(reference);
    if (name && this.pictures.length < PICTURE_LIMITS.each) {
      this.pictures.push(archivedPicture(name, captionOf(words)));
      return true;
    }
    this.left.pictures++;
    if (!name && !/^data:/i.test(reference)) this.missing.push(reference.slice(0, 200));
    return false;
  }

  private find(reference: string): string | undefined {
    const [, base64 = ""] = /^data:image\/[\w.+-]{1,40};base64,([\w+/=\s]+)$/i.exec(reference) ?? [];
    if (base64) return this.context.addPicture(Buffer.from(base64, "base64"));
    return this.context.findPicture(reference, this.fileName);
  }

  private isPicture({ kind, target }: MarkdownReference, written: string): boolean {
    if (kind === "hidden" || isAddress(target)) return false;
    if (kind === "link") return mediaKind(target) === "pictures" && this.find(target) !== undefined;
    return !this.isOther(target, written);
  }

  /** Whether an embedded file is another note, a recording or a document. */
  private isOther(target: string, written: string): boolean {
    const kind = mediaKind(target);
    const file = target.replace(/[?#].*$/, "");
    const isNote = written.startsWith("![[") && (!/\.\w{1,8}$/.test(file) || /\.md$/i.test(file));
    const isDocument = kind === undefined && /\.[a-z][a-z0-9]{1,7}$/i.test(file);
    return kind !== "pictures" && (kind !== undefined || isNote || isDocument);
  }

  /** Reports an embedded file as missing if the archive does not contain it. Files of the archive are reported elsewhere. */
  private noteMissing(target: string): void {
    const { archive } = this.context;
    const find = archive.once("files", () => createFileFinder(archive.names));
    if (!find(target, this.fileName)) this.missing.push(target.slice(0, 200));
  }

  /** The key of the linked entry: its file in the archive, or its id in the other program. */
  private keyOfEntry(target: string, written: string): string | undefined {
    const [, dayOne] = DAY_ONE_LINK.exec(target) ?? [];
    if (dayOne) return `id:${entryIdFromDayOne(dayOne)}`;
    const [, bear] = BEAR_LINK.exec(target) ?? [];
    if (bear) return `id:bear-${bear}`;
    if (ENTRY_ID.test(target)) return target;
    if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return undefined;
    const { archive } = this.context;
    const find = archive.once("notes", () =>
      createFileFinder(archive.names.filter((name) => NOTE_NAME.test(name))),
    );
    // In Logseq, a link names the page of a day "May 6th, 2024" or 2024-05-06, but its file is named 2024_05_06.
    const isWiki = /^!?\[\[/.test(written);
    const [note = ""] = isWiki ? target.split("#") : [target];
    const day = isWiki && /\p{L}/u.test(note) ? parseWrittenMoment(note, { timezone: "UTC" })?.forDate : note;
    const names = isWiki
      ? [note, day ?? note].flatMap((page) =>
          WIKI_ENDINGS.flatMap((ending) => [page + ending, page.replaceAll("-", "_") + ending]),
        )
      : [note];
    return names.map((name) => find(name, this.fileName)).find(Boolean);
  }

  private wordsOf({ kind, target, words }: MarkdownReference, written: string): string {
    if (kind === "hidden") return "";
    // The definition "[id]: URL" is removed from the text, so a reference link becomes an inline link.
    if (kind === "link" && isAddress(target))
      return /^\[[^]*\]$/.test(written) ? `[${words}](${target})` : written;
    if (kind === "link") {
      const key = this.keyOfEntry(target, written);
      return key ? pendingLink(words, key) : words;
    }
    if (/^https?:/i.test(target)) return [words, target].filter(Boolean).join(" ");
    const media = mediaKind(target);
    if (!this.isOther(target, written)) return "";
    if (media && media !== "pictures") this.left[media]++;
    const key = media ? undefined : this.keyOfEntry(target, written);
    const note = words || noteWords(target);
    if (key) return pendingLink(note, key);
    if (/\.[a-z][a-z0-9]{1,7}$/i.test(target) && !NOTE_NAME.test(target)) this.noteMissing(target);
    return media ? "" : note;
  }
}

type Range = Pick<MarkdownReference, "start" | "end">;

/** Finds the tables of a text, which are consecutive lines with a bar outside of references. */
function findTables(text: string, references: readonly MarkdownReference[]): Range[] {
  const tables: Range[] = [];
  if (references.length === 0 || !text.includes("|")) return tables;
  let next = 0;
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    let words = "";
    let from = start;
    for (; next < references.length && (references[next]?.start ?? end) < end; next++) {
      words += text.slice(from, references[next]?.start);
      from = references[next]?.end ?? end;
    }
    const isRow = (words + text.slice(from, end)).replaceAll("\\|", "").includes("|");
    const last = tables.at(-1);
    if (isRow && last?.end === start - 1) last.end = end;
    else if (isRow) tables.push({ start, end });
    start = end + 1;
  }
  return tables;
}

/** The description of a picture without the size and position that note apps append: "The weir|right|300". */
const captionOf = (words: string) =>
  words
    .split("|")
    .map((part) => part.trim())
    .find((part) => !/^(?:\d+%?(?:x\d+)?|left|right|center|inline)?$/i.test(part)) ?? "";

const isDayOneLink = (target: string) => DAY_ONE_LINK.test(target);
const DAY_ONE_LINK = /^dayone2?:\/\/view\?(?:[^#]*&)?entryId=([0-9a-f-]{32,36})(?:&|$)/i;
const BEAR_LINK = /^bear:\/\/x-callback-url\/open-note\?(?:[^#]*&)?id=([\w-]{1,50})(?:&|$)/i;
/** A link target that a format has written to refer to an entry by its id. */
const ENTRY_ID = /^id:[\w-]{1,100}$/;
const NOTE_NAME = /\.(?:md|markdown|txt)$/i;
/** Ends of a file path that a wiki link omits. Bear exports a text bundle for each note. */
const WIKI_ENDINGS = [".md", ".markdown", ".txt", ".textbundle/text.md", ".textbundle/text.markdown"];

const isAddress = (target: string) => /^(?:https?|mailto|tel|ftp):/i.test(target);

/** Removes the space at the beginning of a text after a picture, because the text begins a new line. */
const below = (placed: string, text: string) => (placed.endsWith("]\n\n") ? text.trimStart() : text);

/** Removes the bullet or quotation sign of a last line that has no words, because its picture is placed below. */
const withoutBullet = (text: string) => text.replace(/(?:^|\n)[ \t>]*(?:[-*+>]|\d{1,9}[.)])[ \t]*$/, "");

/** Replaces links by their words, because titles are not rendered as Markdown. */
function withoutLinks(title: string): string {
  let words = title;
  for (const reference of findMarkdownReferences(title).toReversed())
    words = words.slice(0, reference.start) + reference.words + words.slice(reference.end);
  return words;
}

/** Splits off a first heading as the title. */
export function splitTitle(text: string): { title: string; text: string } {
  const [heading = "", title = ""] = /^#{1,2} (.+)(?:\n+|$)/.exec(text) ?? [];
  return { title: title.trim(), text: text.slice(heading.length) };
}
