import { fromYaml } from "~/platform/yaml.server";

/** The fields before a Markdown text, and the text. */
export type FrontMatter = { front: Record<string, unknown>; rest: string };

/** Splits off YAML front matter; null if it cannot be read. A text without it has no fields. */
export function splitFrontMatter(text: string): FrontMatter | null {
  const [whole, yaml] = /^---[ \t]*\n((?:[\s\S]*?\n)??)(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(text) ?? [];
  if (whole === undefined || yaml === undefined) return { front: {}, rest: text };
  const front = fromYaml(yaml);
  return front ? { front, rest: text.slice(whole.length) } : null;
}
