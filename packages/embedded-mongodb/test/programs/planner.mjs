// Prints the bytes that a plan retains until V8's next full garbage collection: node --expose-gc planner.mjs DIRECTORY
import { getHeapSpaceStatistics } from "node:v8";
import { queryOf } from "../../dist/server/queries.js";
import { Schedule } from "../../dist/server/schedule.js";
import { Budget } from "../../dist/storage/budget.js";
import { planFor } from "../../dist/storage/find.js";

const [, , directory] = process.argv;
const changes = { note: () => undefined, noteAll: () => undefined };
const schedule = new Schedule({ file: `${directory}/data.sqlite`, address: "", changes, log: console.error });
const ask = (body) =>
  new Promise((respond) =>
    schedule.submit({
      request: { requestId: 1, legacy: false, silent: false, body, sequences: new Map() },
      client: {},
      respond,
    }),
  );
const days = Array.from({ length: 30 }, (_, day) => `2026-11-${String(day + 1).padStart(2, "0")}`);
await ask({
  createIndexes: "entries",
  $db: "test",
  indexes: [
    { key: { userId: 1, day: 1 }, name: "byDay" },
    { key: { userId: 1, kind: 1, day: 1 }, name: "byKind" },
  ],
});
const collection = schedule.store.catalog.find("test", "entries");
const plan = () => {
  const command = { filter: { userId: 1, kind: 2, day: { $in: days } }, sort: { day: -1 } };
  return planFor(schedule.store, collection, queryOf({ budget: new Budget() }, command)).ranges.length;
};
const kept = () =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === "old_space").space_used_size;

for (let at = 0; at < 500; at++) plan();
globalThis.gc();
const before = kept();
for (let at = 0; at < 500; at++) plan();
console.log((kept() - before) / 500);
schedule.close();
process.exit();
