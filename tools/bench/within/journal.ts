import { addDays } from "~/domain/calendar/local-day";
import { dashboardOf } from "~/domain/dashboard/dashboard.server";
import { NO_CONTENT } from "~/domain/journal/entries/content";
import { finishEntry } from "~/domain/journal/entries/finish-entry.server";
import { listHistory } from "~/domain/journal/history/list-history.server";
import { readCursor, writeCursor } from "~/domain/journal/history/query";
import { searchHistory } from "~/domain/journal/history/search-history.server";
import { gatherWords } from "~/domain/journal/word-list/gather-words.server";
import type { Member } from "~/domain/member/member";
import { inTurn, load, show, told } from "../../measure.mjs";
import { fill, someone, TODAY, VOCABULARY } from "./people";

type Searched = { member: Member; name: string };

/** Journals of some lengths, whose words are listed; the longest is of seventy years of mornings. */
async function searchedJournals(counts: readonly number[]): Promise<Searched[]> {
  const journals: Searched[] = [];
  for (const [at, count] of counts.entries()) {
    const member = await someone(910 + at);
    await fill(member, { count, aDay: 1, words: 60, isSearched: true });
    await gatherWords(member, () => Promise.resolve(true));
    journals.push({ member, name: `${count.toLocaleString("en")} entries` });
  }
  return journals;
}

/** What people look for, from one entry in a thousand to one in two. */
function searches({ member, name }: Searched): Record<string, () => Promise<unknown>> {
  const search = (q: string) => () => searchHistory(member, { q });
  const [common = "", other = ""] = [VOCABULARY[7], VOCABULARY[28]];
  return {
    [`history of Lent, ${name}`]: () => listHistory(member, { season: "lent" }),
    [`search for a rare word, ${name}`]: search("heron"),
    [`search for its beginning, ${name}`]: search("her"),
    [`search for a beginning of 36 words, ${name}`]: search(common),
    [`search for a beginning of more than 200 words, ${name}`]: search("wor"),
    [`search for two beginnings, ${name}`]: search(`${common} ${other}`),
    [`search for a phrase, ${name}`]: search(`"${common} ${other}"`),
    [`search for one without another, ${name}`]: search(`her -${other}`),
    [`search for nothing that is there, ${name}`]: search("nowhere"),
  };
}

/** How the journal's pages behave as it grows: the first must cost what it costs after a month. */
export async function journal(isShort: boolean): Promise<string> {
  const huge = isShort ? 1_000 : 100_000;
  const [few, many] = [await someone(901), await someone(903)];
  // These two differ in their length alone.
  await fill(few, { count: 100, aDay: 4, words: 12 });
  await fill(many, { count: huge, aDay: 4, words: 12 });
  const searched = await searchedJournals(isShort ? [100, 400] : [100, 7_000, 25_000]);
  const middle = writeCursor({ forDate: addDays(TODAY, -huge / 20), createdAt: new Date(), id: "x" });
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
  const [small, large] = ["100", huge].map((count) => `${count.toLocaleString("en")} entries`);
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
    ...Object.assign({}, ...searched.map(searches)),
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
