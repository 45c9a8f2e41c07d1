import { complete, type Migration } from "./migration.server";

/** Journals from before there was a list of their words: it is made while their people are here. */
export const gatherLater: Migration = {
  name: "gather-words",
  run: (db) => complete(db.collection("users"), { wordsDue: true }),
};
