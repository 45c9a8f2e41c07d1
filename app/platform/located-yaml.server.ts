import { isAlias, isMap, isNode, isScalar, isSeq, LineCounter } from "yaml";
import { parseYaml } from "./yaml.server";

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
