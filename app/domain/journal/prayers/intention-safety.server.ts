import { PrayerModel } from "#models/prayer.server";
import { withoutExcludedTags } from "~/domain/journal/entries/entries.server";
import type { Entry } from "~/domain/journal/entries/entry";
import type { Member } from "~/domain/member/member";
import type { Care } from "~/domain/safety/care";
import { CARE_MS, careNoteFor, countCrisis, detectCrisis } from "~/domain/safety/detect-crisis.server";
import { now } from "~/platform/clock";
import { recordId } from "./encrypted-intention.server";
import type { Intention, IntentionText } from "./intention";

/**
 * The entries that insights and coaches may read: none with an excluded tag, and none written about an intention
 * unless it is ticked. Checked at every reading, so that removing a tick takes effect at once.
 */
export async function readableEntries(member: Member, entries: Entry[]): Promise<Entry[]> {
  const open = await withoutExcludedTags(member, entries);
  const about = new Set(open.flatMap(({ content }) => content?.prayer ?? []));
  if (about.size === 0) return open;
  const shared = await PrayerModel.find(
    { _id: { $in: [...about].map((id) => recordId(member.id, id)) }, userId: member.id, shared: true },
    { _id: 1 },
  ).lean();
  const ticked = new Set(shared.map(({ _id }) => _id));
  return open.filter(({ content }) => !content?.prayer || ticked.has(recordId(member.id, content.prayer)));
}

const saidIn = ({ name, line, came }: IntentionText) => [name, line, came].join("\n");

/** Reads what was kept for signs that someone needs help, and counts. `before`: what it said; only what is new counts. */
export async function checkTextForCrisis(text: string, before = ""): Promise<void> {
  const crisis = await detectCrisis(text);
  if (crisis.level === 0 || (before && (await detectCrisis(before)).level >= crisis.level)) return;
  await countCrisis(crisis);
}

export const checkChangeForCrisis = (before: IntentionText, after: IntentionText) =>
  checkTextForCrisis(saidIn(after), saidIn(before));

/** What the page of these intentions shows for a day after one of them was written; mostly null. */
export async function intentionCareNote(
  member: Member,
  intentions: readonly Intention[],
): Promise<Care | null> {
  const since = now().getTime() - CARE_MS;
  const fresh = intentions.filter(({ updatedAt }) => updatedAt.getTime() > since);
  if (fresh.length === 0) return null;
  return careNoteFor(member, await detectCrisis(fresh.map(saidIn).join("\n")));
}
