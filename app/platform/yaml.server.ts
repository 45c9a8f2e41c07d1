import { parseDocument, stringify } from "yaml";

/** Values as YAML, each on its line; texts are quoted, so that nothing in them is taken for structure. */
export function toYaml(values: Record<string, unknown>): string {
  return stringify(values, { lineWidth: 0, defaultStringType: "QUOTE_DOUBLE", defaultKeyType: "PLAIN" });
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
