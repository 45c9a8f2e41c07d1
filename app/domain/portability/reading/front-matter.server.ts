import { parseBoundedJson } from "~/platform/untrusted-text";
import { fromYaml } from "~/platform/yaml.server";

/** The fields of the front matter, and the text after it. */
export type FrontMatter = { front: Record<string, unknown>; rest: string };

/**
 * Splits YAML, TOML or JSON front matter from a text; null if the front matter is invalid. Without front matter, `front`
 * is empty and `rest` is the whole text.
 */
export function splitFrontMatter(text: string): FrontMatter | null {
  const bare = splitBareJson(text);
  if (bare) return bare;
  const [whole, blank = "", sign, language = "", source] =
    /^(\s*)(---|\+\+\+|;;;)(json|yaml|toml)?[ \t]*\n((?:[\s\S]*?\n)??)(?:\2|\.\.\.)[ \t]*(?:\n|$)/.exec(
      text,
    ) ?? [];
  if (whole === undefined || source === undefined) return { front: {}, rest: text };
  const front = READERS[language || (sign ?? "")]?.(source);
  if (!front && (blank || PROSE.test(source))) return { front: {}, rest: text };
  return front ? { front, rest: text.slice(whole.length) } : null;
}

const READERS: Record<string, (source: string) => Record<string, unknown> | undefined> = {
  ...{ "---": fromLooseYaml, yaml: fromLooseYaml, "+++": fromToml, toml: fromToml },
  ...{ ";;;": fromJson, json: fromJson },
};

/** Prose between two horizontal rules (`---`) looks like front matter, but its first line contains no `:` or `=`. */
const PROSE = /^\s*["'“‘(]?\p{L}(?![^\n]{0,40}[:=])/u;

/** An unquoted hashtag as a value, which YAML would read as a comment: "tags: #river". */
const BARE_TAG = /^([ \t]*(?:-|[\p{L}\p{N} _-]{1,40}:)[ \t]+)(#[\p{L}\p{N}][^\n"\\]*)$/gmu;
/** A line that is a field, an item of a list, or a comment. */
const LOOSE_LINE =
  /^(?:[ \t]*([\p{L}_][\p{L}\p{N} _.?-]{0,60}):(?:[ \t]+(.*))?|[ \t]*-[ \t]*(.*)|[ \t]*(?:#.*)?)$/u;
/** A value in YAML notation (an anchor, a list or a mapping), but not `[[link]]` or `{{link}}`. Only `fromYaml` reads it. */
const NOTATION = /^(?:&\w|\{(?!\{)|\[(?!\[[^[\]]))/;
const MAX_YAML_CHARACTERS = 16 * 1024;

/** Parses YAML. If it is invalid, parses lines with values that YAML does not allow: "title: Weir: the end". */
function fromLooseYaml(source: string): Record<string, unknown> | undefined {
  return fromYaml(source.replace(BARE_TAG, '$1"$2"')) ?? fromLines(source);
}

function fromLines(source: string): Record<string, unknown> | undefined {
  const values = new Map<string, string[]>();
  let last: string[] | undefined;
  if (source.length > MAX_YAML_CHARACTERS) return undefined;
  for (const line of source.trimEnd().split("\n")) {
    const [whole, name, value = "", item = ""] = LOOSE_LINE.exec(line) ?? [];
    if (whole === undefined || (item && !last) || NOTATION.test(value)) return undefined;
    if (name) values.set(name, (last = []));
    const text = (value || item).trim().replace(/^(["'])(.*)\1$/, "$2");
    if (text) last?.push(text);
  }
  const fields = [...values].map(
    ([name, texts]) => [name, texts.length > 1 ? texts : (texts[0] ?? null)] as const,
  );
  return fields.length > 0 ? Object.fromEntries(fields) : undefined;
}

const MAX_JSON_CHARACTERS = 16 * 1024;
const JSON_LIMITS = { depth: 20, values: MAX_JSON_CHARACTERS };

/** Parses an object. Hexo writes the fields without the enclosing braces. */
function fromJson(source: string): Record<string, unknown> | undefined {
  if (source.length > MAX_JSON_CHARACTERS) return undefined;
  const text = source.trim();
  try {
    const value = parseBoundedJson(text.startsWith("{") ? text : `{${text}}`, JSON_LIMITS);
    return value as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** Splits off the object that Hugo writes before a text; undefined if no text, or more JSON, follows the object. */
function splitBareJson(text: string): FrontMatter | undefined {
  const end = /^\{[ \t\n]*"/.test(text) ? endOfObject(text) : 0;
  const rest = text.slice(end);
  const front = end > 0 && /^[ \t]*\n\s*[^\s{[]/.test(rest) ? fromJson(text.slice(0, end)) : undefined;
  return front && { front, rest: rest.replace(/^[ \t]*\n/, "") };
}

/** Whether a text is a note below a JSON object, not JSON itself. */
export const hasJsonFrontMatter = (text: string): boolean => splitBareJson(text) !== undefined;

/** The position after the first object of a text; 0 if the object does not end within MAX_JSON_CHARACTERS. */
function endOfObject(text: string): number {
  let depth = 0;
  for (const { index, 0: token } of text.slice(0, MAX_JSON_CHARACTERS).matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === "{") depth++;
    else if (token === "}" && --depth === 0) return index + 1;
  }
  return 0;
}

const MAX_TOML_CHARACTERS = 16_384;
const TOML_KEY = /^[ \t]*["']?([\w .-]{1,100}?)["']?[ \t]*=[ \t]*/gm;
/** Tokens of TOML: strings, comments, brackets, line breaks, and unquoted values such as dates and numbers. */
const TOML_TOKEN =
  /"""[^]*?"""|'''[^]*?'''|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*|[[\]\n]|[^\s,#"'[\]][^,#"'[\]\n]*/g;

/** Parses the keys of TOML, also those in tables, as strings, booleans and lists; undefined if there is no key. */
function fromToml(source: string): Record<string, unknown> | undefined {
  const text = source.slice(0, MAX_TOML_CHARACTERS);
  const values = [...text.matchAll(TOML_KEY)].map(
    ({ index, 0: start, 1: key = "" }) => [key, tomlValue(text.slice(index + start.length))] as const,
  );
  return values.length > 0 ? Object.fromEntries(values) : undefined;
}

/** The value at the start of a text: a list up to its `]`, or a value up to the end of the line. */
function tomlValue(text: string): unknown {
  let list: unknown[] | undefined;
  for (const [token] of text.matchAll(TOML_TOKEN)) {
    if (token === "]" || (token === "\n" && !list)) break;
    if (token === "[") list ??= [];
    else if (token !== "\n" && !token.startsWith("#")) {
      if (!list) return unquote(token);
      list.push(unquote(token));
    }
  }
  return list ?? "";
}

function unquote(token: string): string | boolean {
  const text = token.trim();
  if (text === "true" || text === "false") return text === "true";
  const [, sign = "", inner = ""] = /^("""|'''|"|')([^]*)\1$/.exec(text) ?? [];
  if (!sign) return text;
  return sign.startsWith('"') ? unescape(inner.replace(/^\n/, "")) : inner.replace(/^\n/, "");
}

const ESCAPES: Record<string, string> = { n: "\n", t: "\t", r: "", b: "", f: "", e: "" };

const unescape = (text: string) =>
  text.replace(
    /\\(?:u([\da-f]{4})|U([\da-f]{8})|([^]))/gi,
    (_whole, short?: string, long?: string, sign = "") => {
      const code = Number.parseInt(short ?? long ?? "", 16);
      if (Number.isNaN(code)) return ESCAPES[sign] ?? sign;
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : "";
    },
  );
