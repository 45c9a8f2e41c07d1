import type { JournalEntryRecord } from "#models/journal-entry.server";
import { now } from "~/platform/clock";
import type { EntryContent } from "./content";
import { marksOf, pictureIdsOf, sealContent, type JournalKeys } from "./sealed-content.server";
import { wordTerms } from "./search-index.server";

type Begun = Omit<
  JournalEntryRecord,
  | "status"
  | "version"
  | "favourite"
  | "excludeFromInsights"
  | "marks"
  | "words"
  | "listed"
  | "left"
  | "sealed"
  | "pictures"
  | "deletedAt"
  | "changedAt"
  | "draftKey"
  | "savedBy"
>;

/** An entry as it is first kept: sealed, found by its fingerprints, and nobody's favourite yet. */
export function finalEntry(keys: JournalKeys, begun: Begun, content: EntryContent): JournalEntryRecord {
  return {
    ...begun,
    status: "final",
    version: 1,
    favourite: false,
    excludeFromInsights: false,
    marks: marksOf(keys, { ...begun, favourite: false }, content),
    words: wordTerms(keys, content),
    sealed: sealContent(keys, begun._id, content),
    ...(content.pictures?.length && { pictures: pictureIdsOf(content) }),
    deletedAt: null,
    changedAt: now(),
  };
}
