import { JournalEntryModel, type JournalEntryRecord } from "#models/journal-entry.server";
import { EMPTY_CONTENT, type EntryContent } from "~/domain/journal/entries/content";
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

/** A free page as its form submits it. */
export const aPage = (content: Partial<EntryContent>, overrides: Partial<EntryInput> = {}): EntryInput => ({
  kind: "free",
  slot: "none",
  forDate: "2026-11-21",
  promptSet: "",
  promptIds: [],
  passageRef: "",
  content: { ...EMPTY_CONTENT, ...content },
  ...overrides,
});

/** An edit that leaves only a body. */
export const anEdit = (body: string) => ({ title: "", body, tags: [], mood: "", answers: {} });
