import { addDays } from "~/domain/calendar/local-day";
import { dashboardOf } from "~/domain/dashboard/dashboard.server";
import { NO_CONTENT } from "~/domain/journal/entries/content";
import { finishEntry } from "~/domain/journal/entries/finish-entry.server";
import { listHistory } from "~/domain/journal/history/list-history.server";
import { readCursor, writeCursor } from "~/domain/journal/history/query";
import { searchHistory } from "~/domain/journal/history/search-history.server";
import type { Member } from "~/domain/member/member";
import { inTurn, load, show, told } from "../../measure.mjs";
import { fill, someone, TODAY, VOCABULARY } from "./people";

/** How the journal's pages behave as it grows: the first must cost what it costs after a month. */
export async function journal(isShort: boolean): Promise<string> {
  // Twenty years of a morning and an evening a day, for the search.
  const [long, huge] = isShort ? [300, 1_000] : [7_300, 100_000];
  const [few, years, many] = [await someone(901), await someone(902), await someone(903)];
  // These two differ in their length alone.
  await fill(few, { count: 100, aDay: 4, words: 12 });
  await fill(many, { count: huge, aDay: 4, words: 12 });
  await fill(years, { count: long, aDay: 1, words: 60, isSearched: true });
  const middle = writeCursor({ forDate: addDays(TODAY, -huge / 20), createdAt: Date.now(), id: "x" });
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
  const [small, large, search] = ["100", huge, long].map((count) => `${count.toLocaleString("en")} entries`);
  const firstPage = [`first page, ${small}`, `first page, ${large}`] as const;
  const dashboard = [`dashboard, ${small}`, `dashboard, ${large}`] as const;
  const keep = [`keep an entry, ${small}`, `keep an entry, ${large}`] as const;
  const middlePage = `a page in the middle, ${large}`;
  const times = await inTurn({
    [firstPage[0]]: () => listHistory(few),
    [firstPage[1]]: () => listHistory(many),
    [middlePage]: () => listHistory(many, {}, readCursor(middle)),
    [dashboard[0]]: () => dashboardOf(few),
    [dashboard[1]]: () => dashboardOf(many),
    [`history of Lent, ${search}`]: () => listHistory(years, { season: "lent" }),
    [`search for a rare word, ${search}`]: () => searchHistory(years, { q: "heron" }),
    [`search for two common words, ${search}`]: () =>
      searchHistory(years, { q: `${VOCABULARY[7]} ${VOCABULARY[28]}` }),
    [`search for nothing that is there, ${search}`]: () => searchHistory(years, { q: "nowhere" }),
    [keep[0]]: save(few),
    [keep[1]]: save(many),
  });
  const ratio = ([one, other]: readonly [string, string]) =>
    ((times[other]?.median ?? NaN) / (times[one]?.median ?? NaN)).toFixed(2);
  return [
    `the journal: ${load()}`,
    ...Object.entries(times).map(([name, spread]) => told(`${name}, ms`, show(spread))),
    told("first page, large to small", ratio(firstPage)),
    told("middle page to first page", ratio([firstPage[1], middlePage])),
    told("dashboard, large to small", ratio(dashboard)),
    told("keep, large to small", ratio(keep)),
  ].join("\n");
}
