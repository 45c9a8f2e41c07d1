import { Schema } from "mongoose";
import { ENTRY_KINDS, type EntryKind } from "~/domain/journal/prompt-sets/prompt-set";
import { SLOTS, type Slot } from "~/domain/member/prayer-times";
import { defineModel } from "./db/define-model.server";

/**
 * A journal entry. `sealed` contains all text (title, answers, body, tags, mood). The other fields serve lists and filters:
 * dates, kind, flags, and blind-index terms of tags, moods and words.
 */
export type JournalEntryRecord = {
  /** 128 random bits, base64url. */
  _id: string;
  userId: number;
  kind: EntryKind;
  slot: Slot;
  status: "draft" | "final";
  /** The local day that the entry belongs to, YYYY-MM-DD. */
  forDate: string;
  /** The time zone that determined the day. */
  timezone: string;
  createdAt: Date;
  updatedAt: Date;
  /**
   * When a finished entry last changed: text, flags, import, trash or restore. API clients query the changes since a time.
   * Absent from entries that have not changed since the field was introduced.
   */
  changedAt?: Date;
  /** For optimistic locking: increases with every save, and a save based on an older version is a conflict. */
  version: number;
  promptSet: string;
  promptIds: string[];
  passageRef: string;
  /** The name of the day when it was saved: "Friday, Ascension Day, white". Absent if it was not recorded then. */
  dayName?: string;
  favourite: boolean;
  excludeFromInsights: boolean;
  /**
   * Filter terms: "kind:habit", "slot:morning", "favourite", and blind-index terms "tag:…" and "mood:…". They share one list,
   * so that one index serves every filter.
   */
  marks: string[];
  /** Blind-index terms of the words of a finished entry; absent until they are computed. */
  words?: string[];
  /**
   * WORDS_VERSION of `words`, and proof that the owner's vocabulary contains them; `true` for version 1. A save of the text
   * removes it until the words are indexed again.
   */
  listed?: number | true;
  /** Blind-index terms of words removed since the last indexing; "*" if they are unknown. */
  left?: string[];
  /** Encrypted content, bound to this id and version of the layout. */
  sealed: Buffer;
  /** The ids of its pictures; absent for none. */
  pictures?: string[];
  /** Drafts only: "morning|2026-11-21", "evening|…" or "free", unique per user. */
  draftKey?: string;
  /** Drafts only: the form that saved last, so that one window does not overwrite the text of another. */
  savedBy?: string;
  deletedAt: Date | null;
  /** Whether undoing an import moved it to the trash, so that the same file can be imported again. */
  undone?: boolean;
};

/** The index that searches pass as a hint. */
export const WORD_INDEX = { userId: 1, words: 1, forDate: -1, createdAt: -1, _id: -1 } as const;

/** The index for entries that are not in the vocabulary yet. */
export const UNLISTED_INDEX = { userId: 1, listed: 1, status: 1 } as const;

const journalEntrySchema = new Schema<JournalEntryRecord>(
  {
    _id: String,
    userId: { type: Number, required: true },
    kind: { type: String, enum: ENTRY_KINDS, required: true },
    slot: { type: String, enum: SLOTS, required: true },
    status: { type: String, enum: ["draft", "final"], required: true },
    forDate: { type: String, required: true },
    timezone: { type: String, default: "UTC" },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    changedAt: { type: Date },
    version: { type: Number, required: true },
    promptSet: { type: String, default: "" },
    promptIds: { type: [String], default: [] },
    passageRef: { type: String, default: "" },
    dayName: { type: String },
    favourite: { type: Boolean, default: false },
    excludeFromInsights: { type: Boolean, default: false },
    marks: { type: [String], default: [] },
    words: { type: [String], default: undefined },
    listed: { type: Schema.Types.Mixed },
    left: { type: [String], default: undefined },
    sealed: { type: Buffer, required: true },
    pictures: { type: [String], default: undefined },
    draftKey: { type: String },
    savedBy: { type: String },
    deletedAt: { type: Date, default: null },
    undone: Boolean,
  },
  { versionKey: false, collection: "journalEntries" },
);
// The history, newest first by day and creation time; the id makes keyset pages unambiguous.
journalEntrySchema.index({ userId: 1, status: 1, deletedAt: 1, forDate: -1, createdAt: -1, _id: -1 });
journalEntrySchema.index({
  userId: 1,
  status: 1,
  deletedAt: 1,
  marks: 1,
  forDate: -1,
  createdAt: -1,
  _id: -1,
});
// Entries with a word, newest first. An entry without terms is indexed under null.
journalEntrySchema.index(WORD_INDEX);
journalEntrySchema.index(UNLISTED_INDEX);
// Entries written with a chapter of Scripture.
journalEntrySchema.index({ userId: 1, passageRef: 1, forDate: -1 });
// Changes since an API client's last query.
journalEntrySchema.index({ userId: 1, changedAt: 1, _id: 1 });
// Expired entries in the trash of all accounts.
journalEntrySchema.index({ deletedAt: 1 }, { partialFilterExpression: { deletedAt: { $gt: new Date(0) } } });
// Daily statistics by kind, counted from the index alone.
journalEntrySchema.index({ status: 1, kind: 1, slot: 1, createdAt: 1 });
// Old drafts of all accounts.
journalEntrySchema.index({ updatedAt: 1 }, { partialFilterExpression: { draftKey: { $exists: true } } });
// Finds the entries that contain given pictures.
journalEntrySchema.index({ pictures: 1 }, { partialFilterExpression: { pictures: { $exists: true } } });
journalEntrySchema.index(
  { userId: 1, draftKey: 1 },
  { unique: true, partialFilterExpression: { draftKey: { $exists: true } } },
);

export const JournalEntryModel = defineModel<JournalEntryRecord>("JournalEntry", journalEntrySchema);

/** An earlier version of an entry. Ten slots per entry are a ring buffer, so that storing a version is one write. */
export type EntryVersionRecord = {
  /** The entry's id and the slot: "ID.3". */
  _id: string;
  userId: number;
  entryId: string;
  version: number;
  savedAt: Date;
  /** Encrypted content, bound to the entry and the version. */
  sealed: Buffer;
  /** The ids of its pictures; absent for none. */
  pictures?: string[];
};

const entryVersionSchema = new Schema<EntryVersionRecord>(
  {
    _id: String,
    userId: { type: Number, required: true },
    entryId: { type: String, required: true },
    version: { type: Number, required: true },
    savedAt: { type: Date, required: true },
    sealed: { type: Buffer, required: true },
    pictures: { type: [String], default: undefined },
  },
  { versionKey: false, collection: "entryVersions" },
);
// For deleting an account; pages read by id.
entryVersionSchema.index({ userId: 1 });
// Finds the versions that contain given pictures, or any picture.
entryVersionSchema.index({ pictures: 1 }, { partialFilterExpression: { pictures: { $exists: true } } });

export const EntryVersionModel = defineModel<EntryVersionRecord>("EntryVersion", entryVersionSchema);

/**
 * A chunk of the words in a user's journal, for prefix search; it is encrypted and padded to a round size. One further
 * record per user contains the prune queue instead of words.
 */
export type VocabularyRecord = {
  /** User id and chunk number, "7.0"; or "7.gone" for the prune queue. */
  _id: string;
  userId: number;
  /** For optimistic locking: increases with every change of the chunk, and a conflicting change starts again. */
  version: number;
  sealed: Buffer | null;
  /** The prune queue: blind-index terms of deleted or changed texts. */
  gone: string[];
};

const vocabularySchema = new Schema<VocabularyRecord>(
  {
    _id: String,
    userId: { type: Number, required: true },
    version: { type: Number, default: 1 },
    sealed: { type: Buffer, default: null },
    gone: { type: [String], default: [] },
  },
  { versionKey: false, collection: "wordLists" },
);
vocabularySchema.index({ userId: 1 });

export const VocabularyModel = defineModel<VocabularyRecord>("WordList", vocabularySchema);
