import { setImmediate as nextTurn } from "node:timers/promises";
import { storedBytes } from "#models/db/queries.server";
import type { Reencryption } from "#models/db/reencryption.server";
import { UserModel } from "#models/user.server";
import { addDays } from "~/domain/calendar/local-day";
import { currentSlotOf } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { deriveMemberKey, openWithDerivedKey, reencryptIfOld } from "~/domain/member/member-keys.server";
import type { DaySlot } from "~/domain/member/prayer-times";
import { currentInstanceSettings } from "~/domain/operations/instance-settings.server";
import { hasMissingVerse } from "~/domain/scripture/bible/references.server";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { parsePlanPassage } from "~/domain/scripture/reading-plans/check-plan.server";
import { t } from "~/i18n/t";
import { DecryptionError, seal } from "~/platform/encryption.server";
import { log } from "~/platform/log.server";
import {
  assignDays,
  assignedOn,
  formatAssigned,
  parseAssignedLines,
  type AssignedPassage,
} from "./assigned-passages";
import { availableWays, findWay } from "./available-ways.state";
import { dayNumberOn, NO_WALKS, wayTiming, type Walks } from "./way";

/** What leads a person for some days. */
export type Guidance = {
  walks: Walks;
  /** The passages that they were given, a line each, as they are shown to them. */
  passages: string;
};

const NOTHING: Guidance = { walks: NO_WALKS, passages: "" };
const keyOf = (member: Member) => deriveMemberKey(member, "guidance");
const associatedDataOf = ({ id }: Member) => `users|${id}|guidance|1`;

/** The ways that a person walks, and the passages they were given. What does not open is logged, and nothing leads. */
export const guidanceOf = (member: Member): Guidance => opened(member, member.guidance());

function opened(member: Member, sealed: unknown): Guidance {
  if (!sealed) return NOTHING;
  try {
    const plain = openWithDerivedKey(keyOf(member), storedBytes(sealed), associatedDataOf(member)).toString(
      "utf8",
    );
    return { ...NOTHING, ...(JSON.parse(plain) as Partial<Guidance>) };
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    log.error("guidance.unreadable", error);
    return NOTHING;
  }
}

/** Changes what leads a person. Of two changes at one time the later is made on what the earlier left. */
export async function changeGuidance(
  member: Member,
  change: (before: Guidance) => Partial<Guidance>,
): Promise<void> {
  for (let again = 0; again < 5; again++) {
    const user = await UserModel.findById(member.id).select({ guidance: 1 }).lean();
    const before = opened(member, user?.guidance);
    const next = JSON.stringify({ ...before, ...change(before) });
    const { matchedCount } = await UserModel.updateOne(
      { _id: member.id, guidance: user?.guidance ?? null },
      { $set: { guidance: seal(keyOf(member).now, next, associatedDataOf(member)) } },
    );
    if (matchedCount === 1) return;
  }
  throw new Error("Too many changes at one time.");
}

/** Re-encrypts it with its person's new key. */
export const reencryptGuidance: Reencryption<Member> = {
  kind: "guidance",
  ids: () => Promise.resolve(["guidance"]),
  reseal: async (member) => {
    const user = await UserModel.findById(member.id).select({ guidance: 1 }).lean();
    const guidance = reencryptIfOld(keyOf(member), user?.guidance, associatedDataOf(member));
    if (!guidance) return 0;
    const seen = { _id: member.id, guidance: user?.guidance };
    return (await UserModel.updateOne(seen, { $set: { guidance } })).modifiedCount;
  },
};

/** The passage that a person was given for a morning, where a translation here has it. */
export function assignedPassage(member: Member, slot: DaySlot, date: string): AssignedPassage | undefined {
  if (slot !== "morning") return undefined;
  const given = assignedOn(guidanceOf(member).passages, date);
  return given && findPassage(given.reference) ? given : undefined;
}

/** The passages of a person, as they are shown to them. */
export const assignedPassages = (member: Member): string => guidanceOf(member).passages;

/** A reference takes most of a millisecond to read, and requests are answered meanwhile. */
const AT_ONCE = 10;

/** Keeps passages, a line each. A line without a day takes the next morning; what is not understood is named by its line. */
export async function saveAssignedPassages(
  member: Member,
  text: string,
): Promise<{ ok: true } | { ok: false; faults: string[] }> {
  const { lines, faults } = parseAssignedLines(text);
  const read: AssignedPassage[] = [];
  for (const [at, { line, date, words, note }] of lines.entries()) {
    const passage = parsePlanPassage(words);
    if ("code" in passage || !findPassage(passage.reference) || hasMissingVerse(words))
      faults.push(
        t("Line {line}: this is not a passage that we know: {words}", { line, words: words.slice(0, 60) }),
      );
    else read.push({ date, reference: passage.reference, note });
    if (at % AT_ONCE === AT_ONCE - 1) await nextTurn();
  }
  if (faults.length > 0) return { ok: false, faults };
  const { date: today, slot } = currentSlotOf(member);
  const from = slot === "morning" ? today : addDays(today, 1);
  await changeGuidance(member, () => ({ passages: formatAssigned(assignDays(read, from)) }));
  return { ok: true };
}

/** Forgets them; the mornings are as they were before. */
export async function clearAssignedPassages(member: Member): Promise<void> {
  await changeGuidance(member, () => ({ passages: "" }));
}

/** The way that this house prays together, as everyone is told of it; null where it prays no way together, or its file is gone. */
export function sharedWay(date: string) {
  const { sharedWay: id } = currentInstanceSettings();
  const way = findWay(id);
  if (!way) return null;
  const { name, language } = way;
  return { id, name, language, when: wayTiming(way, date).words };
}

/** Its day for a date, to be shown without an account; null where the house does not want that, or the way has no such day. */
export function sharedDay(date: string) {
  const { sharedWay: id, wayOnToday } = currentInstanceSettings();
  const way = wayOnToday === "on" ? findWay(id) : undefined;
  const at = way && dayNumberOn(way, date);
  const day = at === undefined ? undefined : way?.days[at - 1];
  if (!way || !day) return null;
  const { title, passage, point, questions } = day;
  return { way: way.name, language: way.language, title, passage, point, questions };
}

/** What can be chosen. */
export const waysToShare = () => availableWays().map(([id, { name }]) => ({ id, name }));
