import { parseDocument, stringify } from "yaml";

/** Values as YAML, each on its line; texts are quoted, so that nothing in them is taken for structure. */
export function toYaml(values: Record<string, unknown>): string {
  return stringify(values, { lineWidth: 0, defaultStringType: "QUOTE_DOUBLE", defaultKeyType: "PLAIN" });
}

/** The mapping that a text holds; undefined where it holds none, or one that cannot be read. */
export function fromYaml(text: string): Record<string, unknown> | undefined {
  // The core schema knows no dates: a day stays the text that it is.
  const document = parseDocument(text, { schema: "core", prettyErrors: false, logLevel: "silent" });
  if (document.errors.length > 0) return undefined;
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 20 });
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return value as Record<string, unknown>;
}
