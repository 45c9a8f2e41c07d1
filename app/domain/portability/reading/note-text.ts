import { isNoteField, type NoteField } from "./note-fields";

/** A line "name:: value" of the Dataview plug-in or of Logseq. */
const INLINE_FIELD = /^[ \t]*(?:[-*][ \t]+)?([\p{L}][\p{L}\p{N} _.-]{0,60})::(?:[ \t]+(.*))?$/u;
/** A field within a sentence: "I felt [mood:: calm]." */
const FIELD_IN_SENTENCE = /[[(](\p{L}[\p{L}\p{N} _-]{0,40})::[ \t]+([^\])\n]{1,200})[\])]/gu;
/** Technical fields of Logseq; they are dropped. */
const OUTLINE_FIELD =
  /^(?:collapsed|id|heading|background-color|logseq\..+|card-.+|ls-type|hl-.+|query-.+)$/i;
/**
 * The start of a block in Logseq's Org notation: a quotation, a note or code. Blocks with a query have no text and are removed
 * before.
 */
const BLOCK_START = /^([ \t]*(?:[-*][ \t]+)?)#\+BEGIN_([a-z]{1,20})\b/i;
const BLOCK_END = /^[ \t]*#\+END_[a-z]{1,20}[ \t]*$/i;
const QUERY =
  /^[ \t]*(?:[-*][ \t]+)?#\+BEGIN_QUERY[^\n]*\n(?:(?![ \t]*#\+END_QUERY)[^\n]*\n){0,50}[ \t]*#\+END_QUERY[ \t]*(?:\n|$)/gim;
const isCodeBlock = (kind: string) => /^(?:src|example|export)$/i.test(kind);
const LOGBOOK = /^[ \t]*:LOGBOOK:[ \t]*\n(?:(?![ \t]*:END:)[^\n]*\n){0,50}[ \t]*:END:[ \t]*(?:\n|$)/gim;

/** Removes the markup of note apps from a text, and extracts its fields. */
export function cleanNote(text: string): { text: string; fields: NoteField[] } {
  const fields: NoteField[] = [];
  const blocks = new Map<string, string>();
  const lines: string[] = [];
  let isCode = false;
  let block = "";
  /** The bullet of a removed line that had only a field; the next line of the same list item gets it. */
  let bullet = "";
  /** The indentation and bullet of an open block, for its first line. */
  let start = "";
  const fieldInSentence = (_whole: string, name: string, value: string) => {
    if (!isNoteField(name)) return `${name}: ${value}`;
    fields.push([name.trim(), value.trim()]);
    return value;
  };
  const source = text.replace(LOGBOOK, "").replace(QUERY, "").split("\n");
  const lastEnd = source.findLastIndex((line) => BLOCK_END.test(line));
  for (const [at, written] of source.entries()) {
    const [, lead = "", kind = ""]: readonly string[] =
      (at < lastEnd && !isCode && !block && BLOCK_START.exec(written)) || [];
    if (kind || (block && BLOCK_END.test(written))) {
      if (isCodeBlock(block || kind)) {
        const [indent = ""] = /^[ \t]*/.exec(written) ?? [];
        lines.push(`${lead || indent}\`\`\``);
        isCode = kind !== "";
      }
      [block, start] = [kind, lead];
      continue;
    }
    const unmarked =
      block && !isCode
        ? start + (/^quote$/i.test(block) ? "> " : "") + withoutIndent(written, start.length)
        : written;
    start = start.replace(/[-*]/, " ");
    const [, name = "", value = ""] =
      (!isCode && unmarked.includes("::") && INLINE_FIELD.exec(unmarked)) || [];
    const [own = ""] = (!isCode && /^[ \t]*[-*][ \t]*/.exec(unmarked)) || [];
    const isInBlock = bullet !== "" && !own && unmarked.startsWith(bullet.replace(/[-*]/, " "));
    const line = isInBlock && !name ? bullet + unmarked.slice(bullet.length) : unmarked;
    const isOnlyBullet = !isCode && /^[ \t]*-[ \t]*$/.test(line);
    if (own || !isInBlock || !name) bullet = isOnlyBullet ? `${line.trimEnd()} ` : name ? own : "";
    if (FENCE.test(line)) isCode = !isCode;
    if (name === "id") blocks.set(value.trim(), (lines.at(-1) ?? "").replace(/^[ \t]*(?:[-*][ \t]+)?/, ""));
    if (name && OUTLINE_FIELD.test(name)) continue;
    if (isOnlyBullet) continue;
    if (name) fields.push([name.trim(), value.trim()]);
    else lines.push(isCode ? line : cleanLine(line).replace(FIELD_IN_SENTENCE, fieldInSentence));
  }
  return { text: replaceMacros(lines.join("\n"), blocks), fields };
}

const withoutIndent = (line: string, width: number) =>
  line.slice(Math.min(width, line.length - line.trimStart().length));

const BLOCK_REFERENCE = /\(\(([0-9a-f]{8}-[0-9a-f-]{27})\)\)/g;
/** Macros of Logseq: the first group is replaced by its words, queries and renderers are removed. */
const MACRO = /\{\{(?:(embed|cloze|video|youtube|twitter|tweet)|query|renderer)[ \t]*([^{}\n]{0,500})\}\}/g;

const MACRO_ALONE = /^[ \t]*-[ \t]+(?:\{\{(?:query|renderer)[^{}\n]{0,500}\}\}[ \t]*){1,5}(?:\n|$)/gm;

/** Replaces macros and block references of Logseq by their words. A block of another note is unknown and leaves no words. */
function replaceMacros(text: string, blocks: ReadonlyMap<string, string>): string {
  if (!text.includes("((") && !text.includes("{{")) return text;
  return mapProse(text, (prose) =>
    prose
      .replace(MACRO_ALONE, "")
      .replace(MACRO, (_whole, kind?: string, words = "") => (kind ? words : ""))
      .replace(BLOCK_REFERENCE, (_whole, id: string) => blocks.get(id) ?? ""),
  );
}

const cleanLine = (line: string) =>
  line
    .replace(/[ \t]\^[a-zA-Z0-9-]{1,40}$/, "")
    .replace(CALLOUT, "$1")
    .replace(/%%/g, "")
    .replace(HIGHLIGHT, "$1");

/** The kind of a callout: "> [!note] Title". */
export const CALLOUT = /^([ \t]*(?:>[ \t]*)+)\[![a-z-]{1,30}\][+-]?[ \t]*/gim;

/** A highlight of Logseq: "^^words^^". */
const HIGHLIGHT = /(?<!`)\^\^([^^\s`][^^\n`]{0,500})\^\^(?!`)/g;

const TAG =
  /(?<![\p{L}\p{N}_/#&?=(["'{\\])#(?:\[\[([^\]\n]{1,100})\]\]|([\p{L}\p{N}_][\p{L}\p{N}_/-]{0,100})#?)/gu;

/** A colour such as "#ff0000". Needs a digit, so that "#face" is a tag. */
const COLOUR = /^(?=[a-f]*\d)(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/** Finds the tags in a note outside of code and URLs: "#walk", "#people/anna", "#[[Morning pages]]". */
export function tagsInText(text: string): string[] {
  if (!text.includes("#")) return [];
  const prose = text.replace(CODE, " ").replace(/\bhttps?:\/\/\S+/g, " ");
  return [...prose.matchAll(TAG)]
    .map(([, linked, word = ""]) => linked ?? word.replace(/\/+$/, ""))
    .filter((tag) => !/^[\d/-]+$/.test(tag) && !COLOUR.test(tag));
}

/** Bear closes a tag of several words with a second "#". */
export const withoutTagMarks = (text: string): string =>
  text.replace(/(#[\p{L}\p{N}_/-]{1,100})#(?=\s|$)/gu, "$1");

/** A tag in a text: "#river", "#people/anna". Numbers and colours are text. */
const INLINE_TAG =
  /(?<![^\s(])#(?!\d+(?![\p{L}\p{N}_/-])|(?=[a-f]*\d)[0-9a-f]{3,8}(?![\p{L}\p{N}_/-]))([\p{L}\p{N}\p{Extended_Pictographic}][\p{L}\p{M}\p{N}\p{Extended_Pictographic}_/&'’-]{0,80})/giu;
/** Bear closes a tag of several words: "#two words#". */
const CLOSED_TAG = /(?<![^\s(])#([\p{L}\p{N}][^\s#]*(?: [^\s#]+){0,5})#(?![\p{L}\p{N}_])/gu;
/** Fenced or inline code, which remains unchanged. A fence can begin in a list item or a quotation. */
const CODE =
  /^[ \t]*(?:(?:[-*+>]|\d{1,3}[.)])[ \t]+){0,5}(`{3,}(?![^\n]*`)|~{3,})[\s\S]*?(?:^[ \t>]*\1[`~]*[ \t]*$|(?![\s\S]))|`[^`\n]*`/gm;
/** Applies `convert` to all text outside of code. */
export function mapProse(text: string, convert: (prose: string) => string): string {
  let mapped = "";
  let from = 0;
  for (const { index, 0: code } of text.matchAll(CODE)) {
    mapped += convert(text.slice(from, index)) + code;
    from = index + code.length;
  }
  return mapped + convert(text.slice(from));
}

/** A line that begins or ends code. */
export const FENCE = /^[ \t]*(?:(?:[-*+>]|\d{1,3}[.)])[ \t]+){0,5}(?:`{3,}[^`]*|~{3,}.*)$/;

/**
 * Finds the tags in a text. A tag at the end of a line, or in a line of tags, is removed from the text; one within a sentence
 * stays as a word without its sign.
 */
export function splitInlineTags(text: string): { text: string; tags: string[] } {
  const code: string[] = [];
  const tags: string[] = [];
  const add = (tag: string) => {
    const clean = tag.replace(/[/'’&-]+$/, "");
    tags.push(clean);
    return clean;
  };
  // Uses NUL as a placeholder for code and SOH around tags; both are removed from the text first.
  const masked = text
    .replaceAll("\0", "")
    .replaceAll("\u0001", "")
    .replace(CODE, (whole) => `\0${code.push(whole) - 1}\0`);
  const lines = masked.split("\n").flatMap((line) => {
    const marked = line
      .replace(CLOSED_TAG, (_whole, tag: string) => `\u0001${add(tag)}\u0001`)
      .replace(INLINE_TAG, (whole, tag: string) => {
        const clean = add(tag);
        return `\u0001${clean}\u0001${whole.slice(1 + clean.length)}`;
      });
    if (marked === line) return [line];
    const rest = removeLastMarks(marked.trimEnd());
    // A line that had only tags is dropped.
    return rest.trim() ? [rest.replaceAll("\u0001", "")] : [];
  });
  const rest = tags.length > 0 ? lines.join("\n").replace(/\n{3,}/g, "\n\n") : masked;
  return {
    text: rest.replace(/\0(\d+)\0/g, (_whole, at: string) => code[Number(at)] ?? ""),
    tags,
  };
}

/** Removes the marked tags at the end of a line. */
function removeLastMarks(line: string): string {
  let rest = line;
  while (rest.endsWith("\u0001")) rest = rest.slice(0, rest.lastIndexOf("\u0001", rest.length - 2)).trimEnd();
  return rest;
}
