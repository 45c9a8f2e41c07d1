import type { Member } from "~/domain/member/member";
import type { Care } from "~/domain/safety/care";
import { CARE_MS, careFor, countCrisis, readForSigns } from "~/domain/safety/notice-crisis.server";
import { now } from "~/platform/clock";
import type { Intention, IntentionText } from "./intention";

const saidIn = ({ name, line, came }: IntentionText) => [name, line, came].join("\n");

/** Reads what was kept for signs that someone needs help, and counts. `before`: what it said; only what is new counts. */
export async function noticeText(text: string, before = ""): Promise<void> {
  const crisis = await readForSigns(text);
  if (crisis.level === 0 || (before && (await readForSigns(before)).level >= crisis.level)) return;
  await countCrisis(crisis);
}

export const noticeChange = (before: IntentionText, after: IntentionText) =>
  noticeText(saidIn(after), saidIn(before));

/** What the page of these intentions shows for a day after one of them was written; mostly null. */
export async function careForIntentions(
  member: Member,
  intentions: readonly Intention[],
): Promise<Care | null> {
  const since = now().getTime() - CARE_MS;
  const fresh = intentions.filter(({ updatedAt }) => updatedAt.getTime() > since);
  if (fresh.length === 0) return null;
  return careFor(member, await readForSigns(fresh.map(saidIn).join("\n")));
}
