import { beforeEach, describe, expect, it } from "vitest";
import { SessionModel } from "#models/session.server";
import { UserModel } from "#models/user.server";
import { createEntry } from "#tests/factories/journal-entry";
import { createSignedIn, createUser } from "#tests/factories/user";
import { load } from "#tests/support/request";
import { checkIntegrity, measureSizes } from "~/domain/administration/database.server";
import { rollUpDays } from "~/domain/administration/statistics/daily-stats.server";
import { listUsers } from "~/domain/administration/users/users.server";
import { flushUses } from "~/domain/identity/session-use.server";
import { isAdminOpen, memberOfSession, startSession } from "~/domain/identity/sessions.server";
import { memberFrom } from "~/domain/member/current-member.server";
import { flushEvents } from "~/domain/operations/daily-events.server";
import { setClock } from "~/platform/clock";
import { loader as analyticsCsv } from "~/routes/admin/analytics-file";
import { loader as auditCsv } from "~/routes/admin/audit-file";
import { loader as usersCsv } from "~/routes/admin/users-file";

const at = (text: string) => setClock(() => new Date(text));
beforeEach(() => at("2026-11-21T12:00:00Z"));

/** A number that no file contains for another reason. */
const ENTRIES = 83;

/** The only member beside the administrator, with ENTRIES entries, all written at 03:17. */
async function writer() {
  at("2026-11-20T03:17:17Z");
  const user = await createUser({ _id: 41, username: "aunt", createdAt: new Date("2026-01-05T20:00:00Z") });
  const { secret } = await startSession(user, { remember: true, device: "Test" });
  for (let n = 0; n < ENTRIES; n++)
    await createEntry(memberFrom(user), { createdAt: new Date("2026-11-20T03:17:17Z") });
  at("2026-11-20T03:19:18Z");
  await memberOfSession(secret);
  await flushUses();
  at("2026-11-21T12:00:00Z");
  await rollUpDays();
  await flushEvents();
  await measureSizes();
  await checkIntegrity();
  return user;
}

const COUNT = new RegExp(`(?<![\\w.,-])${ENTRIES}(?![\\w-]|[.,]\\d)`);
/** Excludes the verses of the example way. */
const HOUR = /0?3:1[79](?!-)/;

describe("an administrator", () => {
  it("finds neither the number of a member's entries nor their hour in a CSV file", async () => {
    await writer();
    const { secret } = await createSignedIn({ _id: 1, isAdmin: true });
    const files = [
      [usersCsv, "/admin/users/export", "aunt"],
      [analyticsCsv, "/admin/analytics/export?days=30", "2026-11-20"],
      [auditCsv, "/admin/audit/export?user=41", "line,when,what"],
    ] as const;
    for (const [loader, path, holds] of files) {
      const { data } = await load(loader, path, { session: secret });
      expect(String(data), path).toContain(holds);
      expect(String(data), path).not.toMatch(HOUR);
      expect(String(data), path).not.toMatch(COUNT);
    }
  });

  it("can list accounts that were not used for a year", async () => {
    await createUser({ username: "present", lastUsedMonth: "2025-11" });
    await createUser({ username: "away", lastUsedMonth: "2025-10" });
    const { rows } = await listUsers({ unused: true });
    expect(rows).toMatchObject([{ username: "away", isUnused: true }]);
  });
});

describe("use", () => {
  it("extends a session in memory at once, and in the database when buffered uses are written", async () => {
    const { user, secret } = await createSignedIn({ lastUsedMonth: "2026-10" });
    const stored = () => SessionModel.findOne({ userId: user._id }).lean();
    const begun = (await stored())?.expiresAt;
    at("2026-11-21T12:29:00Z");
    expect(await memberOfSession(secret)).not.toBeNull();
    expect((await stored())?.expiresAt).toEqual(begun);
    at("2026-11-21T12:58:00Z");
    expect(await memberOfSession(secret)).not.toBeNull();
    await flushUses();
    expect((await stored())?.expiresAt).toEqual(new Date("2026-11-21T13:28:00Z"));
    expect(await UserModel.findById(user._id).lean()).toMatchObject({ lastUsedMonth: "2026-11" });
    at("2026-11-21T13:29:00Z");
    expect(await memberOfSession(secret)).toBeNull();
  });

  it("keeps the administrators' area open in the same way", async () => {
    const { secret } = await createSignedIn({ isAdmin: true });
    at("2026-11-21T12:14:00Z");
    expect(await isAdminOpen(secret, true)).toBe(true);
    at("2026-11-21T12:28:00Z");
    expect(await isAdminOpen(secret, true)).toBe(true);
    await flushUses();
    at("2026-11-21T12:42:00Z");
    expect(await isAdminOpen(secret, false)).toBe(true);
    at("2026-11-21T12:44:00Z");
    expect(await isAdminOpen(secret, false)).toBe(false);
  });
});
