import { parseDocument } from "yaml";

/** Signs that JSON leaves as they are and YAML does not take for text. */
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;
const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;

/**
 * Values as YAML, each on its line. JSON is YAML, and quotes texts, so that nothing in them is taken for structure; the
 * library's own writer costs several times as much for each of many thousand files.
 */
export function toYaml(values: Record<string, unknown>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}: ${JSON.stringify(value).replace(UNPRINTABLE, escaped)}\n`)
    .join("");
}

/** Nothing that people write at the head of a text is longer. */
const LONGEST = 256 * 1024;

/** The mapping that a text holds; undefined where it holds none, or one that cannot be read. */
export function fromYaml(text: string): Record<string, unknown> | undefined {
  if (text.length > LONGEST) return undefined;
  let value: unknown;
  try {
    // The core schema knows no dates: a day stays the text that it is.
    const document = parseDocument(text, { schema: "core", prettyErrors: false, logLevel: "silent" });
    if (document.errors.length > 0) return undefined;
    value = document.toJS({ maxAliasCount: 20 });
  } catch {
    // Nested beyond reason, or names that stand for one another.
    return undefined;
  }
  if (value === null) return {};
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return value as Record<string, unknown>;
}
