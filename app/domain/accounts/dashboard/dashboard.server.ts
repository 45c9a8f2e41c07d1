import { JournalEntryModel } from "#models/journal-entry.server";
import { welcomeMessage } from "~/domain/accounts/support/instance.server";
import { formatDate, formatRelativeDay } from "~/domain/calendar/local-day";
import { lowCodeCount } from "~/domain/identity/credentials";
import { readLatestInsight } from "~/domain/insights/insights.server";
import { seasonLine } from "~/domain/journal/entries/entry";
import {
  contentOrNull,
  journalKeys,
  LIST_PROJECTION,
  type JournalKeys,
  type ListedRecord,
} from "~/domain/journal/entries/sealed-content.server";
import {
  dayAndOtherYears,
  dayAndOtherYearsStages,
  rememberedLine,
  type RememberedEntry,
} from "~/domain/journal/history/on-this-day.server";
import { hasPrayerRequests } from "~/domain/journal/prayers/prayer-requests.server";
import { selectionBesideText } from "~/domain/journal/prayers/rotation.server";
import { availableSets, PROMPT_SETS } from "~/domain/journal/prompt-sets/registry";
import { carryoverFrom, type MorningCarryover } from "~/domain/journal/reflection/answers";
import { nextWay, wayReflectionFor } from "~/domain/journal/reflection/way-progress.server";
import {
  rhythmFromTraces,
  traceStages,
  type RhythmDay,
  type Trace,
} from "~/domain/journal/rhythm/rhythm.server";
import { isNearQuota } from "~/domain/limits/journal-quota.server";
import { currentSlotOf, type CurrentSlot } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { isCustomPlanKey, type PromptSetKey } from "~/domain/member/prayer-settings";
import type { DaySlot, Slot } from "~/domain/member/prayer-times";
import { endingPlan } from "~/domain/plans/changes/notices";
import { openReminders } from "~/domain/reminders/notifications.server";
import { notificationOf } from "~/domain/reminders/reminder";
import { dailyVerse, effectivePlan, planNote } from "~/domain/scripture/passages/passage-plan";
import { passageOfDay } from "~/domain/scripture/passages/passages.server";
import { ASSIGNED_NOTE } from "~/domain/ways/assigned-passages";
import { assignedPassage, sharedWay } from "~/domain/ways/assigned-passages.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { now } from "~/platform/clock";

/**
 * The dashboard's only button: the reflection that is due and its path. When that reflection is finished, the label
 * is a sentence without a link (`to` is null).
 */
export function dueButton(
  slot: DaySlot,
  due: "open" | "started" | "done",
  set: PromptSetKey | "own",
): { label: string; to: string | null } {
  if (due === "done") {
    const label = slot === "morning" ? t("Done for this morning.") : t("Done for today. Rest.");
    return { label, to: null };
  }
  return {
    label: due === "started" ? t("Continue") : beginLabel(slot, set),
    to: paths.reflection(slot),
  };
}

function beginLabel(slot: DaySlot, set: PromptSetKey | "own"): string {
  const ownLabel = set === "own" ? undefined : PROMPT_SETS[set].begins?.[slot];
  if (ownLabel) return ownLabel;
  return slot === "morning" ? t("Begin morning reflection") : t("Begin evening reflection");
}

/** Link to an unfinished draft. `today` is the member's day. */
export function unfinishedLink(
  draft: { slot: Slot; forDate: string; prayer?: string },
  today: string,
): { label: string; to: string } {
  if (draft.slot === "none") {
    const to = draft.prayer ? paths.freePage({ prayer: draft.prayer }) : paths.freePage();
    return { label: t("A free page"), to };
  }
  const name = draft.slot === "morning" ? t("Morning reflection") : t("Evening reflection");
  return {
    label: `${name}, ${formatRelativeDay(draft.forDate, today)}`,
    to: paths.reflection(draft.slot, { date: draft.forDate }),
  };
}

const headingOf = (member: Member, date: string) => ({
  name: member.firstName || member.username,
  date: formatDate(date),
  season: seasonLine(date, member.prayer),
});

/**
 * Whether the member has neither answered the first questions nor any entry. Imported entries count; the prayer from
 * `/today`, the only free page that has a passage, does not.
 */
async function isNew({ id: userId, prayer }: Member): Promise<boolean> {
  if (prayer.length !== 0) return false;
  const otherThanPrayer = { $or: [{ kind: { $ne: "free" as const } }, { passageRef: "" }] };
  const entry = { userId, status: "final" as const, deletedAt: null, ...otherThanPrayer };
  return (await JournalEntryModel.exists(entry)) === null;
}

/** The first-run questions with their default answers. */
function firstRunOf(member: Member) {
  const { prayer, morningPromptTime, eveningPromptTime, timezone } = member;
  return {
    // Not the username: the first-run questions have not asked for a name yet.
    name: member.firstName,
    welcome: welcomeMessage(),
    sets: availableSets(member.subscriptionTier),
    firstRun: {
      firstName: member.firstName,
      promptSetPreference: member.promptSetPreference,
      tradition: prayer.tradition,
      morningPromptTime,
      eveningPromptTime,
      // Without a stored zone the field stays empty, and script fills in the browser's zone.
      ...(timezone && { timezone }),
    },
  };
}

type JournalToday = {
  current: CurrentSlot;
  /** State of the reflection that is due now. */
  due: "open" | "started" | "done";
  /** Whether morning and evening are written. */
  isWholeDay: boolean;
  carryover: MorningCarryover;
  /** Null when the member has hidden the rhythm. */
  rhythm: RhythmDay[] | null;
  remembered: RememberedEntry[];
  /** Unfinished drafts other than the current reflection, at most three. */
  drafts: { slot: Slot; forDate: string; prayer?: string }[];
  planEnds: { plan: string; day: string } | null;
};

/** Today's entries, other years' entries, drafts and the rhythm. No query grows with the journal. */
export async function readJournalToday(member: Member): Promise<JournalToday> {
  const current = currentSlotOf(member);
  const { records, drafts, traces } = await readTodaysRecords(member, current);
  const { ofDay: finals, remembered } = await dayAndOtherYears(member, current, records);
  const isDue = ({ slot, forDate }: { slot: Slot; forDate: string }) =>
    slot === current.slot && forDate === current.forDate;
  const isDone = finals.some(isDue);
  const isWritten = (slot: DaySlot) =>
    finals.some((entry) => entry.slot === slot && entry.forDate === current.forDate);
  return {
    current,
    due: drafts.some(isDue) ? "started" : isDone ? "done" : "open",
    isWholeDay: isWritten("morning") && isWritten("evening"),
    carryover: morningCarryover(journalKeys(member), [
      ...finals,
      ...drafts.filter(({ forDate }) => forDate === current.forDate),
    ]),
    rhythm: member.rhythm.hidden ? null : rhythmFromTraces(member, traces),
    remembered,
    planEnds: endingPlan(member.plan, now(), member.timezone),
    drafts: drafts
      .filter((draft) => !isDue(draft))
      .slice(0, 3)
      .map(({ slot, forDate, draftKey }) => ({
        slot,
        forDate,
        ...(slot === "none" && { prayer: draftKey?.split("|")[1] }),
      })),
  };
}

const MAX_DRAFTS = 60;

/** Aggregation stages that read the drafts through their sparse index. */
const draftStages = ({ id }: Member) => [
  { $match: { userId: id, draftKey: { $exists: true } } },
  { $limit: MAX_DRAFTS },
  { $project: LIST_PROJECTION },
];

/** Entries of the day and of other years, drafts (last updated first) and traces, in one query: the cost is per query. */
async function readTodaysRecords(member: Member, current: CurrentSlot) {
  const coll = JournalEntryModel.collection.collectionName;
  const found = await JournalEntryModel.aggregate<ListedRecord | Trace>([
    ...dayAndOtherYearsStages(member, current),
    { $unionWith: { coll, pipeline: draftStages(member) } },
    ...(member.rhythm.hidden ? [] : [{ $unionWith: { coll, pipeline: traceStages(member) } }]),
  ]);
  const listed = found.filter((record) => "_id" in record);
  const drafts = listed.filter(({ draftKey }) => draftKey !== undefined);
  return {
    records: listed.filter(({ draftKey }) => draftKey === undefined),
    drafts: drafts.sort((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime()),
    traces: found.filter((record) => !("_id" in record)),
  };
}

/** Decrypts only the morning: its latest entry, else its draft. */
function morningCarryover(keys: JournalKeys, ofDay: readonly ListedRecord[]): MorningCarryover {
  const morning = ofDay.filter(({ slot }) => slot === "morning");
  const record = morning.find(({ status }) => status === "final") ?? morning[0];
  return carryoverFrom(record ? contentOrNull(keys, record) : null);
}

const promptSource = ({ prayer, promptSetPreference }: Member, slot: DaySlot) =>
  prayer.shape[slot].length > 0 ? "own" : promptSetPreference;

/** Loader data of the dashboard; new members get the first-run questions instead. */
export async function readDashboard(member: Member) {
  return (await isNew(member)) ? firstRunOf(member) : dashboardPage(member);
}

/** The daily verse for a morning or evening of the Daily Habit; undefined with another prompt set or a reading plan. */
function verseOfHabit(member: Member, slot: DaySlot, date: string): string | undefined {
  const { subscriptionTier, prayer } = member;
  const readsSeason = effectivePlan(subscriptionTier, prayer.passagePlan) === "season";
  const isHabit = promptSource(member, slot) === "daily_habit" && !isCustomPlanKey(prayer.passagePlan);
  return isHabit && readsSeason ? dailyVerse(date, prayer) : undefined;
}

/**
 * The slot whose passage is shown, on the date of the heading. After midnight the evening of the day before is still due,
 * but the passage is that of the new morning.
 */
const readingSlot = ({ slot, date, forDate }: CurrentSlot): DaySlot => (forDate === date ? slot : "morning");

async function dashboardPage(member: Member) {
  const at = currentSlotOf(member);
  const { date } = at;
  const slot = readingSlot(at);
  const next = nextWay(member);
  const shared = sharedWay(date);
  const assigned = assignedPassage(member, slot, date);
  const dueWay = wayReflectionFor(member, at.slot, at.forDate);
  const [
    { current, due, isWholeDay, carryover, rhythm, remembered, drafts, planEnds },
    held,
    isAsked,
    open,
    insight,
    wayDue,
    way,
  ] = await Promise.all([
    readJournalToday(member),
    selectionBesideText(member),
    hasPrayerRequests(member),
    openReminders(member),
    readLatestInsight(member),
    dueWay,
    date === at.forDate ? dueWay : wayReflectionFor(member, slot, date),
  ]);
  const source = wayDue ? "own" : promptSource(member, current.slot);
  const begin = dueButton(isWholeDay ? "evening" : current.slot, due, source);
  const own = wayDue ? wayDue.fields : member.prayer.shape[current.slot];
  const hasOneQuestion = source === "own" ? own.length < 2 : source === "random_prompts";
  return {
    firstRun: null,
    ...headingOf(member, date),
    begin,
    isWholeDay,
    /** Path of the due reflection, shortened to one question; null if it has only one anyway or was already begun. */
    onlyOne:
      begin.to && due === "open" && !hasOneQuestion ? paths.reflection(current.slot, { only: "1" }) : null,
    way: way?.way ? { id: way.way.id, name: way.way.name, title: way.way.title } : null,
    shared: way?.way ? null : shared,
    next: next && next.id !== shared?.id ? next : null,
    passage: passageOfDay(
      member,
      slot,
      date,
      way?.passageRef ?? assigned?.reference ?? verseOfHabit(member, slot, date),
    ),
    passageNote: way ? null : assigned ? assigned.note || ASSIGNED_NOTE : planNote(member.prayer, date),
    carryover,
    held: held.map(({ name }) => name),
    hasPrayerRequests: isAsked,
    planEnds,
    fewCodes: lowCodeCount(member),
    isNearlyFull: isNearQuota(member),
    rhythm: rhythm && rhythm.map(({ state }) => state),
    remembered: remembered.map(rememberedLine),
    insight,
    drafts: drafts.map((draft) => unfinishedLink(draft, date)),
    reminders: open.map(notificationOf),
    zoneKnown: member.timezone !== "",
  };
}
