import { isAlias, isMap, isNode, isScalar, isSeq, Lexer, LineCounter, parseDocument, Parser } from "yaml";
import { parseBoundedJson } from "./untrusted-text";

/** Signs that JSON leaves as they are and YAML does not take for text. */
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;
const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;

/**
 * Values as YAML, each on its line, without those that are undefined. JSON is YAML, and quotes texts, so that nothing in them is taken for structure; the
 * library's own writer costs several times as much for each of many thousand files.
 */
export function toYaml(values: Record<string, unknown>): string {
  let text = "";
  for (const [name, value] of Object.entries(values))
    if (value !== undefined) text += `${name}: ${JSON.stringify(value)}\n`;
  return text.replace(UNPRINTABLE, escaped);
}

/** What people write at the head of a text is shorter and flatter; anything else costs more than it is worth. */
const LONGEST = 16 * 1024;
const DEEPEST = 20;

/** The mapping that a text holds; undefined where it holds none, or one that cannot be read. */
export function fromYaml(text: string): Record<string, unknown> | undefined {
  if (text.length > LONGEST) return undefined;
  return asWeWrite(text) ?? asOthersWrite(text);
}

/** What `toYaml` has written, which the library takes a hundred times as long to read. */
function asWeWrite(text: string): Record<string, unknown> | undefined {
  const values: [string, unknown][] = [];
  try {
    for (const line of text.split("\n").filter(Boolean)) {
      const [, name, json] = /^([a-z][a-z ]*): (.+)$/.exec(line) ?? [];
      if (name === undefined || json === undefined) return undefined;
      values.push([name, parseBoundedJson(json, { depth: DEEPEST, values: LONGEST })]);
    }
  } catch {
    return undefined;
  }
  return values.length > 0 ? Object.fromEntries(values) : undefined;
}

function asOthersWrite(text: string): Record<string, unknown> | undefined {
  let value: unknown;
  try {
    // The core schema knows no dates: a day stays the text that it is.
    const document = parseYaml(text, "core");
    if (document.errors.length > 0) return undefined;
    value = document.toJS({ maxAliasCount: 0 });
  } catch {
    // Nested beyond reason, or with aliases.
    return undefined;
  }
  if (value === null) return {};
  if (typeof value !== "object" || Array.isArray(value)) return undefined;
  return value as Record<string, unknown>;
}

/**
 * The one document that a text holds; a second one is among its errors. Keys are not compared with one another, which
 * takes the square of their number: 26 seconds for 200 KB of them. The caller bounds the text's length.
 * @throws RangeError where lists and mappings lie too deep in one another
 */
export function parseYaml(text: string, schema: "core" | "failsafe", lineCounter?: LineCounter) {
  requireFlat(text);
  return parseDocument(text, {
    schema,
    lineCounter,
    uniqueKeys: false,
    prettyErrors: false,
    // "silent" passes over a second document.
    logLevel: "error",
  });
}

/** Asked first: the library composes nested values by recursion, and where the stack is full V8 may end the process. */
function requireFlat(text: string): void {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    Array.from(parser.next(lexeme));
    // The document and the innermost value are on the parser's stack as well.
    if (parser.stack.length > DEEPEST + 2) throw new RangeError("This is nested too deeply.");
  }
}

/** A value with the line that it begins on, counted from 1: a text, a list, or fields by their names. */
export type LocatedValue = { line: number } & (
  { text: string } | { list: LocatedValue[] } | { fields: Map<string, LocatedValue> }
);

/** Why a text is refused. */
export type YamlError = {
  code: "not_yaml" | "too_deep" | "not_plain" | "twice";
  line: number;
  detail?: string;
};

/** Leaves the walk at the first fault. */
class Refused extends Error {
  constructor(readonly fault: YamlError) {
    super(fault.code);
  }
}

/**
 * Reads a file that people write by hand, each value as the text that stands there. A second field of one name, tags,
 * anchors and aliases are faults, so that nothing in a file stands for more than itself. The caller bounds its length.
 */
export function parseLocatedYaml(text: string): LocatedValue | YamlError {
  const lines = new LineCounter();
  const lineAt = (place: number) => lines.linePos(place).line;
  try {
    const { contents, errors } = parseYaml(text, "failsafe", lines);
    const [error] = errors;
    return error ? { code: "not_yaml", line: lineAt(error.pos[0]) } : valueOf(contents, 0, lineAt);
  } catch (error) {
    if (error instanceof Refused) return error.fault;
    return { code: "too_deep", line: 1 };
  }
}

/** The value of a node; `before` is where its field begins, for one that is empty. */
function valueOf(node: unknown, before: number, lineAt: (place: number) => number): LocatedValue {
  const place = (isNode(node) ? node.range?.[0] : undefined) ?? before;
  const line = lineAt(place);
  if (isAlias(node) || (isNode(node) && (node.tag || ("anchor" in node && node.anchor))))
    throw new Refused({ code: "not_plain", line });
  if (isSeq(node)) return { line, list: node.items.map((one) => valueOf(one, place, lineAt)) };
  if (!isMap(node)) return { line, text: isScalar(node) ? String(node.value ?? "") : "" };
  const fields = new Map<string, LocatedValue>();
  for (const { key, value } of node.items) {
    const name = valueOf(key, place, lineAt);
    if (!("text" in name)) throw new Refused({ code: "not_yaml", line: name.line });
    if (fields.has(name.text))
      throw new Refused({ code: "twice", line: name.line, detail: name.text.slice(0, 60) });
    const at = isNode(key) ? (key.range?.[0] ?? place) : place;
    const { line: _began, ...what } = valueOf(value, at, lineAt);
    // A fault names the line of the field, where a text begins further down too.
    fields.set(name.text, { ...what, line: name.line } as LocatedValue);
  }
  return { line, fields };
}
