import { localMoment } from "~/domain/calendar/local-day";
import { finishEntry } from "~/domain/journal/entries/finish-entry.server";
import type { Origin } from "~/domain/journal/entries/origin.server";
import type { Member } from "~/domain/member/member";
import { t } from "~/i18n/t";
import { now } from "~/platform/clock";
import { beginInsight } from "./make-insight.server";
import { isOverAndBegins, weekInWords } from "./week";

/** Whether a week can be looked back on by this person: it begins on their first weekday and is over. */
export function isOwnWeek(member: Member, weekStart: string): boolean {
  return isOverAndBegins(weekStart, localMoment(now(), member.timezone).date, member.weekStart);
}

/** Makes a week's insight again, because the person asked for it. */
export async function makeAgain(member: Member, weekStart: string): Promise<void> {
  await beginInsight(member, weekStart, { again: true });
}

/** Keeps the prayer of an insight, as the person has changed it, as an entry of today. */
export async function keepPrayer(
  member: Member,
  weekStart: string,
  prayer: string,
  origin: Pick<Origin, "submission">,
): Promise<string | null> {
  const { date } = localMoment(now(), member.timezone);
  const result = await finishEntry(
    member,
    {
      kind: "free",
      slot: "none",
      forDate: date,
      promptSet: "",
      promptIds: [],
      passageRef: "",
      content: {
        title: t("A prayer after {weekStart}", { weekStart: weekInWords(weekStart) }),
        body: prayer,
        tags: [],
        mood: "",
        answers: [],
      },
    },
    // It has no draft of its own: the free page's draft stays.
    { ...origin, draftVersion: 0 },
  );
  return result.ok ? result.id : null;
}
