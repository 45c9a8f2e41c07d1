import { storedBytes } from "#models/db/queries.server";
import { JournalEntryModel, type JournalEntryRecord } from "#models/journal-entry.server";
import type { EntryKind } from "~/domain/journal/prompt-sets/prompt-set";
import type { Member } from "~/domain/member/member";
import { deriveMemberKey, openWithDerivedKey, type DerivedKey } from "~/domain/member/member-keys.server";
import type { Slot } from "~/domain/member/prayer-times";
import { tokenize } from "~/i18n/tokenizer";
import { createYielder } from "~/platform/concurrency.server";
import { blindIndex, DecryptionError, deriveKey, seal } from "~/platform/encryption.server";
import { log } from "~/platform/log.server";
import { EMPTY_CONTENT, searchableTexts, type EntryContent } from "./content";
import type { Entry } from "./entry";

/** The keys that seal one person's journal and make its fingerprints; one key per purpose. */
export type JournalKeys = { entry: DerivedKey; index: DerivedKey; search: Buffer; ids: Buffer };

/**
 * A person's keys, which live as long as the request. The one that opens entries is derived at once, so that a journal whose
 * key is not there is never taken for one of unreadable entries; the others are when they are needed.
 * @throws DecryptionError
 */
export const journalKeys = (member: Member): JournalKeys => new KeysOfRequest(member);

/** V8 keeps what an accessor of an object literal can reach until its next full collection; what a class holds goes at once. */
class KeysOfRequest implements JournalKeys {
  readonly entry: DerivedKey;
  readonly #member: Member;
  #ids: Buffer | undefined;

  constructor(member: Member) {
    this.entry = deriveMemberKey(member, "entry");
    this.#member = member;
  }

  get index() {
    return deriveMemberKey(this.#member, "index");
  }

  get search() {
    return deriveMemberKey(this.#member, "search").now;
  }

  get ids() {
    return (this.#ids ??= deriveKey(this.#member.firstKey(), "index"));
  }
}

/** Layout 1 of the sealed content; the id ties it to its record, so that two records cannot be exchanged. */
export const entryAssociatedData = (id: string) => `journalEntries|${id}|content|1`;

/** Seals what a person wrote for one record. */
export function sealContent(keys: JournalKeys, id: string, content: EntryContent): Buffer {
  return seal(keys.entry.now, JSON.stringify(content), entryAssociatedData(id));
}

/** The ids of its pictures, which stand beside the sealed content, so that a file is known to be needed. */
export const pictureIdsOf = ({ pictures = [] }: EntryContent) => pictures.map(({ id }) => id);

/** Opens a record's content. @throws DecryptionError if it was changed or moved. */
export function openContent(
  keys: JournalKeys,
  record: Pick<JournalEntryRecord, "_id" | "sealed">,
): EntryContent {
  const plain = openWithDerivedKey(
    keys.entry,
    storedBytes(record.sealed),
    entryAssociatedData(record._id),
  ).toString("utf8");
  return { ...EMPTY_CONTENT, ...(JSON.parse(plain) as Partial<EntryContent>) };
}

/** The id of the one draft of a slot and day: the same for the same person, and telling nothing to others. */
export function draftIdOf(keys: JournalKeys, draftKey: string): string {
  return deriveKey(keys.ids, `draft|${draftKey}`).subarray(0, 16).toString("base64url");
}

/** The blind index's term for a tag: a keyed hash. All terms of an entry are stored as its `marks`. */
export const tagTerm = (keys: JournalKeys, tag: string) => `tag:${blindIndex(keys.index.now, `tag|${tag}`)}`;
/** The term for a mood word. */
export const moodTerm = (keys: JournalKeys, mood: string) =>
  `mood:${blindIndex(keys.index.now, `mood|${mood}`)}`;
/** The term for what was written about an intention. */
export const prayerTerm = (keys: JournalKeys, prayer: string) =>
  `prayer:${blindIndex(keys.index.now, `prayer|${prayer}`)}`;

/** The term for what was written on a way, or on one of its days. */
export const wayTerm = (keys: JournalKeys, way: string, day?: number) =>
  `way:${blindIndex(keys.index.now, `way|${way}|${day ?? ""}`)}`;

/** For the terms that entries had before the person's key changed; null once no entry has them. */
export function previousKeyTerms(keys: JournalKeys): JournalKeys | null {
  const { earlier } = keys.index;
  const { entry, search, ids } = keys;
  return earlier && { entry, search, ids, index: { now: earlier, earlier: null } };
}

export const kindTerm = (kind: EntryKind) => `kind:${kind}`;
export const slotTerm = (slot: Slot) => `slot:${slot}`;
export const FAVOURITE_TERM = "favourite";
export const PICTURES_TERM = "pictures";

/** Everything about one entry that the history can be filtered by. */
export function filterTermsOf(
  keys: JournalKeys,
  { kind, slot, favourite }: { kind: EntryKind; slot: Slot; favourite: boolean },
  content: EntryContent,
): string[] {
  const marks = [kindTerm(kind), slotTerm(slot), ...content.tags.map((tag) => tagTerm(keys, tag))];
  if (content.prayer) marks.push(prayerTerm(keys, content.prayer));
  const { way } = content;
  if (way) marks.push(wayTerm(keys, way.id), wayTerm(keys, way.id, way.day));
  if (content.mood) marks.push(moodTerm(keys, content.mood));
  if (favourite) marks.push(FAVOURITE_TERM);
  if (content.pictures?.length) marks.push(PICTURES_TERM);
  return [...new Set(marks)];
}

/** What lists read of a record: neither its fingerprints, a third of it, nor what was asked, nor how it was saved. */
export const LIST_PROJECTION = {
  words: 0,
  marks: 0,
  listed: 0,
  left: 0,
  pictures: 0,
  promptIds: 0,
  promptSet: 0,
  changedAt: 0,
  savedBy: 0,
} as const;
export type ListedRecord = Omit<JournalEntryRecord, keyof typeof LIST_PROJECTION>;

/** What stands beside the sealed content of a record, as the rest of the application sees it. */
export const fieldsOfRecord = (record: ListedRecord): Omit<Entry, "content"> => ({
  id: record._id,
  kind: record.kind,
  slot: record.slot,
  forDate: record.forDate,
  timezone: record.timezone,
  createdAt: record.createdAt,
  updatedAt: record.updatedAt,
  version: record.version,
  passageRef: record.passageRef,
  dayName: record.dayName,
  favourite: record.favourite,
  excludeFromInsights: record.excludeFromInsights,
  deletedAt: record.deletedAt,
});

/** The same with its content. Content that does not open is missing, and logged for the operator. */
export const entryFrom = (keys: JournalKeys, record: ListedRecord): Entry => ({
  ...fieldsOfRecord(record),
  content: contentOrNull(keys, record),
});

/** Several of any length: other requests are served between one and the next. */
export async function entriesFrom(keys: JournalKeys, records: readonly ListedRecord[]): Promise<Entry[]> {
  const pause = createYielder();
  const entries: Entry[] = [];
  for (const record of records) {
    await pause();
    entries.push(entryFrom(keys, record));
  }
  return entries;
}

/** The content; null, with a log line for the operator, if it does not open. */
export function contentOrNull(
  keys: JournalKeys,
  record: Pick<JournalEntryRecord, "_id" | "sealed">,
): EntryContent | null {
  try {
    return openContent(keys, record);
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    log.error("journal.unreadable", error);
    return null;
  }
}

/** How much of an entry is indexed: more than any page accepts, and the words of a long book. */
const INDEXED_TEXT = 300_000;
const MOST_WORDS = 10_000;
/** Stands for words that nobody can name any more. */
export const ALL_TERMS_REMOVED = "*";

/** The different words by which an entry is found, folded. */
export function indexedWords(content: EntryContent): string[] {
  let left = INDEXED_TEXT;
  const texts = searchableTexts(content).map((text) => {
    const indexed = text.slice(0, left);
    left -= indexed.length;
    return indexed;
  });
  return [...new Set(texts.flatMap(tokenize))].slice(0, MOST_WORDS);
}

/**
 * Fingerprints of the words of an entry under the person's own search key, cut to 64 bits. They tell which of a person's
 * entries share a word, never which word, and nothing across people.
 */
export const wordTerms = (keys: JournalKeys, content: EntryContent) =>
  termsOfWords(keys, indexedWords(content));

/** The terms of an entry as it was stored: those of an earlier tokeniser cannot be made again. */
export async function storedTerms(
  keys: JournalKeys,
  { _id, userId, listed }: Pick<JournalEntryRecord, "_id" | "userId" | "listed">,
  content: EntryContent,
): Promise<string[]> {
  if (!isIndexOutdated(listed)) return wordTerms(keys, content);
  const stored = await JournalEntryModel.findOne({ _id, userId }, { words: 1 }).lean();
  return stored?.words ?? [];
}

/** The fingerprints of folded words, without duplicates. */
export function termsOfWords(keys: JournalKeys, words: readonly string[]): string[] {
  return [...new Set(words)].slice(0, MOST_WORDS).map((word) => blindIndex(keys.search, word));
}

/** Values of `listed` in entries whose words were gathered with an earlier tokeniser. */
const OUTDATED: readonly (number | true)[] = [true];
/** And where they are not gathered. */
export const UNLISTED_VALUES = [null, ...OUTDATED];
export const isIndexOutdated = (listed: JournalEntryRecord["listed"]) =>
  listed !== undefined && OUTDATED.includes(listed);

/** What a save of an entry's text says beside it, so that the list of its person's words follows it. */
export function vocabularyUpdate(
  left: readonly string[] = [],
  before: readonly string[] = [],
  after: readonly string[] = [],
) {
  const has = new Set(after);
  const all = [...new Set([...left, ...before])].filter((mark) => !has.has(mark));
  // More than anyone takes out of one entry: then the whole list is made again.
  return {
    $set: { left: all.length > MOST_WORDS ? [ALL_TERMS_REMOVED] : all },
    $unset: { listed: "" },
  } as const;
}
