import { inBatches, notThere, type Migration } from "./migration.server";

/** Collections that recorded visits, and what each person was shown. */
const COLLECTIONS = ["activityDays", "shownPassages"];
/** Fields of the days' figures that said who was here and who came back. */
const FIGURES = ["active", "writers", "back1", "back7", "back30"];

const monthOf = (moment: unknown) => (moment instanceof Date ? moment.toISOString().slice(0, 7) : null);

/** When people were here is forgotten; of the moment of a last visit the month stays. */
export const forgetVisits: Migration = {
  name: "forget-visits",
  async run(db) {
    const users = db.collection("users");
    for (const name of COLLECTIONS) await db.collection(name).drop().catch(notThere);
    await users.dropIndex("lastSeenAt_1").catch(notThere);
    await db
      .collection("dailyFigures")
      .updateMany(
        { $or: FIGURES.map((name) => ({ [name]: { $exists: true } })) },
        { $unset: Object.fromEntries(FIGURES.map((name) => [name, ""])) },
      );
    await inBatches(users, { lastSeenAt: { $exists: true } }, ({ lastSeenAt, createdAt }) => ({
      $set: { lastUsedMonth: monthOf(lastSeenAt) ?? monthOf(createdAt) ?? "" },
      $unset: { lastSeenAt: "" },
    }));
  },
};
