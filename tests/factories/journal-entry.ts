import { JournalEntryModel, type JournalEntryRecord } from "#models/journal-entry.server";
import { EMPTY_CONTENT, type EntryContent } from "~/domain/journal/entries/content";
import { saveDraft } from "~/domain/journal/entries/drafts.server";
import type { EntryInput } from "~/domain/journal/entries/entry";
import {
  filterTermsOf,
  journalKeys,
  sealContent,
  wordTerms,
} from "~/domain/journal/entries/sealed-content.server";
import type { Member } from "~/domain/member/member";
import { now } from "~/platform/clock";
import { randomToken } from "~/platform/signing.server";

type Overrides = Partial<Omit<JournalEntryRecord, "sealed" | "marks">> & { content?: Partial<EntryContent> };

/** A record as the application stores it, encrypted for its owner. */
export function anEntry(member: Member, { content, ...overrides }: Overrides = {}): JournalEntryRecord {
  const keys = journalKeys(member);
  const at = now();
  const fullContent: EntryContent = { ...EMPTY_CONTENT, body: "Some words", ...content };
  const record = {
    _id: randomToken(16),
    userId: member.id,
    kind: "free" as const,
    slot: "none" as const,
    status: "final" as const,
    forDate: "2026-11-20",
    timezone: "UTC",
    createdAt: at,
    updatedAt: at,
    version: 1,
    promptSet: "",
    promptIds: [],
    passageRef: "",
    favourite: false,
    excludeFromInsights: false,
    deletedAt: null,
    ...overrides,
  };
  return {
    ...record,
    marks: filterTermsOf(keys, record, fullContent),
    words: "words" in overrides ? overrides.words : wordTerms(keys, fullContent),
    sealed: sealContent(keys, record._id, fullContent),
  };
}

export async function createEntry(member: Member, overrides: Overrides = {}): Promise<JournalEntryRecord> {
  const record = anEntry(member, overrides);
  await JournalEntryModel.create(record);
  return record;
}

export async function createEntries(records: JournalEntryRecord[]): Promise<void> {
  await JournalEntryModel.insertMany(records, { lean: true });
}

/** Saves a draft of a free page. */
export async function createDraft(
  member: Member,
  forDate: string,
  content: Partial<EntryContent>,
): Promise<void> {
  const page = {
    kind: "free",
    slot: "none",
    promptSet: "",
    promptIds: [],
    passageRef: "",
  } satisfies Partial<EntryInput>;
  const saved = await saveDraft(member, { ...page, forDate, content: { ...EMPTY_CONTENT, ...content } }, {});
  if (!saved.ok) throw new Error(saved.code);
}
