import { Schema } from "mongoose";
import { ENTRY_KINDS, type EntryKind } from "~/domain/journal/prompt-sets/prompt-set";
import { SLOTS, type Slot } from "~/domain/member/prayer-times";
import { defineModel } from "./db/define-model.server";

/**
 * One reflection. Everything a person writes (title, answers, body, tags, mood) is inside `sealed`; outside is only
 * what lists and filters need: dates, kind, flags, and keyed fingerprints of tags and mood words.
 */
export type JournalEntryRecord = {
  /** 128 random bits, base64url. */
  _id: string;
  userId: number;
  kind: EntryKind;
  slot: Slot;
  status: "draft" | "final";
  /** The local day it is for, YYYY-MM-DD. */
  forDate: string;
  /** The time zone that decided the day. */
  timezone: string;
  createdAt: Date;
  updatedAt: Date;
  /**
   * When anything of a finished entry last changed here: words, marks, coming in, the trash and the way back. Programs ask for
   * what has changed since; missing from entries that have not changed since this was first noted.
   */
  changedAt?: Date;
  /** Rises with every save; a save that names an older one is a conflict. */
  version: number;
  promptSet: string;
  promptIds: string[];
  passageRef: string;
  /** What the day was called when it was kept: "Friday, Ascension Day, white". Missing where nobody knows it: a name is not made up afterwards. */
  dayName?: string;
  favourite: boolean;
  excludeFromInsights: boolean;
  /**
   * What the history can be narrowed by: "kind:habit", "slot:morning", "favourite", and keyed fingerprints
   * "tag:…" and "mood:…". One list, so that one index answers every filter.
   */
  marks: string[];
  /** Keyed fingerprints of the words of a finished entry, for searching; missing until they have been made. */
  words?: string[];
  /**
   * WORDS_VERSION of the tokeniser whose words are in `words` and in the vocabulary of its writer; `true` for the first version.
   * Missing from each save of its text until the next time words are gathered.
   */
  listed?: number | true;
  /** Fingerprints of words that a change has taken out since; "*" where nobody can say which. */
  left?: string[];
  /** Encrypted content, bound to this id and version of the layout. */
  sealed: Buffer;
  /** The ids of its pictures; missing where there are none. */
  pictures?: string[];
  /** While a draft: "morning|2026-11-21", "evening|…" or "free"; one each per user. */
  draftKey?: string;
  /** While a draft: the form that saved it last, so that one window does not write over another's text. */
  savedBy?: string;
  deletedAt: Date | null;
};

/** Named, because a search says that it wants this one. */
export const WORD_INDEX = { userId: 1, words: 1, forDate: -1, createdAt: -1, _id: -1 } as const;

/** What waits to be taken into the list of words, which a search asks for too. */
export const UNLISTED_INDEX = { userId: 1, listed: 1, status: 1 } as const;

const schema = new Schema<JournalEntryRecord>(
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
  },
  { versionKey: false, collection: "journalEntries" },
);
// The history: newest first by day, then by the moment of writing, with the id to break ties for keyset pages.
schema.index({ userId: 1, status: 1, deletedAt: 1, forDate: -1, createdAt: -1, _id: -1 });
schema.index({ userId: 1, status: 1, deletedAt: 1, marks: 1, forDate: -1, createdAt: -1, _id: -1 });
// Searching: entries with a word, newest first; an entry without fingerprints is indexed under null.
schema.index(WORD_INDEX);
schema.index(UNLISTED_INDEX);
// What has been written with a chapter of Scripture.
schema.index({ userId: 1, passageRef: 1, forDate: -1 });
// What has changed since a program last asked.
schema.index({ userId: 1, changedAt: 1, _id: 1 });
// The trash, and what has been in it long enough, for all accounts.
schema.index({ deletedAt: 1 }, { partialFilterExpression: { deletedAt: { $gt: new Date(0) } } });
// The figures of a day: how many were saved of each kind, counted without reading one of them.
schema.index({ status: 1, kind: 1, slot: 1, createdAt: 1 });
// Old drafts, for all accounts.
schema.index({ updatedAt: 1 }, { partialFilterExpression: { draftKey: { $exists: true } } });
// Whether a picture is shown anywhere, for all accounts.
schema.index({ pictures: 1 }, { partialFilterExpression: { pictures: { $exists: true } } });
schema.index(
  { userId: 1, draftKey: 1 },
  { unique: true, partialFilterExpression: { draftKey: { $exists: true } } },
);

export const JournalEntryModel = defineModel<JournalEntryRecord>("JournalEntry", schema);
