import { describe, expect, it } from "vitest";
import { everyRecordOf } from "#tests/factories/every-record";
import { createEntry } from "#tests/factories/journal-entry";
import { createSignedIn } from "#tests/factories/user";
import { tripsOf } from "#tests/support/count-trips";
import { MEMBER_PAGES } from "#tests/support/every-page";
import { visit } from "#tests/support/request";
import { wholeApplication } from "#tests/support/whole-application";
import { insightsMade } from "~/domain/insights/week/make-insight.server";
import { memberFrom } from "~/domain/member/member-from-record.server";
import { setClock } from "~/platform/clock";

const MOST_READS = 3;

const journal = ({ entryId, thrownId, prayerId, threadId }: Record<string, string>) => [
  "/dashboard",
  "/journal/morning",
  "/journal/evening",
  "/journal/free",
  "/journal/history",
  "/journal/history?q=robin",
  `/journal/entries/${entryId}`,
  `/journal/entries/${entryId}/edit`,
  `/journal/entries/${entryId}/versions`,
  "/journal/history/trash",
  `/journal/history/trash/${thrownId}`,
  `/journal/prayers/${prayerId}`,
  `/coaches/threads/${threadId}`,
];

describe("a page", async () => {
  const { serve } = await wholeApplication();

  it("asks the database at once for what it shows: in two round trips at most, and for few things", async () => {
    setClock(() => new Date("2026-11-24T07:00:00Z"));
    const { user, secret } = await createSignedIn({
      subscriptionTier: "tier2",
      promptSetPreference: "lectio_examen",
    });
    const member = memberFrom(user);
    for (const forDate of ["2026-11-10", "2026-11-21", "2026-11-23"]) await createEntry(member, { forDate });
    const records = await everyRecordOf(member);
    const slow: string[] = [];
    for (const path of [...journal(records), ...MEMBER_PAGES]) {
      const { request } = await visit(path, { session: secret });
      let status = 0;
      const open = async () => {
        status = (await serve(request.clone())).status;
      };
      // The first visit writes what has come due, an insight in the background; the second caches session and person.
      await open();
      await insightsMade();
      await open();
      const trips = await tripsOf(open);
      expect(status, path).toBeLessThan(400);
      const reads = trips.flat().length;
      if (trips.length > 2 || reads > MOST_READS)
        slow.push(`${path}: ${trips.map((trip) => trip.join(" ")).join(" | ")}`);
    }
    expect(slow).toEqual([]);
  });
});
