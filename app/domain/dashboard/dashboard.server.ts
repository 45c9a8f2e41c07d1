import { fewCodesOf } from "~/domain/identity/keys/recovery-codes";
import { latestInsight } from "~/domain/insights/week/insights.server";
import { rememberedLine } from "~/domain/journal/history/remembered-line";
import type { Member } from "~/domain/member/member";
import type { DaySlot } from "~/domain/member/prayer-times";
import { hasLittleRoom } from "~/domain/operations/journal-room.server";
import { heldToday } from "~/domain/prayers/turn.server";
import { openReminders } from "~/domain/reminders/notifications.server";
import { notificationOf } from "~/domain/reminders/texts";
import { passageOfDay } from "~/domain/scripture/passages/passage-of-day.server";
import { planNote } from "~/domain/scripture/passages/plans-offered";
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
  const [{ current, due, kept, rhythm, remembered, drafts, planEnds }, held, open, insight] =
    await Promise.all([
      journalToday(member),
      heldToday(member),
      openReminders(member),
      latestInsight(member),
    ]);
  return {
    firstRun: null,
    ...headingOf(member, current.date),
    begin: dueButton(current.slot, due, asksNow(member, current.slot)),
    passage: passageOfDay(member, current.slot, current.forDate),
    passageNote: planNote(member.prayer, current.forDate),
    kept,
    held: held.map(({ name }) => name),
    planEnds,
    fewCodes: fewCodesOf(member),
    isNearlyFull: hasLittleRoom(member),
    rhythm: rhythm && rhythm.map(({ state }) => state),
    remembered: remembered.map(rememberedLine),
    insight,
    drafts: drafts.map((draft) => unfinishedLink(draft, current.date)),
    reminders: open.map(notificationOf),
    zoneKnown: member.timezone !== "",
  };
}
