import type { ServerBuild } from "@remix-run/node";
import mongoose from "mongoose";
import { everyRecordOf } from "#tests/factories/every-record";
import { createEntry } from "#tests/factories/journal-entry";
import { createSignedIn, createUser } from "#tests/factories/user";
import { ADMIN_PAGES, MEMBER_PAGES, PUBLIC_PAGES } from "#tests/support/every-page";
import { filled, PARAMS, VISITS, type Visitor } from "#tests/support/every-visit";
import { visit } from "#tests/support/request";
import { ROUTES_WITH_PATH } from "#tests/support/route-table";
import { wholeApplication } from "#tests/support/whole-application";
import { checkIntegrity, measureSizes } from "~/domain/administration/database.server";
import { rollUpDays } from "~/domain/administration/statistics/daily-stats.server";
import { flushUses } from "~/domain/identity/session-use.server";
import { memberOfSession, startSession } from "~/domain/identity/sessions.server";
import { insightsSettled, makeInsight } from "~/domain/insights/make-insight.server";
import { memberFrom } from "~/domain/member/current-member.server";
import { flushEvents } from "~/domain/operations/daily-events.server";
import { newAbSession } from "~/domain/plans/experiments/assignments.server";
import { abSessionCookie } from "~/http/anonymous-visitor.server";
import { setClock } from "~/platform/clock";
import { commitsOf, tripsOf } from "./count-round-trips";

/** A part of every text that the watched member wrote. */
export const CANARY = "Quokka";
/** Number of the watched member's entries; no page shows this number for another reason. */
export const WATCHED_ENTRIES = 83;
const WATCHED_ID = 41;

type CrawlVisitor = Exclude<Visitor, "stranger"> | "anonymous" | "member";
export const VISITORS: readonly CrawlVisitor[] = ["anonymous", "free", "member", "administrator", "leaving"];

/** The response to one visitor for one path. */
export type CrawledPage = {
  visitor: CrawlVisitor;
  /** The route's file under app/routes; undefined for a listed path. */
  id?: string;
  path: string;
  /** Whether the page is intended for this visitor. */
  isRightful: boolean;
  status: number;
  location: string | null;
  headers: Headers;
  type: string;
  /** The text of a page or a CSV file. */
  body: string;
  html: string;
  /** The database operations of the first visit and of one with a hostile query. */
  operations: string[];
  commits: number;
  /** The operations of a visit when session and account are cached: a list for each round trip. */
  trips: string[][];
};

const JOURNAL_PAGES = [
  "/dashboard",
  "/journal/morning",
  "/journal/evening",
  "/journal/free",
  "/journal/history",
  "/journal/history?q=robin",
  "/journal/history?season=lent&kind=free",
  "/journal/history/calendar?month=2026-11",
  "/journal/history/calendar?year=2026",
  "/journal/entries/{entryId}",
  "/journal/entries/{entryId}/edit",
  "/journal/entries/{entryId}/versions",
  "/journal/history/trash",
  "/journal/history/trash/{thrownId}",
  "/journal/prayers/{prayerId}",
  "/journal/prompts",
  "/journal/rhythm",
  "/journal/silence?minutes=5",
  "/journal/silence?minutes=5&end=1",
  "/insights/2026-11-09",
];
const WATCHING_PAGES = [
  "/admin/users?q=aunt",
  `/admin/users/${WATCHED_ID}`,
  `/admin/audit?user=${WATCHED_ID}`,
  "/admin/analytics?days=365",
  "/admin/scripture-analytics?days=365",
  `/admin/users?q=${CANARY.toLowerCase()}`,
];

const clockAt = (time: string) => setClock(() => new Date(time));

/** A member with many entries, all at 3:17, whom no page of administration may describe. */
async function writeWatchedJournal(): Promise<void> {
  clockAt("2026-11-20T03:17:17Z");
  const user = await createUser({
    _id: WATCHED_ID,
    username: "aunt",
    createdAt: new Date("2026-01-05T20:00:00Z"),
  });
  const content = {
    title: `${CANARY} title`,
    body: `${CANARY} body`,
    tags: [`${CANARY}tag`],
    mood: `${CANARY}ish`,
    wordKept: `${CANARY} word`,
    intention: `${CANARY} intention`,
  };
  for (let n = 0; n < WATCHED_ENTRIES; n++)
    await createEntry(memberFrom(user), {
      content: content as never,
      createdAt: new Date("2026-11-20T03:17:17Z"),
    });
  const { secret } = await startSession(user, { remember: true, device: "Test" });
  clockAt("2026-11-20T03:19:18Z");
  await memberOfSession(secret);
  await flushUses();
  clockAt("2026-11-21T12:00:00Z");
}

async function createVisitors() {
  const administrator = await createSignedIn({
    _id: 1,
    isAdmin: true,
    username: "warden",
    subscriptionTier: "tier2",
  });
  const tier2 = { subscriptionTier: "tier2", promptSetPreference: "lectio_examen" } as const;
  const member = await createSignedIn({ _id: 11, username: "reader", ...tier2 });
  const free = await createSignedIn({ _id: 12, username: "newcomer" });
  const leaving = await createSignedIn({
    _id: 13,
    username: "leaver",
    status: "deleting",
    deleteAfter: new Date("2026-12-01"),
  });
  for (const forDate of ["2026-11-10", "2026-11-12", "2026-11-14", "2026-11-20"])
    await createEntry(memberFrom(member.user), {
      forDate,
      createdAt: new Date(`${forDate}T06:30:00Z`),
      content: { body: "We walked by the water and saw a robin." },
    });
  await makeInsight(memberFrom(member.user), "2026-11-09");
  const own = await everyRecordOf(memberFrom(member.user));
  await rollUpDays();
  await flushEvents();
  await measureSizes();
  await checkIntegrity();
  const records: Record<string, string> = { ...PARAMS, ...own, userId: "11" };
  const sessions: Record<CrawlVisitor, string | undefined> = {
    anonymous: undefined,
    free: free.secret,
    member: member.secret,
    administrator: administrator.secret,
    leaving: leaving.secret,
  };
  return { sessions, records };
}

function rightfulVisitor(id: string): CrawlVisitor {
  const { as } = VISITS[id] ?? {};
  if (as && as !== "stranger") return as;
  if (as === "stranger") return "anonymous";
  if (id.startsWith("admin/")) return "administrator";
  return /^(member\/|api\/(auth-me|auth-simple-me|reminders|user-settings)$)/.test(id)
    ? "member"
    : "anonymous";
}

type CrawlTarget = { id?: string; path: string; rightful: CrawlVisitor };

/** Every route and every listed path, with the visitor it is intended for. */
export function listCrawlTargets(build: ServerBuild, records: Record<string, string>): CrawlTarget[] {
  const answering = ROUTES_WITH_PATH.filter(({ id }) => {
    const module = build.routes[id]?.module;
    return module && ("loader" in module || "default" in module);
  });
  const routes = answering.map(({ name: id, pattern }): CrawlTarget => {
    const { query } = VISITS[id] ?? {};
    const own =
      id === "member/journal/trash-entry" ? { ...records, entryId: records.thrownId ?? "" } : records;
    const path = filled(pattern, own) + (query ? `?${filled(query, own)}` : "");
    return { id, path, rightful: rightfulVisitor(id) };
  });
  const lists = [
    [PUBLIC_PAGES, "anonymous"],
    [[...JOURNAL_PAGES, ...MEMBER_PAGES], "member"],
    [[...ADMIN_PAGES, ...WATCHING_PAGES], "administrator"],
  ] as const;
  const known = new Set(routes.map(({ path }) => path));
  const others = lists.flatMap(([paths, rightful]) =>
    paths.map((path): CrawlTarget => ({ path: filled(path, records), rightful })),
  );
  return [...routes, ...others.filter(({ path }) => !known.has(path))];
}

/** Opens every path of the application as every visitor, with fixed data at noon of 21 November 2026. */
export async function crawlApplication(): Promise<CrawledPage[]> {
  const { serve, build } = await wholeApplication();
  // The data of the previous test file still exists in `beforeAll`, so it is deleted here.
  await Promise.all(Object.values(mongoose.models).map(({ collection }) => collection.deleteMany({})));
  await writeWatchedJournal();
  const { sessions, records } = await createVisitors();
  const [experiment = ""] = (
    await abSessionCookie({ ...newAbSession(), variant: "A", state: "counted" })
  ).split(";");
  const open = async (visitor: CrawlVisitor, path: string) => {
    const session = sessions[visitor];
    const { request } = await visit(path, { session, headers: { Cookie: experiment } });
    const response = await serve(request);
    return { response, body: await response.text() };
  };
  const pages: CrawledPage[] = [];
  // Five minutes later, a visit that stored the use of its session would be recorded as a write.
  clockAt("2026-11-21T12:05:00Z");
  for (const { path, rightful, id } of listCrawlTargets(build, records))
    for (const visitor of VISITORS) {
      const isRightful = visitor === rightful;
      // Every visitor has opened the routes of the listed paths already.
      if (!id && !isRightful && !(visitor === "free" && rightful === "member")) continue;
      let seen = { response: new Response(null), body: "" };
      let operations: string[][] = [];
      const hostile = `${path}${path.includes("?") ? "&" : "?"}_method=DELETE&intent=delete`;
      const commits = await commitsOf(async () => {
        operations = await tripsOf(async () => {
          seen = await open(visitor, path);
          if (isRightful) await open(visitor, hostile);
        });
      });
      await insightsSettled();
      const trips =
        isRightful && seen.response.status === 200 ? await tripsOf(() => open(visitor, path)) : [];
      const { status, headers } = seen.response;
      const type = headers.get("Content-Type")?.split(";")[0] ?? "";
      const body = /^text\/(html|csv)$/.test(type) ? seen.body : "";
      const html = type === "text/html" ? body : "";
      const location = headers.get("Location");
      const measured = { operations: operations.flat(), commits, trips };
      pages.push({
        visitor,
        path,
        isRightful,
        status,
        location,
        headers,
        type,
        body,
        html,
        ...measured,
        ...(id && { id }),
      });
    }
  setClock();
  return pages;
}
