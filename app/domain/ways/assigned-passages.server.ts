import { UserModel } from "#models/user.server";
import { addDays } from "~/domain/calendar/local-day";
import { currentSlotOf } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { deriveMemberKey, readSealedText, userFieldReencryption } from "~/domain/member/member-keys.server";
import type { DaySlot } from "~/domain/member/prayer-times";
import { currentInstanceSettings } from "~/domain/operations/instance-settings.server";
import { hasMissingVerse } from "~/domain/scripture/bible/references.server";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { parsePlanPassage } from "~/domain/scripture/reading-plans/check-plan.server";
import { t } from "~/i18n/t";
import { createYielder } from "~/platform/concurrency.server";
import { seal } from "~/platform/encryption.server";
import {
  assignDays,
  findAssignedPassage,
  formatAssigned,
  parseAssignedLines,
  type AssignedPassage,
} from "./assigned-passages";
import { availableWays, findWay } from "./available-ways.server";
import { dayNumberOn, NO_WALKS, wayTiming, type Walks } from "./way";

/** A member's ways and assigned passages; stored encrypted in the user. */
type Guidance = {
  walks: Walks;
  /** The assigned passages, one per line, as `formatAssigned` writes them. */
  passages: string;
};

const EMPTY_GUIDANCE: Guidance = { walks: NO_WALKS, passages: "" };
const keyOf = (member: Member) => deriveMemberKey(member, "guidance");
const associatedDataOf = ({ id }: Member) => `users|${id}|guidance|1`;

/** The member's guidance; unreadable guidance is logged and read as empty. */
export const guidanceOf = (member: Member): Guidance => openGuidance(member, member.guidance());

function openGuidance(member: Member, sealed: unknown): Guidance {
  if (!sealed) return EMPTY_GUIDANCE;
  const plain = readSealedText(keyOf(member), sealed, associatedDataOf(member), "guidance.unreadable");
  return plain === null ? EMPTY_GUIDANCE : { ...EMPTY_GUIDANCE, ...(JSON.parse(plain) as Partial<Guidance>) };
}

/** Changes the guidance with compare-and-set, so that concurrent changes are applied one after the other. */
export async function changeGuidance(
  member: Member,
  change: (before: Guidance) => Partial<Guidance>,
): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const user = await UserModel.findById(member.id).select({ guidance: 1 }).lean();
    const before = openGuidance(member, user?.guidance);
    const next = JSON.stringify({ ...before, ...change(before) });
    const { matchedCount } = await UserModel.updateOne(
      { _id: member.id, guidance: user?.guidance ?? null },
      { $set: { guidance: seal(keyOf(member).now, next, associatedDataOf(member)) } },
    );
    if (matchedCount === 1) return;
  }
  throw new Error("Too many concurrent changes of a member's guidance.");
}

/** Re-encrypts the guidance with the member's new key. */
export const reencryptGuidance = userFieldReencryption("guidance", "guidance", associatedDataOf);

/** The passage assigned to a morning, if an installed translation has it. */
export function assignedPassage(member: Member, slot: DaySlot, date: string): AssignedPassage | undefined {
  if (slot !== "morning") return undefined;
  const assigned = findAssignedPassage(guidanceOf(member).passages, date);
  return assigned && findPassage(assigned.reference) ? assigned : undefined;
}

/** The assigned passages as a text, for the form. */
export const assignedPassages = (member: Member): string => guidanceOf(member).passages;

/** Saves passages, one per line; a line without a day gets the next free morning. `faults` name the invalid lines. */
export async function saveAssignedPassages(
  member: Member,
  text: string,
): Promise<{ ok: true } | { ok: false; faults: string[] }> {
  const { lines, faults } = parseAssignedLines(text);
  const read: AssignedPassage[] = [];
  const pause = createYielder();
  for (const { line, date, words, note } of lines) {
    await pause();
    const passage = parsePlanPassage(words);
    if ("code" in passage || !findPassage(passage.reference) || hasMissingVerse(words))
      faults.push(
        t("Line {line}: this is not a passage that we know: {words}", { line, words: words.slice(0, 60) }),
      );
    else read.push({ date, reference: passage.reference, note });
  }
  if (faults.length > 0) return { ok: false, faults };
  const { date: today, slot } = currentSlotOf(member);
  const from = slot === "morning" ? today : addDays(today, 1);
  await changeGuidance(member, () => ({ passages: formatAssigned(assignDays(read, from)) }));
  return { ok: true };
}

export async function clearAssignedPassages(member: Member): Promise<void> {
  await changeGuidance(member, () => ({ passages: "" }));
}

/** The way that this instance prays together; null without one, or if its file no longer exists. */
export function sharedWay(date: string) {
  const { sharedWay: id } = currentInstanceSettings();
  const way = findWay(id);
  if (!way) return null;
  const { name, language } = way;
  return { id, name, language, when: wayTiming(way, date).words };
}

/**
 * The shared way's day for a page without an account; null if the settings do not allow that, or the way has no day
 * on the date.
 */
export function sharedDay(date: string) {
  const { sharedWay: id, wayOnToday } = currentInstanceSettings();
  const way = wayOnToday === "on" ? findWay(id) : undefined;
  const at = way && dayNumberOn(way, date);
  const day = at === undefined ? undefined : way?.days[at - 1];
  if (!way || !day) return null;
  const { title, passage, point, questions } = day;
  return { way: way.name, language: way.language, title, passage, point, questions };
}

export const waysToShare = () => availableWays().map(([id, { name }]) => ({ id, name }));
