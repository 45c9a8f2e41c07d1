import { fromYaml } from "~/platform/yaml.server";

/** The fields before a Markdown text, and the text. */
export type FrontMatter = { front: Record<string, unknown>; rest: string };

/** Splits off YAML or TOML front matter; null if it cannot be read. A text without it has no fields. */
export function splitFrontMatter(text: string): FrontMatter | null {
  const [whole, sign, source] =
    /^(---|\+\+\+)[ \t]*\n((?:[\s\S]*?\n)??)(?:\1|\.\.\.)[ \t]*(?:\n|$)/.exec(text) ?? [];
  if (whole === undefined || source === undefined) return { front: {}, rest: text };
  const front = sign === "---" ? fromYaml(source) : fromToml(source);
  return front ? { front, rest: text.slice(whole.length) } : null;
}

/** Parses the `key = value` lines of TOML; tables and other values are ignored. */
function fromToml(text: string): Record<string, unknown> | undefined {
  const values: [string, unknown][] = [];
  for (const line of text.slice(0, 16_384).split("\n")) {
    const [, key = "", value = ""] = /^\s*["']?([\w .-]{1,100}?)["']?\s*=\s*(.+?)\s*$/.exec(line) ?? [];
    if (!key) continue;
    const list = /^\[(.*)\]$/.exec(value)?.[1];
    values.push([key, list === undefined ? unquote(value) : list.split(",").map(unquote).filter(Boolean)]);
  }
  return values.length > 0 ? Object.fromEntries(values) : undefined;
}

function unquote(value: string): string | boolean {
  const text = value.trim();
  if (text === "true" || text === "false") return text === "true";
  return text.replace(/^(["'])(.*)\1$/, "$2");
}
