import { CrisisDailyCountModel } from "#models/crisis-daily-count.server";
import { incrementCount } from "#models/db/queries.server";
import { DAY } from "~/domain/calendar/durations";
import type { Member } from "~/domain/member/member";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { translationIds } from "~/domain/scripture/translations/translation-registry.server";
import { now } from "~/platform/clock";
import { createYielder } from "~/platform/concurrency.server";
import { log } from "~/platform/log.server";
import { sortLinesByZone, type Care } from "./care";
import { crisisIn, splitSegments, type Crisis } from "./crisis";
import { helpSettings } from "./help-lines.server";

/** For how long after it was written an entry's page shows the way to help, and a thread with a coach keeps to its fixed text. */
export const CARE_MS = DAY;

/** What of an entry is read for signs. */
type EntryTexts = { title: string; body: string; mood: string; answers: readonly { text: string }[] };

/** More than any page takes; what an import brings beyond it was not written today. */
const MAX_READ_CHARACTERS = 300_000;
const SEGMENT_CHARACTERS = 8_000;

/**
 * Reads a text for signs, on this server and in memory; the words of the passages named are not the writer's own. A long
 * text is read in pieces, between which others are let through.
 */
export async function detectCrisis(text: string, passageRefs: readonly string[] = []): Promise<Crisis> {
  const known = passageRefs.flatMap((ref) => {
    const passages = ref ? translationIds().map((translation) => findPassage(ref, translation)) : [];
    return passages.flatMap((passage) => passage?.verses.map(({ text }) => text).join(" ") ?? []);
  });
  const { phrases } = helpSettings();
  const pause = createYielder();
  let found: Crisis = { level: 0, about: null };
  for (const piece of splitSegments(text.slice(0, MAX_READ_CHARACTERS), SEGMENT_CHARACTERS)) {
    await pause();
    const crisis = crisisIn(piece, { known, phrases });
    if (crisis.level > found.level) found = crisis;
    if (found.level === 2) break;
  }
  return found;
}

/** Everything that a person wrote in an entry, as one text. */
export function entryText({ title, body, answers, mood }: EntryTexts): string {
  return [title, body, mood, ...answers.map(({ text }) => text)].join("\n");
}

/** What to show to this person for what was found; null where nothing was. */
export function careNoteFor(member: Pick<Member, "timezone">, { level, about }: Crisis): Care | null {
  if (level === 0 || !about) return null;
  const { help } = helpSettings();
  return { level, about, help: { ...help, lines: sortLinesByZone(help.lines, member.timezone) } };
}

/** Counts without naming the person. Saving what was written never depends on it. */
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

/** How often the text of help was shown on a day of UTC (YYYY-MM-DD), for administrators: a number and nothing else. */
export async function crisisCount(day: string): Promise<number> {
  const record = await CrisisDailyCountModel.findById(day).lean();
  return record?.urgent ?? 0;
}

/** Reads what was kept as an entry, and counts. `before`: what the entry said; only what is new counts. */
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

/** What an entry's page shows in the day after it was written or changed; null for all others. */
export async function entryCareNote(
  member: Member,
  entry: { content: EntryTexts | null; passageRef: string; updatedAt: Date; deletedAt: Date | null },
): Promise<Care | null> {
  const { content, passageRef, updatedAt, deletedAt } = entry;
  if (!content || deletedAt || now().getTime() - updatedAt.getTime() > CARE_MS) return null;
  return careNoteFor(member, await detectCrisis(entryText(content), [passageRef]));
}
