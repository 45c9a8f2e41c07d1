import type { EntryContent } from "~/domain/journal/entries/content";

const MOST_SUGGESTED = 20;

/** The tags of entries, each once, in their order: to be picked from where one types. */
export function collectTags(contents: readonly (EntryContent | null)[]): string[] {
  const tags = new Map<string, string>();
  for (const content of contents)
    for (const tag of content?.tags ?? []) if (!tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag);
  return [...tags.values()].slice(0, MOST_SUGGESTED);
}
