import { UserModel, type UserRecord } from "#models/user.server";
import { localMoment } from "~/domain/calendar/local-day";
import { placeFrom } from "~/domain/calendar/locale";
import { now } from "~/platform/clock";
import { endOfRunningWeek } from "./week";

/** What a person's week depends on. */
type Days = Pick<UserRecord, "timezone" | "weekStart" | "locale">;
export const firstWeekday = (user: Days) => placeFrom(user).weekStart;
export const todayFor = ({ timezone }: Days) => localMoment(now(), timezone).date;
export const nextWeekEnd = (user: Days) =>
  endOfRunningWeek(todayFor(user), firstWeekday(user), user.timezone || "UTC");

/** Sets when each person's next insight is due, with one write per batch: if cut off before it, the weeks stay made. */
export async function scheduleNext(served: { user: UserRecord; next: Date }[]): Promise<void> {
  await UserModel.bulkWrite(
    served.map(({ user, next }) => ({
      updateOne: {
        // Only if it has not changed since.
        filter: { _id: user._id, insightsDueAt: user.insightsDueAt },
        update: { $set: { insightsDueAt: next } },
      },
    })),
    { ordered: false },
  );
}
