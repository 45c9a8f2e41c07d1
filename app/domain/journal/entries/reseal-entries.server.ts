import { resealing } from "#models/db/resealing.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import type { Member } from "~/domain/member/member";
import { movedToNewKey } from "~/domain/member/person-keys.server";
import { contentOrNull, entryPlace, journalKeys, marksOf } from "./sealed-content.server";
import { ALL_GONE, isOutdated, wordTerms } from "./search-index.server";

/** Re-encrypts entries and drafts with their person's new key, with the fingerprints that find them. */
export const resealEntries = resealing(
  JournalEntryModel,
  (member: Member) => {
    const keys = journalKeys(member);
    return (record) => {
      const { _id, version, favourite, status } = record;
      const sealed = movedToNewKey(keys.entry, record.sealed, entryPlace(_id));
      const content = sealed && contentOrNull(keys, { _id, sealed });
      if (!content) return null;
      const marks = marksOf(keys, record, content);
      const words = status === "final" ? { words: wordTerms(keys, content) } : {};
      // Terms made with the earlier key, or by an earlier tokeniser, no longer name what the vocabulary loses.
      const left = record.left?.length || isOutdated(record.listed) ? { left: [ALL_GONE] } : {};
      return { set: { sealed, marks, ...words, ...left }, unless: { version, favourite } };
    };
  },
  { words: 0 },
);
