import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import mongoose from "mongoose";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import "#models/all.server";
import { createUser } from "#tests/factories/user";
import { readableText } from "#tests/support/paid-plans";
import { instanceStats, readOverview } from "~/domain/administration/health/instance-metrics.server";
import { emptyStats } from "~/domain/administration/statistics/daily-stats";
import { readAnalytics, readDay } from "~/domain/administration/statistics/daily-stats.server";
import { env } from "~/platform/env.server";
import { CountedEvents } from "~/routes/public/privacy/route";

/** The text about each value on the privacy page; null for a value that counts nothing members do. */
const DISCLOSURES: Record<string, RegExp | null> = {
  // Daily statistics.
  "day signUps": /new and verified accounts/,
  "day verified": /new and verified accounts/,
  "day visits": /visitors of the front page, for each of its two versions/,
  "day entries": /entries by kind and time of day/,
  "day moves": /changes of plan,/,
  "day causes": /changes of plan, what caused them/,
  "day reasons": /why paid plans were cancelled/,
  "day insights": /weekly insights/,
  "day aiCalls": /requests to a language model/,
  "event cancelled": /why paid plans were cancelled/,
  "event served": /how often each was shown/,
  "event shown": /how often each was shown/,
  "event changed": /or swapped/,
  "scripture served": /how often each was shown/,
  "scripture shown": /how often each was shown/,
  "scripture begun": /shown, begun/,
  "scripture prayed": /prayed with/,
  "scripture answered": /answered/,
  "scripture changed": /or swapped/,
  // Current totals.
  "figure accounts": /accounts, by plan/,
  "figure journal_records": /entries, drafts and entries in the trash/,
  "figure open_sessions": /open sessions/,
  "figure mail_waiting": /emails that wait/,
  "figure standing_alerts": /alerts/,
  "figure late_jobs": /late jobs/,
  "analytics days": null,
  "analytics accounts": /accounts, by plan/,
  "analytics verified": /new and verified accounts/,
  "analytics sets": /prompt set/,
  "analytics tiers": /by plan/,
  "analytics variants": /each of its two versions, and how many of them registered/,
  "analytics isSmall": /fewer than five people have an account/,
  "overview Accounts": /accounts, by plan/,
  "overview New in the last 24 hours": /new and verified accounts/,
  "overview Waiting for verification": /new and verified accounts/,
  "overview Open sessions": /open sessions/,
  "overview Entries": /entries, drafts/,
  "overview Saved in the last 24 hours": /entries by kind/,
  "overview Drafts": /drafts/,
  "overview In the trash": /in the trash/,
  "overview Insights in the last 7 days": /weekly insights/,
  "overview Fallback to the built-in rules (model failed)": /errors/,
  "overview Insights that could not be made in the last 24 hours": /insights that could not be made/,
  "overview Coach messages in the last 24 hours": /messages to coaches in the last day/,
  "overview Requests to the language model in the last 24 hours": /requests to a language model/,
  "overview Failed requests": /errors/,
  "overview Emails waiting": /emails that wait/,
  "overview Undeliverable emails": /emails that wait or failed/,
  "overview Sign-ins blocked in the last 24 hours": /failed and blocked sign-ins/,
  "overview Requests in the last hour": /requests by part of the site/,
  "overview Server errors in the last hour": /errors/,
  "overview Late jobs": /late jobs/,
  // Counts by the minute.
  "minute requests": /requests by part of the site/,
  "minute server_errors": /errors/,
  "minute sign_in_failures": /failed and blocked sign-ins/,
  "minute mail_failures": /emails that wait or failed/,
  "minute insight_failures": /insights that could not be made/,
  // Counts in records.
  "record coachDays.count": /messages to coaches on a day/,
  "record promptSwaps.count": /how often you swapped a question/,
  "record users.room.bytes": /how much room your journal takes/,
  "record pictures.bytes": /how much room your journal takes/,
  "record users.room.counted": /how much room your journal takes/,
  "record crisisDays.gentle": /each time help was shown/,
  "record crisisDays.urgent": /each time help was shown/,
  "record eventDays.count": /By the day/,
  "record metricMinutes.count": /Whether the server works/,
  "record outgoingMail.tries": null,
  "record backupNotes.bytes": null,
};

const sources = () =>
  readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes(".test."))
    .map((name) => readFileSync(path.join("app", name), "utf8"));

/** The fields of a schema that are counts, by their names. */
const countsIn = (schema: mongoose.Schema): string[] =>
  Object.entries(schema.paths).flatMap(([at, { instance, schema: inner }]) => {
    if (inner && instance === "Embedded") return countsIn(inner).map((name) => `${at}.${name}`);
    return instance === "Number" && /^(count|counted|bytes|tries|gentle|urgent)$/.test(at) ? [at] : [];
  });

/** Every value that the code counts, with its kind. */
async function counted(): Promise<string[]> {
  const names = (where: string, of: readonly string[]) => of.map((name) => `${where} ${name}`);
  const text = sources().join("\n");
  const called = (call: RegExp) => [...text.matchAll(call)].map(([, name = ""]) => name);
  Object.assign(env, { AI_BASE_URL: "http://127.0.0.1:9/v1", AI_MODEL: "small" });
  const groups = await readOverview();
  const numbers = Object.values(mongoose.models).flatMap(({ collection, schema }) =>
    countsIn(schema).map((at) => `${collection.collectionName}.${at}`),
  );
  const { day: _, ...figures } = emptyStats("2026-11-21");
  return [
    ...names("day", Object.keys(figures)),
    ...names("event", called(/\b(?:count|buffer)Event\(`(\w+):/g)),
    ...names("scripture", Object.keys((await readDay("2026-11-21")).tallies)),
    ...names("figure", Object.keys(await instanceStats())),
    ...names("analytics", Object.keys(await readAnalytics(30))),
    ...names(
      "overview",
      groups.flatMap(({ figures: shown }) => shown.map(({ label }) => label)),
    ),
    ...names("minute", called(/\bcountMetric\("(\w+)"/g)),
    ...names("record", numbers),
  ];
}

it("lists every counted value on the privacy page, and no other", async () => {
  for (let person = 0; person < 5; person++) await createUser();
  const found = new Set(await counted());
  expect([...found].toSorted()).toEqual(Object.keys(DISCLOSURES).toSorted());
  const page = readableText(renderToStaticMarkup(createElement(CountedEvents))).replace(/\s+/g, " ");
  const unsaid = Object.entries(DISCLOSURES).filter(([, words]) => words && !words.test(page));
  expect(unsaid.map(([what]) => what)).toEqual([]);
});
