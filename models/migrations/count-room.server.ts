import { countJournalBytes } from "#models/db/journal-size.server";
import { inBatches, type Migration } from "./migration.server";

/** Journals whose size nobody has counted yet. */
export const countJournals: Migration = {
  name: "count-room",
  run: (db) =>
    inBatches(db.collection("users"), { room: { $exists: false } }, async ({ _id }) => {
      const bytes = await countJournalBytes(Number(_id));
      return { $set: { room: { bytes, counted: bytes, countedAt: new Date() } } };
    }),
};
