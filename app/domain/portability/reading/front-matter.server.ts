import { parseBoundedJson } from "~/platform/untrusted-text";
import { fromYaml } from "~/platform/yaml.server";

/** The fields before a Markdown text, and the text. */
export type FrontMatter = { front: Record<string, unknown>; rest: string };

/** Splits off YAML, TOML or JSON front matter; null if it cannot be read. A text without it has no fields. */
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

/** Words between two rules: their first line is no field, and no other notation of YAML. */
const PROSE = /^\s*["'“‘(]?\p{L}(?![^\n]{0,40}[:=])/u;

/** A tag as people write it, which is a comment in YAML: "tags: #river". */
const BARE_TAG = /^([ \t]*(?:-|[\p{L}\p{N} _-]{1,40}:)[ \t]+)(#[\p{L}\p{N}][^\n"\\]*)$/gmu;
/** A line that is a field, an item of a list, or a comment. */
const LOOSE_LINE =
  /^(?:[ \t]*([\p{L}_][\p{L}\p{N} _.?-]{0,60}):(?:[ \t]+(.*))?|[ \t]*-[ \t]*(.*)|[ \t]*(?:#.*)?)$/u;
/** The value of a field that only YAML could read: an anchor, a list or a mapping. Links of notes are text. */
const NOTATION = /^(?:&\w|\{(?!\{)|\[(?!\[[^[\]]))/;
const MAX_YAML_CHARACTERS = 16 * 1024;

/** Parses YAML, or lines of fields whose values have signs that YAML does not allow: "title: Weir: the end". */
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

/** Parses an object; Hexo writes its fields without the brackets. */
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

/** Splits off an object at the start of a text, as Hugo writes it; undefined if there are no words below it, or more JSON. */
function splitBareJson(text: string): FrontMatter | undefined {
  const end = /^\{[ \t\n]*"/.test(text) ? endOfObject(text) : 0;
  const rest = text.slice(end);
  const front = end > 0 && /^[ \t]*\n\s*[^\s{[]/.test(rest) ? fromJson(text.slice(0, end)) : undefined;
  return front && { front, rest: rest.replace(/^[ \t]*\n/, "") };
}

/** Whether a text is a note below a JSON object, not JSON itself. */
export const hasJsonFrontMatter = (text: string): boolean => splitBareJson(text) !== undefined;

/** The position behind the first object of a text; 0 if it does not end within the limit. */
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
/** Strings in several lines and in one, comments, brackets of lists, and dates, numbers and the like. */
const TOML_TOKEN =
  /"""[^]*?"""|'''[^]*?'''|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*|[[\]\n]|[^\s,#"'[\]][^,#"'[\]\n]*/g;

/** Parses the keys of TOML with texts, dates, numbers and lists, also those of tables; undefined if there is none. */
function fromToml(source: string): Record<string, unknown> | undefined {
  const text = source.slice(0, MAX_TOML_CHARACTERS);
  const values = [...text.matchAll(TOML_KEY)].map(
    ({ index, 0: start, 1: key = "" }) => [key, tomlValue(text.slice(index + start.length))] as const,
  );
  return values.length > 0 ? Object.fromEntries(values) : undefined;
}

/** The first value of a text: what follows a list or the line is not read. */
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
