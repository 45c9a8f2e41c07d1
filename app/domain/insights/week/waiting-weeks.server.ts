import { UserModel } from "#models/user.server";
import { addDays, localMoment } from "~/domain/calendar/local-day";
import type { Member } from "~/domain/member/member";
import { now } from "~/platform/clock";
import { awaitNext, firstWeekday, nextEnd, today } from "./due-week.server";
import { makeInsight } from "./make-insight.server";
import { lastFullWeek } from "./week";

/** At most this many: nobody looks back on more at once. */
const MOST_WEEKS = 12;

/** Makes the insights of weeks that ended while a sealed journal was closed, the newest first. */
export async function makeWaitingInsights(member: Member): Promise<void> {
  const user = await UserModel.findById(member.id).lean();
  if (!user?.insightsDueAt || user.insightsDueAt > now()) return;
  const first = firstWeekday(user);
  const oldest = lastFullWeek(localMoment(user.insightsDueAt, user.timezone).date, first);
  let weekStart = lastFullWeek(today(user), first);
  for (let weeks = 0; weeks < MOST_WEEKS && weekStart >= oldest; weeks++) {
    await makeInsight(member, weekStart);
    weekStart = addDays(weekStart, -7);
  }
  await awaitNext([{ user, next: nextEnd(user) }]);
}
