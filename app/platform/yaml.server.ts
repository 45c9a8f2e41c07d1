import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  parseDocument,
  Parser,
  stringify,
} from "yaml";
import { parseBoundedJson } from "./untrusted-text";

/** Characters that JSON does not escape and YAML does not allow in a text. */
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;
const escapeCharacter = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/**
 * Writes defined values as YAML, one line each. Each value is written as JSON, a subset of YAML that quotes every string. The
 * library's own writer is several times slower, which matters for thousands of files.
 */
export function toYaml(values: Record<string, unknown>): string {
  let text = "";
  for (const [name, value] of Object.entries(values))
    if (value !== undefined) text += `${name}: ${JSON.stringify(value)}\n`;
  return text.replace(UNPRINTABLE, escapeCharacter);
}

/** Writes a value as YAML to be read and edited by people, for `parseLocatedYaml`. */
export const toReadableYaml = (value: object): string => stringify(value, { lineWidth: 100 });

/** Limits of front matter, in characters and levels. */
const MAX_LENGTH = 16 * 1024;
const MAX_DEPTH = 20;

/** Parses a mapping; undefined if the text is invalid, not a mapping, or longer than `maxLength` characters. */
export function fromYaml(text: string, maxLength = MAX_LENGTH): Record<string, unknown> | undefined {
  if (text.length > maxLength) return undefined;
  return parseOwnFormat(text) ?? parseMapping(text);
}

/** Parses output of `toYaml`, a hundred times faster than the library does. */
function parseOwnFormat(text: string): Record<string, unknown> | undefined {
  const values: [string, unknown][] = [];
  try {
    for (const line of text.split("\n").filter(Boolean)) {
      const [, name, json] = /^([a-z][a-z ]*): (.+)$/.exec(line) ?? [];
      if (name === undefined || json === undefined) return undefined;
      values.push([name, parseBoundedJson(json, { depth: MAX_DEPTH, values: MAX_LENGTH })]);
    }
  } catch {
    return undefined;
  }
  return values.length > 0 ? Object.fromEntries(values) : undefined;
}

function parseMapping(text: string): Record<string, unknown> | undefined {
  try {
    // The core schema has no timestamps, so a date stays text.
    const document = parseYaml(text, "core");
    if (document.errors.length > 0) return undefined;
    const value: unknown = document.toJS({ maxAliasCount: 0 });
    if (value === null) return {};
    if (typeof value !== "object" || Array.isArray(value)) return undefined;
    return value as Record<string, unknown>;
  } catch {
    // The text is nested too deeply or has aliases.
    return undefined;
  }
}

/**
 * Parses a text with one YAML document; a second document is reported as an error. Duplicate keys are not detected, because
 * that takes quadratic time: 26 seconds for 200 KB of keys. The caller limits the length of the text.
 * @throws RangeError if lists and mappings are nested too deeply
 */
function parseYaml(text: string, schema: "core" | "failsafe", lineCounter?: LineCounter) {
  requireMaxDepth(text);
  return parseDocument(text, {
    schema,
    lineCounter,
    uniqueKeys: false,
    prettyErrors: false,
    // "silent" would ignore a second document.
    logLevel: "error",
  });
}

/** Checks the depth before parsing: the library composes recursively, and a stack overflow may end the process. */
function requireMaxDepth(text: string): void {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    Array.from(parser.next(lexeme));
    // The parser's stack also contains the document and the innermost value.
    if (parser.stack.length > MAX_DEPTH + 2) throw new RangeError("This is nested too deeply.");
  }
}

/** A text, list or mapping with its line, counted from 1. */
export type LocatedValue = { line: number } & (
  | { text: string }
  | { list: LocatedValue[] }
  | { fields: Map<string, LocatedValue> }
);

type YamlError = {
  code: "not_yaml" | "too_deep" | "not_plain" | "twice";
  line: number;
  detail?: string;
};

/** Ends the traversal at the first error. */
class ParseAborted extends Error {
  constructor(readonly error: YamlError) {
    super(error.code);
  }
}

/**
 * Parses a hand-written file with every scalar as text. Duplicate fields, tags, anchors and aliases are errors, so that
 * a file cannot expand. The caller limits the length of the text.
 */
export function parseLocatedYaml(text: string): LocatedValue | YamlError {
  const lines = new LineCounter();
  const lineAt = (offset: number) => lines.linePos(offset).line;
  try {
    const { contents, errors } = parseYaml(text, "failsafe", lines);
    const [error] = errors;
    return error ? { code: "not_yaml", line: lineAt(error.pos[0]) } : toLocatedValue(contents, 0, lineAt);
  } catch (error) {
    if (error instanceof ParseAborted) return error.error;
    return { code: "too_deep", line: 1 };
  }
}

/** The value of a node; `fallback` is the offset for an empty node, which has no range. */
function toLocatedValue(node: unknown, fallback: number, lineAt: (offset: number) => number): LocatedValue {
  const offset = (isNode(node) ? node.range?.[0] : undefined) ?? fallback;
  const line = lineAt(offset);
  if (isAlias(node) || (isNode(node) && (node.tag || ("anchor" in node && node.anchor))))
    throw new ParseAborted({ code: "not_plain", line });
  if (isSeq(node)) return { line, list: node.items.map((item) => toLocatedValue(item, offset, lineAt)) };
  if (!isMap(node)) return { line, text: isScalar(node) ? String(node.value ?? "") : "" };
  const fields = new Map<string, LocatedValue>();
  for (const { key, value } of node.items) {
    const name = toLocatedValue(key, offset, lineAt);
    if (!("text" in name)) throw new ParseAborted({ code: "not_yaml", line: name.line });
    if (fields.has(name.text))
      throw new ParseAborted({ code: "twice", line: name.line, detail: name.text.slice(0, 60) });
    const keyOffset = isNode(key) ? (key.range?.[0] ?? offset) : offset;
    // The line is that of the field's name, even if its value begins further down.
    fields.set(name.text, { ...toLocatedValue(value, keyOffset, lineAt), line: name.line });
  }
  return { line, fields };
}
