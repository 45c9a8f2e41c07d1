import { fewCodesOf } from "~/domain/identity/keys/recovery-codes";
import { latestInsight } from "~/domain/insights/week/insights.server";
import { rememberedLine } from "~/domain/journal/history/remembered-line";
import { wayOfDay } from "~/domain/journal/walking/open-way.server";
import type { Member } from "~/domain/member/member";
import type { DaySlot } from "~/domain/member/prayer-times";
import { currentSlotOf } from "~/domain/member/today.server";
import { isNearQuota } from "~/domain/operations/journal-quota.server";
import { heldToday } from "~/domain/prayers/turn.server";
import { openReminders } from "~/domain/reminders/notifications.server";
import { notificationOf } from "~/domain/reminders/texts";
import { passageOfDay } from "~/domain/scripture/passages/passage-of-day.server";
import { planNote } from "~/domain/scripture/passages/plans-offered";
import { GIVEN } from "~/domain/ways/given-passages";
import { givenPassage } from "~/domain/ways/given-passages.server";
import { sharedWay } from "~/domain/ways/shared-way.server";
import { dueButton, unfinishedLink } from "./due";
import { firstRunOf, isNew } from "./first-run.server";
import { headingOf } from "./heading";
import { journalToday } from "./journal-today.server";

/** What a slot asks: what the person has put together, else their prompt set. */
const asksNow = ({ prayer, promptSetPreference }: Member, slot: DaySlot) =>
  prayer.shape[slot].length > 0 ? "own" : promptSetPreference;

/** The dashboard as it is shown; before that, a new person says how they pray. */
export async function dashboardOf(member: Member) {
  return (await isNew(member)) ? firstRunOf(member) : usualPage(member);
}

async function usualPage(member: Member) {
  const { slot, forDate } = currentSlotOf(member);
  const given = givenPassage(member, slot, forDate);
  const [{ current, due, kept, rhythm, remembered, drafts, planEnds }, held, open, insight, way] =
    await Promise.all([
      journalToday(member),
      heldToday(member),
      openReminders(member),
      latestInsight(member),
      wayOfDay(member, slot, forDate),
    ]);
  return {
    firstRun: null,
    ...headingOf(member, current.date),
    begin: dueButton(current.slot, due, way ? "own" : asksNow(member, current.slot)),
    way: way?.way ? { id: way.way.id, name: way.way.name, title: way.way.title } : null,
    shared: way?.way ? null : sharedWay(forDate),
    passage: passageOfDay(member, slot, forDate, way?.passageRef ?? given?.reference),
    passageNote: way ? null : given ? given.note || GIVEN : planNote(member.prayer, current.forDate),
    kept,
    held: held.map(({ name }) => name),
    planEnds,
    fewCodes: fewCodesOf(member),
    isNearlyFull: isNearQuota(member),
    rhythm: rhythm && rhythm.map(({ state }) => state),
    remembered: remembered.map(rememberedLine),
    insight,
    drafts: drafts.map((draft) => unfinishedLink(draft, current.date)),
    reminders: open.map(notificationOf),
    zoneKnown: member.timezone !== "",
  };
}
