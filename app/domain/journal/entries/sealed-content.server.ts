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

/** The keys of one member's journal, one per purpose: text, filter terms, word terms and draft ids. */
export type JournalKeys = { entry: DerivedKey; index: DerivedKey; search: Buffer; ids: Buffer };

/**
 * The keys of a member for one request. The key of the entries is derived at once, so that a missing key is an error and not
 * a journal of unreadable entries; the others are derived on use.
 * @throws DecryptionError
 */
export const journalKeys = (member: Member): JournalKeys => new KeysOfRequest(member);

/**
 * A class, because the accessors of an object literal would keep all that they capture in memory until the next full
 * garbage collection.
 */
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

/** Associated data of the content, layout 1. The id binds it to its record, so that two records cannot be exchanged. */
export const entryAssociatedData = (id: string) => `journalEntries|${id}|content|1`;

/** Encrypts the content of one record. */
export function sealContent(keys: JournalKeys, id: string, content: EntryContent): Buffer {
  return seal(keys.entry.now, JSON.stringify(content), entryAssociatedData(id));
}

/** The ids of the pictures; stored unencrypted in the record, so that files in use can be found. */
export const pictureIdsOf = ({ pictures = [] }: EntryContent) => pictures.map(({ id }) => id);

/** Decrypts a record's content. @throws DecryptionError if it was changed or moved */
export function openContent(
  keys: JournalKeys,
  { _id, sealed }: Pick<JournalEntryRecord, "_id" | "sealed">,
  associatedData = entryAssociatedData(_id),
): EntryContent {
  const plain = openWithDerivedKey(keys.entry, storedBytes(sealed), associatedData).toString("utf8");
  return { ...EMPTY_CONTENT, ...(JSON.parse(plain) as Partial<EntryContent>) };
}

/** The id of the draft with this key: deterministic for a member, and meaningless without their key. */
export function draftIdOf(keys: JournalKeys, draftKey: string): string {
  return deriveKey(keys.ids, `draft|${draftKey}`).subarray(0, 16).toString("base64url");
}

/** The blind index's term for a tag: a keyed hash. All terms of an entry are stored as its `marks`. */
export const tagTerm = (keys: JournalKeys, tag: string) => `tag:${blindIndex(keys.index.now, `tag|${tag}`)}`;
export const moodTerm = (keys: JournalKeys, mood: string) =>
  `mood:${blindIndex(keys.index.now, `mood|${mood}`)}`;
/** The term for entries about an intention. */
export const prayerTerm = (keys: JournalKeys, prayer: string) =>
  `prayer:${blindIndex(keys.index.now, `prayer|${prayer}`)}`;

/** The term for entries of a way, or of one of its days. */
export const wayTerm = (keys: JournalKeys, way: string, day?: number) =>
  `way:${blindIndex(keys.index.now, `way|${way}|${day ?? ""}`)}`;

/** Keys for terms made with the member's earlier index key; null once no entry has such terms. */
export function previousKeyTerms(keys: JournalKeys): JournalKeys | null {
  const { earlier } = keys.index;
  const { entry, search, ids } = keys;
  return earlier && { entry, search, ids, index: { now: earlier, earlier: null } };
}

export const kindTerm = (kind: EntryKind) => `kind:${kind}`;
export const slotTerm = (slot: Slot) => `slot:${slot}`;
export const FAVOURITE_TERM = "favourite";
export const PICTURES_TERM = "pictures";

/** The terms of everything about an entry that the history can be filtered by. */
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

/** Omits fields that lists do not need: above all the terms, a third of a record. */
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

/** The unencrypted fields of an entry. */
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

/** An entry with its content; unreadable content is null, and logged for the operator. */
export const entryFrom = (keys: JournalKeys, record: ListedRecord): Entry => ({
  ...fieldsOfRecord(record),
  content: contentOrNull(keys, record),
});

/** Decrypts several entries of any length; yields to other requests between them. */
export async function entriesFrom(keys: JournalKeys, records: readonly ListedRecord[]): Promise<Entry[]> {
  const pause = createYielder();
  const entries: Entry[] = [];
  for (const record of records) {
    await pause();
    entries.push(entryFrom(keys, record));
  }
  return entries;
}

/** Decrypts a record's content; logs and returns null if it is unreadable. */
export function contentOrNull(
  keys: JournalKeys,
  record: Pick<JournalEntryRecord, "_id" | "sealed">,
  associatedData?: string,
): EntryContent | null {
  try {
    return openContent(keys, record, associatedData);
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    log.error("journal.unreadable", error);
    return null;
  }
}

/** Only this much of an imported entry is indexed; no form accepts as much. */
const MAX_INDEXED_CHARACTERS = 300_000;
const MAX_INDEXED_WORDS = 10_000;
/** Replaces a list of removed terms that is too long or out of date; the vocabulary then has to be rebuilt. */
export const ALL_TERMS_REMOVED = "*";

/** The distinct words of an entry for the search, folded. */
export function indexedWords(content: EntryContent): string[] {
  let left = MAX_INDEXED_CHARACTERS;
  const texts = searchableTexts(content).map((text) => {
    const indexed = text.slice(0, left);
    left -= indexed.length;
    return indexed;
  });
  return [...new Set(texts.flatMap(tokenize))].slice(0, MAX_INDEXED_WORDS);
}

/**
 * Blind-index terms of an entry's words under the member's search key, cut to 64 bits. They reveal which entries of one member
 * share a word, but not the word, and nothing across members.
 */
export const wordTerms = (keys: JournalKeys, content: EntryContent) =>
  termsOfWords(keys, indexedWords(content));

/** The terms stored for an entry. Computed from the content to save a query, unless an earlier tokeniser made them. */
export async function storedTerms(
  keys: JournalKeys,
  { _id, userId, listed }: Pick<JournalEntryRecord, "_id" | "userId" | "listed">,
  content: EntryContent,
): Promise<string[]> {
  if (!isIndexOutdated(listed)) return wordTerms(keys, content);
  const stored = await JournalEntryModel.findOne({ _id, userId }, { words: 1 }).lean();
  return stored?.words ?? [];
}

/** The distinct blind-index terms of folded words. */
export function termsOfWords(keys: JournalKeys, words: readonly string[]): string[] {
  return [...new Set(words)].slice(0, MAX_INDEXED_WORDS).map((word) => blindIndex(keys.search, word));
}

/** Values of `listed` for entries indexed with an earlier tokeniser. */
const OUTDATED: readonly (number | true)[] = [true];
/** Values of `listed` for entries whose words are not in the vocabulary yet, or outdated there. */
export const UNLISTED_VALUES = [null, ...OUTDATED];
export const isIndexOutdated = (listed: JournalEntryRecord["listed"]) =>
  listed !== undefined && OUTDATED.includes(listed);

/** The part of an update that queues an entry for the vocabulary, with the terms that the entry no longer has. */
export function vocabularyUpdate(
  left: readonly string[] = [],
  before: readonly string[] = [],
  after: readonly string[] = [],
) {
  const current = new Set(after);
  const removed = [...new Set([...left, ...before])].filter((term) => !current.has(term));
  return {
    $set: { left: removed.length > MAX_INDEXED_WORDS ? [ALL_TERMS_REMOVED] : removed },
    $unset: { listed: "" },
  } as const;
}
