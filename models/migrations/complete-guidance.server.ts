import { complete, type Migration } from "./migration.server";

/** People from before there were ways to walk. */
export const completeGuidance: Migration = {
  name: "complete-guidance",
  run: (db) => complete(db.collection("users"), { guidance: null, isWriter: false }),
};
