import { JournalEntryModel } from "#models/journal-entry.server";
import {
  earlierTerms,
  journalKeys,
  wayTerm,
  type JournalKeys,
} from "~/domain/journal/entries/sealed-content.server";
import type { Member } from "~/domain/member/member";
import type { Prayed } from "~/domain/ways/walk";
import type { Way } from "~/domain/ways/way";

/** Finds what a person has kept on a way, by both keys while a move from one to the other lasts. */
export function keptOn(member: Member, keys: JournalKeys, id: string) {
  const earlier = earlierTerms(keys);
  const marks = [wayTerm(keys, id), ...(earlier ? [wayTerm(earlier, id)] : [])];
  return { userId: member.id, status: "final" as const, deletedAt: null, marks: { $in: marks } };
}

/** Which days of a way a person has prayed since a date, and when last; by fingerprints, without opening an entry. */
export async function prayedSince(member: Member, id: string, way: Way, since: string): Promise<Prayed> {
  const keys = journalKeys(member);
  const records = await JournalEntryModel.find(
    { ...keptOn(member, keys, id), forDate: { $gte: since } },
    { marks: 1, forDate: 1 },
  )
    .sort({ forDate: 1 })
    .lean();
  if (records.length === 0) return new Map();
  const rings = [keys, earlierTerms(keys)].flatMap((ring) => ring ?? []);
  const days = new Map(
    rings.flatMap((ring) => way.days.map((_, at) => [wayTerm(ring, id, at + 1), at + 1] as const)),
  );
  return new Map(
    records.flatMap(({ marks, forDate }) =>
      marks.flatMap((mark) => {
        const day = days.get(mark);
        return day === undefined ? [] : [[day, forDate] as const];
      }),
    ),
  );
}
