import { savedAtInWords } from "~/domain/calendar/day-in-words";
import type { EntryKind } from "~/domain/journal/prompt-sets/entry-kind";
import type { EntryContent } from "./content";
import { contentPages } from "./content-pages";
import { editParts } from "./edit-parts";

/** A draft as its page shows it: what was written, and when it was saved, in words of its writer's time. */
export type DraftInForm = {
  version: number;
  /** Only the beginning of a draft that is longer than a form. */
  content: EntryContent;
  /** A file may bring a draft that its form cannot hold. It is kept as an entry, which is edited in parts. */
  isLong: boolean;
  savedAt: string;
};

type Saved = { kind: EntryKind; version: number; content: EntryContent; updatedAt: Date };

export function draftInForm(
  { kind, version, content, updatedAt }: Saved,
  now: Date,
  timezone: string,
): DraftInForm {
  const isLong = editParts(kind, content).length > 1;
  return {
    version,
    content: isLong ? contentPages(content)[0] : content,
    isLong,
    savedAt: savedAtInWords(updatedAt, now, timezone),
  };
}

/**
 * The version that a form sends with its texts. A draft that is longer than the form keeps the version that was read: the page
 * shows its beginning alone, and a save must not replace the rest.
 */
export function versionInForm(draft: DraftInForm | null, read: unknown): number {
  return draft?.isLong ? Number(read ?? 0) || 0 : (draft?.version ?? 0);
}
