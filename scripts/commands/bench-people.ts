import { JournalEntryModel, type JournalEntryRecord } from "#models/journal-entry.server";
import { UserModel } from "#models/user.server";
import { addDays } from "~/domain/calendar/local-day";
import { NO_CONTENT } from "~/domain/journal/entries/content";
import { journalKeys, marksOf, sealContent } from "~/domain/journal/entries/sealed-content.server";
import { wordMarks } from "~/domain/journal/history/search-index.server";
import type { Member } from "~/domain/member/member";
import { memberFrom } from "~/domain/member/member-from-record.server";
import { newWrappedKey } from "~/platform/encryption.server";
import { CommandError } from "./command-error";

/** Small: the words of an entry are sixty rows of an index, and nothing else is answered while they are written. */
const BATCH = 100;
export const TODAY = new Date().toISOString().slice(0, 10);
export const VOCABULARY = Array.from({ length: 3_000 }, (_, n) => `word${n.toString(36)}`);

/** A person with nothing but a key. */
export async function someone(id: number): Promise<Member> {
  const name = `bench_${id}`;
  await UserModel.create({
    _id: id,
    username: name,
    usernameKey: name,
    email: `${name}@example.test`,
    emailKey: `${name}@example.test`,
    passwordHash: "none",
    securityStamp: "bench",
    crypto: newWrappedKey(`users|${id}`),
    createdAt: new Date(),
    prayer: { length: 10 },
  });
  const user = await UserModel.findById(id).lean();
  if (!user) throw new CommandError("The person was not stored.");
  return memberFrom(user);
}

/** How a journal is filled: so many entries of so many words, `aDay` for each day backwards from today. */
export type Filling = { count: number; aDay: number; words: number; isSearched?: boolean };

/** Writes a journal straight into the database, with the fingerprints of its words where it will be searched. */
export async function fill(
  member: Member,
  { count, aDay, words, isSearched = false }: Filling,
): Promise<void> {
  const keys = journalKeys(member);
  const now = Date.now();
  for (let from = 0; from < count; from += BATCH) {
    const records = Array.from({ length: Math.min(BATCH, count - from) }, (_, n): JournalEntryRecord => {
      const at = from + n;
      const body = Array.from({ length: words }, (__, w) => VOCABULARY[(at * 31 + w * w * 7) % 3_000]).join(
        " ",
      );
      const content = { ...NO_CONTENT, body: at % 1_000 === 0 ? `${body} heron` : body };
      const _id = `bench-${member.id}-${at}`;
      const kind = { kind: "free" as const, slot: "none" as const, favourite: false };
      return {
        ...kind,
        _id,
        userId: member.id,
        status: "final",
        forDate: addDays(TODAY, -Math.floor(at / aDay)),
        timezone: "UTC",
        createdAt: new Date(now - at * 1_000),
        updatedAt: new Date(now),
        version: 1,
        promptSet: "",
        promptIds: [],
        passageRef: "",
        excludeFromInsights: false,
        marks: marksOf(keys, kind, content),
        words: isSearched ? wordMarks(keys, content) : [],
        sealed: sealContent(keys, _id, content),
        deletedAt: null,
      };
    });
    await JournalEntryModel.insertMany(records, { lean: true });
  }
}
