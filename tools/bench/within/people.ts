import { JournalEntryModel, type JournalEntryRecord } from "#models/journal-entry.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { addDays } from "~/domain/calendar/local-day";
import { NO_CONTENT, type EntryContent } from "~/domain/journal/entries/content";
import { journalKeys, marksOf, sealContent } from "~/domain/journal/entries/sealed-content.server";
import { wordTerms } from "~/domain/journal/entries/search-index.server";
import type { Member } from "~/domain/member/member";
import { memberFrom } from "~/domain/member/member-from-record.server";
import { newWrappedKey } from "~/platform/encryption.server";

export const TODAY = new Date().toISOString().slice(0, 10);
export const VOCABULARY = Array.from({ length: 3_000 }, (_, n) => `word${n.toString(36)}`);

type Insertable = { insertMany(records: never[], options: { lean: boolean }): Promise<unknown> };
type Stacking = { batch?: number; lean?: boolean };

/** Writes this many records, some at a time; `lean` ones as they are, others with what their model adds. */
export async function insert(
  model: Insertable,
  count: number,
  record: (n: number) => object,
  { batch = 1_000, lean = true }: Stacking = {},
): Promise<void> {
  for (let from = 0; from < count; from += batch) {
    const records = Array.from({ length: Math.min(batch, count - from) }, (_, n) => record(from + n));
    await model.insertMany(records as never[], { lean });
  }
}

/** People with numbers from `first` on, who have what `more` says and nothing else of their own. */
export async function insertPeople(
  first: number,
  count: number,
  more: (n: number) => Partial<UserRecord>,
): Promise<void> {
  // Nobody opens what belongs to most of them.
  const crypto = newWrappedKey("users|bench");
  const person = (n: number) => {
    const name = `person_${first + n}`;
    const email = `${name}@example.test`;
    const named = { username: name, usernameKey: name, email, emailKey: email };
    const kept = { passwordHash: "none", securityStamp: "none", crypto, createdAt: new Date() };
    return { _id: first + n, ...named, ...kept, ...more(n) };
  };
  await insert(UserModel, count, person, { lean: false });
}

/** One person, whose writing can be opened. */
export async function someone(id: number): Promise<Member> {
  await insertPeople(id, 1, () => ({ crypto: newWrappedKey(`users|${id}`) }));
  return memberFrom(await UserModel.findById(id).orFail().lean());
}

type Written = Pick<JournalEntryRecord, "_id" | "userId" | "forDate" | "createdAt">;

/** What every entry has, with what is its own. */
export const entryOf = (own: Written & Partial<JournalEntryRecord>): JournalEntryRecord => ({
  kind: "free",
  slot: "none",
  status: "final",
  timezone: "UTC",
  updatedAt: own.createdAt,
  version: 1,
  promptSet: "",
  promptIds: [],
  passageRef: "",
  favourite: false,
  excludeFromInsights: false,
  marks: [],
  words: [],
  sealed: Buffer.alloc(0),
  deletedAt: null,
  ...own,
});

type Kind = Pick<JournalEntryRecord, "kind" | "slot">;

/** An entry with its content sealed, as the journal keeps it. */
export function sealedEntry(
  member: Member,
  own: Written & Partial<JournalEntryRecord>,
  content: EntryContent,
): JournalEntryRecord {
  const keys = journalKeys(member);
  const kind: Kind = { kind: own.kind ?? "free", slot: own.slot ?? "none" };
  const marks = marksOf(keys, { ...kind, favourite: false }, content);
  return entryOf({ ...own, marks, sealed: sealContent(keys, own._id, content) });
}

/** How a journal is filled: the number of entries and their words, `aDay` for each day backwards from today. */
type Filling = { count: number; aDay: number; words: number; isSearched?: boolean };

/** Writes a journal straight into the database, with the fingerprints of its words where it will be searched. */
export async function fill(member: Member, { count, aDay, words, isSearched }: Filling): Promise<void> {
  const keys = journalKeys(member);
  const begun = Date.now();
  const record = (at: number) => {
    const body = Array.from({ length: words }, (_, w) => VOCABULARY[(at * 31 + w * w * 7) % 3_000]).join(" ");
    const content = { ...NO_CONTENT, body: at % 1_000 === 0 ? `${body} heron` : body };
    const own = {
      _id: `bench-${member.id}-${at}`,
      userId: member.id,
      forDate: addDays(TODAY, -Math.floor(at / aDay)),
      createdAt: new Date(begun - at * 1_000),
      words: isSearched ? wordTerms(keys, content) : [],
    };
    return sealedEntry(member, own, content);
  };
  // Small: the words of an entry are sixty rows of an index, and nothing else is answered while they are written.
  await insert(JournalEntryModel, count, record, { batch: 100 });
}
