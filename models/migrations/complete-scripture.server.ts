import { complete, type Migration } from "./migration.server";

/** Days that were counted before what was shown was counted too. */
export const completeScripture: Migration = {
  name: "complete-scripture",
  run: (db) => complete(db.collection("dailyScripture"), { served: [], shown: [], changed: [] }),
};
