import { loadavg } from "node:os";
import { performance } from "node:perf_hooks";
import { UserModel } from "#models/user.server";
import { addDays } from "~/domain/calendar/local-day";
import { dashboardOf } from "~/domain/dashboard/dashboard.server";
import { NO_CONTENT } from "~/domain/journal/entries/content";
import { finishEntry } from "~/domain/journal/entries/finish-entry.server";
import { listHistory } from "~/domain/journal/history/list-history.server";
import { readCursor, writeCursor } from "~/domain/journal/history/query";
import { searchHistory } from "~/domain/journal/history/search-history.server";
import type { Member } from "~/domain/member/member";
import { fill, someone, TODAY, VOCABULARY } from "./bench-people";
import { CommandError } from "./command-error";

/** Twenty years of a morning and an evening a day, for the search. */
const LONG = 7_300;
const HUGE = 100_000;
const TIMES = 15;

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Every one of them in turn, so that whatever else the machine does meets all of them alike. */
async function measure(rows: Record<string, () => Promise<unknown>>): Promise<Record<string, number[]>> {
  const times: Record<string, number[]> = {};
  for (const run of Object.values(rows)) await run();
  for (let turn = 0; turn < TIMES; turn++)
    for (const [name, run] of Object.entries(rows)) {
      const started = performance.now();
      await run();
      (times[name] ??= []).push(performance.now() - started);
    }
  return times;
}

/** `npm run bench`: how the journal's pages behave as it grows. Needs a separate, empty database. */
export async function benchJournal(): Promise<string> {
  if ((await UserModel.estimatedDocumentCount()) > 0)
    throw new CommandError("This needs an empty database: it writes a hundred thousand entries.");
  const [small, long, huge] = [await someone(901), await someone(902), await someone(903)];
  // These two differ in their length alone: a month, or a lifetime.
  await fill(small, { count: 100, aDay: 4, words: 12 });
  await fill(long, { count: LONG, aDay: 1, words: 60, isSearched: true });
  await fill(huge, { count: HUGE, aDay: 4, words: 12 });
  const middle = writeCursor({ forDate: addDays(TODAY, -5_000), createdAt: Date.now(), id: "x" });
  let submission = 0;
  const save = (member: Member) => () =>
    finishEntry(
      member,
      {
        kind: "free",
        slot: "none",
        forDate: addDays(TODAY, -1),
        promptSet: "",
        promptIds: [],
        passageRef: "",
        content: { ...NO_CONTENT, body: VOCABULARY.slice(0, 60).join(" ") },
      },
      { submission: `bench ${(submission += 1)}` },
    );
  const times = await measure({
    "history, first page, 100 entries": () => listHistory(small),
    "history, first page, 100,000 entries": () => listHistory(huge),
    "history, a page in the middle, 100,000 entries": () => listHistory(huge, {}, readCursor(middle)),
    "dashboard, 100 entries": () => dashboardOf(small),
    "dashboard, 100,000 entries": () => dashboardOf(huge),
    "history of Lent, 7,300 entries": () => listHistory(long, { season: "lent" }),
    "search for a rare word, 7,300 entries": () => searchHistory(long, { q: "heron" }),
    "search for two common words, 7,300 entries": () =>
      searchHistory(long, { q: `${VOCABULARY[7]} ${VOCABULARY[28]}` }),
    "search for nothing that is there, 7,300 entries": () => searchHistory(long, { q: "nowhere" }),
    "keep an entry, 100 entries": save(small),
    "keep an entry, 100,000 entries": save(huge),
  });
  const ratio = (many: string, few: string) =>
    (median(times[many] ?? []) / median(times[few] ?? [])).toFixed(2);
  const lines = Object.entries(times).map(
    ([name, values]) =>
      `${name.padEnd(50)} ${median(values).toFixed(1).padStart(7)} ms (${Math.min(...values).toFixed(1)}–${Math.max(...values).toFixed(1)})`,
  );
  return [
    `load average ${loadavg()[0]?.toFixed(1)}, ${TIMES} turns; median (minimum–maximum)`,
    ...lines,
    `first page, 100,000 to 100 entries: ${ratio("history, first page, 100,000 entries", "history, first page, 100 entries")}`,
    `middle page to first page:          ${ratio("history, a page in the middle, 100,000 entries", "history, first page, 100,000 entries")}`,
    `dashboard, 100,000 to 100 entries:  ${ratio("dashboard, 100,000 entries", "dashboard, 100 entries")}`,
    `keep, 100,000 to 100 entries:       ${ratio("keep an entry, 100,000 entries", "keep an entry, 100 entries")}`,
  ].join("\n");
}
