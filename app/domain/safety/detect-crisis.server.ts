import { incrementCount } from "#models/db/queries.server";
import { CrisisDailyCountModel } from "#models/statistics.server";
import { DAY } from "~/domain/calendar/durations";
import type { Member } from "~/domain/member/member";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { translationIds } from "~/domain/scripture/translations/translation-registry.server";
import { now } from "~/platform/clock";
import { createYielder } from "~/platform/concurrency.server";
import { log } from "~/platform/log.server";
import { sortLinesByZone, type Care } from "./care";
import { findCrisis, splitSegments, type Crisis } from "./crisis";
import { helpSettings } from "./help-lines.server";

/** For this long after a crisis signal, the entry's page shows a help note and a coach answers with the fixed help text. */
export const CARE_MS = DAY;

type EntryTexts = { answers: readonly { text: string }[]; prayer?: string };

/** More than any form accepts; only imported texts are longer, and those were not written today. */
const MAX_READ_CHARACTERS = 300_000;
const SEGMENT_CHARACTERS = 8_000;

/**
 * Looks for crisis signals in a text, on this server and in memory. Quotations of the named passages are
 * ignored. Yields to the event loop between the segments of a long text.
 */
export async function detectCrisis(text: string, passageRefs: readonly string[] = []): Promise<Crisis> {
  const known = passageRefs.flatMap((ref) => {
    const passages = ref ? translationIds().map((translation) => findPassage(ref, translation)) : [];
    return passages.flatMap((passage) => passage?.verses.map(({ text }) => text).join(" ") ?? []);
  });
  const { phrases } = helpSettings();
  const yieldIfNeeded = createYielder();
  let found: Crisis = { level: 0, about: null };
  for (const segment of splitSegments(text.slice(0, MAX_READ_CHARACTERS), SEGMENT_CHARACTERS)) {
    await yieldIfNeeded();
    const crisis = findCrisis(segment, { known, phrases });
    if (crisis.level > found.level) found = crisis;
    if (found.level === 2) break;
  }
  return found;
}

/** All text of an entry that the member wrote: every field that is a string, and the answers. */
export function entryText({ answers, prayer: _id, ...fields }: EntryTexts): string {
  const texts = Object.values(fields).filter((value) => typeof value === "string");
  return [...texts, ...answers.map(({ text }) => text)].join("\n");
}

/** Help note for a detected crisis, with the lines of the member's time zone first; null without a crisis. */
export function careNoteFor(member: Pick<Member, "timezone">, { level, about }: Crisis): Care | null {
  if (level === 0 || !about) return null;
  const { help } = helpSettings();
  return { level, about, help: { ...help, lines: sortLinesByZone(help.lines, member.timezone) } };
}

/** Counts a crisis per day, without the member. A failure is logged and never prevents saving. */
export async function countCrisis({ level }: Crisis): Promise<void> {
  if (level === 0) return;
  const _id = now().toISOString().slice(0, 10);
  const field = level === 2 ? "urgent" : "gentle";
  try {
    await incrementCount(CrisisDailyCountModel, { _id, gentle: 0, urgent: 0 }, { [field]: 1 });
  } catch (error) {
    log.error("safety.not_counted", error);
  }
}

/** Number of urgent crises on a UTC day (YYYY-MM-DD), for administrators. */
export async function crisisCount(day: string): Promise<number> {
  const record = await CrisisDailyCountModel.findById(day).lean();
  return record?.urgent ?? 0;
}

/**
 * Counts the crisis of a saved entry. With `before`, the entry's previous content, it counts a higher level
 * only.
 */
export async function checkEntryForCrisis(
  passageRef: string,
  content: EntryTexts,
  before?: EntryTexts,
): Promise<void> {
  const crisis = await detectCrisis(entryText(content), [passageRef]);
  if (crisis.level === 0) return;
  if (before && (await detectCrisis(entryText(before), [passageRef])).level >= crisis.level) return;
  await countCrisis(crisis);
}

/** Help note of an entry that was written or changed in the last 24 hours; null for all others. */
export async function entryCareNote(
  member: Member,
  entry: { content: EntryTexts | null; passageRef: string; updatedAt: Date; deletedAt: Date | null },
): Promise<Care | null> {
  const { content, passageRef, updatedAt, deletedAt } = entry;
  if (!content || deletedAt || now().getTime() - updatedAt.getTime() > CARE_MS) return null;
  return careNoteFor(member, await detectCrisis(entryText(content), [passageRef]));
}
