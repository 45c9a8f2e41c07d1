import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import mongoose from "mongoose";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { CoachDailyUsageModel } from "#models/coaches.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { AuditEventModel, JobModel } from "#models/operations.server";
import { TrialKeyModel } from "#models/plans.server";
import { OutgoingMailModel } from "#models/reminders.server";
import { UserModel } from "#models/user.server";
import { createEntry } from "#tests/factories/journal-entry";
import { createMember, createUser, PASSWORD } from "#tests/factories/user";
import {
  createSession,
  see,
  send,
  signIn,
  type MemberSession,
  type Page,
} from "#tests/support/member-session";
import { load, visit, type Answered } from "#tests/support/request";
import { listBackups } from "~/domain/administration/backups.server";
import { checkIntegrity, measureSizes, TTL_COLLECTIONS } from "~/domain/administration/database.server";
import { registerJobs } from "~/domain/operations/job-runner.server";
import { mayReadMetrics } from "~/http/monitoring.server";
import { JOBS } from "~/jobs.server";
import { decryptFile } from "~/platform/backup-file.server";
import { env } from "~/platform/env.server";
import { countMetric, metricArea, metricsText } from "~/platform/metrics.server";
import * as backupPage from "~/routes/admin/backup-download";
import * as databasePage from "~/routes/admin/database/route";
import * as filePage from "~/routes/admin/download-file";
import * as healthPage from "~/routes/admin/system-health";
import * as keysFile from "~/routes/admin/trial-keys-file";
import * as revokePage from "~/routes/admin/trial-keys-revoke";
import * as keysPage from "~/routes/admin/trial-keys/route";
import { loader as metricsLoader } from "~/routes/resources/metrics";

// The server does this at its start.
registerJobs(JOBS);

let session: string;
beforeEach(async () => {
  ({ session } = await signIn({ isAdmin: true, username: "warden" }));
});

/** Follows a redirect to the file of a download ticket. */
const fileOf = ({ location }: Pick<Answered, "location">, by?: MemberSession) =>
  see(filePage, location ?? "/admin/file", {}, by);

describe("the Database page", () => {
  it("shows document counts, sizes and missing indexes", { tags: ["release"] }, async () => {
    const member = await createMember();
    for (let n = 0; n < 4; n++) await createMember();
    await createEntry(member);
    await createEntry(member, { status: "draft" });
    await measureSizes();
    const { page } = await see(databasePage, "/admin/database");
    const entries = page.collections.find(({ name }: Page) => name === "journalEntries");
    expect(entries).toMatchObject({ documents: 2, missingIndexes: [] });
    expect(entries?.bytes).toMatch(/ (bytes|kB)$/);
  });

  it("creates a backup that the keys open, and downloads and removes it with the password", async () => {
    const canary = "Zephaniah sings over the canary";
    await createEntry(await createMember(), { content: { body: canary } });
    expect((await send(databasePage, "/admin/database", { intent: "backup" })).status).toBe(302);
    const [backup] = await listBackups();
    const params = { backup: backup?.name ?? "" };
    const address = `/admin/database/backups/${params.backup}`;
    expect((await see(backupPage, address, params)).status).toBe(200);
    expect((await send(backupPage, address, { intent: "confirm" }, params)).status).toBe(400);
    const wrong = { intent: "confirm", currentPassword: "Wrong-pass1" };
    expect((await send(backupPage, address, wrong, params)).status).toBe(401);
    const right = { intent: "confirm", currentPassword: PASSWORD };
    const { location } = await send(backupPage, address, right, params);
    const response = (await filePage.loader(await visit(location ?? "", { session }))) as Response;
    // A ticket works once.
    expect((await fileOf({ location })).location).toBe("/admin-settings");
    const folder = mkdtempSync(path.join(tmpdir(), "backup-"));
    const file = path.join(folder, "fetched.backup");
    writeFileSync(file, Buffer.from(await response.arrayBuffer()));
    expect(readFileSync(file).equals(readFileSync(path.join(env.DATA_DIR, "backups", params.backup)))).toBe(
      true,
    );
    expect(readFileSync(file).includes("warden")).toBe(false);
    await decryptFile(file, path.join(folder, "plain.sqlite"));
    const plain = readFileSync(path.join(folder, "plain.sqlite"));
    expect(plain.includes("warden")).toBe(true);
    expect(plain.includes(canary)).toBe(false);
    for (const [currentPassword, status] of [
      ["", 400],
      ["Wrong-pass1", 401],
    ] as const) {
      const refused = await send(backupPage, address, { intent: "remove", currentPassword }, params);
      expect(refused.status).toBe(status);
      expect((await listBackups()).map(({ name }) => name)).toContain(params.backup);
    }
    const removal = { intent: "remove", currentPassword: PASSWORD };
    expect((await send(backupPage, address, removal, params)).status).toBe(302);
    expect(readdirSync(path.join(env.DATA_DIR, "backups"))).not.toContain(params.backup);
  });

  it.each(["../secrets.json", "..%2Fsecrets.json", "secrets.json", "x.backup", ""])(
    "serves no other file: %s",
    async (backup) => {
      const params = { backup };
      const given = { intent: "confirm", currentPassword: PASSWORD };
      expect((await send(backupPage, "/admin/database/backups/x", given, params)).status).toBe(404);
      expect((await send(backupPage, "/admin/database/backups/x", { intent: "remove" }, params)).status).toBe(
        404,
      );
      expect(existsSync(path.join(env.DATA_DIR, "secrets.json"))).toBe(true);
    },
  );

  it("reports integrity problems", { tags: ["release"] }, async () => {
    const member = await createMember();
    for (let n = 0; n < 4; n++) await createMember();
    await createEntry(member);
    await checkIntegrity();
    const sound = (await see(databasePage, "/admin/database")).page;
    // Problems about missing indexes are left out, because test databases have no TTL indexes.
    const withoutIndexProblems = (problems: string[]) =>
      problems.filter((problem) => !/is missing its index|^And \d+ more/.test(problem));
    expect(withoutIndexProblems(sound.integrity.problems)).toEqual([]);
    expect(sound.integrity.looked).toContainEqual({ what: "entries and drafts", count: 1 });
    const orphan = await createEntry({ ...member, id: 99 });
    const open = await createEntry(member);
    await JournalEntryModel.updateOne(
      { _id: open._id },
      { $set: { sealed: Buffer.from("written in clear") } },
    );
    const other = await createUser();
    await UserModel.updateOne({ _id: other._id }, { $set: { crypto: { ...other.crypto, keyId: "k9" } } });
    await AuditEventModel.updateOne({ _id: 1 }, { $set: { actorId: 4711 } });
    await CoachDailyUsageModel.create({ _id: "77|2026-11-21", userId: 77, count: 1, expiresAt: new Date() });
    await checkIntegrity();
    const broken = (await see(databasePage, "/admin/database")).page;
    const problems = withoutIndexProblems(broken.integrity.problems);
    // The order depends on random ids.
    expect(problems).toHaveLength(5);
    expect(problems).toEqual(
      expect.arrayContaining([
        expect.stringContaining(`user ${other._id}`),
        expect.stringContaining(orphan._id),
        expect.stringContaining(open._id),
        "The collection coachDays holds records of user 77, who no longer exists.",
        expect.stringContaining("Line 1 of the audit log"),
      ]),
    );
    expect(JSON.stringify(broken)).not.toContain("written in clear");
  });

  it("lists every collection with a TTL index", () => {
    const swept = Object.values(mongoose.models)
      .filter(({ schema }) => schema.indexes().some(([, options]) => "expireAfterSeconds" in options))
      .map(({ collection }) => collection.collectionName);
    expect(swept.sort()).toEqual(Object.keys(TTL_COLLECTIONS).sort());
  });

  it("schedules the integrity check, recreates indexes and rejects unknown actions", async () => {
    await JobModel.create({
      _id: "check-integrity",
      leaseUntil: new Date(0),
      nextAt: new Date("2100-01-01"),
    });
    expect((await send(databasePage, "/admin/database", { intent: "integrity" })).status).toBe(302);
    expect((await JobModel.findById("check-integrity").lean())?.nextAt.getTime()).toBeLessThan(
      Date.now() + 1000,
    );
    // The next action recreates the TTL indexes; without this flag start-db.ts drops them before the next test.
    onTestFinished(() => void Reflect.deleteProperty(globalThis, "prepared"));
    expect((await send(databasePage, "/admin/database", { intent: "indexes" })).status).toBe(302);
    expect((await send(databasePage, "/admin/database", { intent: "drop" })).status).toBe(400);
  });
});

describe("System health", () => {
  it("shows facts, jobs and settings without secrets", async () => {
    const { page } = await see(healthPage, "/admin/system-health");
    expect(page.facts.map(({ label }: Page) => label)).toEqual(
      expect.arrayContaining(["Version", "Memory", "Event loop", "Database", "Clocks", "Email"]),
    );
    expect(page.jobs.map(({ name }: Page) => name)).toContain("alerts");
    expect(page.checks.length).toBeGreaterThan(8);
    const stored = JSON.parse(readFileSync(path.join(env.DATA_DIR, "secrets.json"), "utf8")) as Record<
      string,
      unknown
    >;
    expect(JSON.stringify(page)).not.toContain(String(stored.sessionSecret));
    expect(JSON.stringify(page)).not.toContain(String(stored.passwordPepper));
  });

  it("sends at most five test emails an hour", async () => {
    for (let n = 0; n < 5; n++)
      expect((await send(healthPage, "/admin/system-health", { intent: "mail" })).status).toBe(302);
    expect((await send(healthPage, "/admin/system-health", { intent: "mail" })).status).toBe(429);
    expect(await OutgoingMailModel.countDocuments({ kind: "test" })).toBe(5);
  });

  it("redirects after a model test when no model is configured", async () => {
    expect((await send(healthPage, "/admin/system-health", { intent: "ai" })).status).toBe(302);
  });

  it("schedules a known job and responds 404 to an unknown one", async () => {
    expect((await send(healthPage, "/admin/system-health", { intent: "job", job: "alerts" })).status).toBe(
      302,
    );
    expect((await send(healthPage, "/admin/system-health", { intent: "job", job: "x" })).status).toBe(404);
  });
});

describe("Trial Keys", () => {
  const fields = {
    intent: "create",
    tier: "tier1",
    days: "30",
    count: "3",
    maxRedemptions: "2",
    note: "Lent",
  };

  it("are created once for a repeated form", async () => {
    const form = { ...fields, _submission: "abcdefgh1234" };
    const replies = await Promise.all([1, 2, 3].map(() => send(keysPage, "/admin/trial-keys", form)));
    const batches = replies.map(({ data }) => (data as { keys?: string[] }).keys?.join());
    expect(new Set(batches).size).toBe(1);
    expect(await TrialKeyModel.countDocuments({})).toBe(3);
  });

  it("are not created from invalid values, and the form keeps its input", async () => {
    const wrong = await send(keysPage, "/admin/trial-keys", {
      ...fields,
      days: "0",
      count: "501",
      tier: "free",
    });
    expect(wrong.status).toBe(400);
    expect(JSON.stringify(wrong.data)).toContain("Lent");
    expect(await TrialKeyModel.countDocuments({})).toBe(0);
  });

  it("are revoked after a confirmation page, and exported as CSV", async () => {
    await send(keysPage, "/admin/trial-keys", { ...fields, count: "1", note: "=HYPERLINK(1)" });
    const key = await TrialKeyModel.findOne().lean();
    const asked = `/admin/trial-keys/revoke?key=${encodeURIComponent(key?._id ?? "")}`;
    expect((await see(revokePage, asked)).data).toMatchObject({ days: 30 });
    expect((await see(revokePage, "/admin/trial-keys/revoke?key=no")).status).toBe(404);
    const revoke = { intent: "revoke", key: key?._id ?? "" };
    expect((await send(keysPage, "/admin/trial-keys", revoke)).status).toBe(302);
    expect((await see(keysPage, "/admin/trial-keys?state=revoked")).data).toMatchObject({
      rows: [{ state: "revoked" }],
    });
    const file = await see(keysFile, "/admin/trial-keys/export");
    expect(String(file.data)).toContain(",'=HYPERLINK(1),");
    const shown = await send(keysPage, "/admin/trial-keys", {
      intent: "save-new",
      keys: "SNK-0000-0000-0001\r\nSNK-0000-0000-0002",
    });
    const other = await createSession({ isAdmin: true });
    expect((await fileOf(shown, other)).location).toBe("/admin-settings");
    expect(String((await fileOf(shown)).data)).toBe("key\r\nSNK-0000-0000-0001\r\nSNK-0000-0000-0002\r\n");
    const odd = { intent: "save-new", keys: "=HYPERLINK(1)" };
    expect((await send(keysPage, "/admin/trial-keys", odd)).status).toBe(400);
  });
});

describe("/metrics", () => {
  const ask = (headers: Record<string, string>) => load(metricsLoader, "/metrics", { headers });

  it("responds 404 without the configured token", async () => {
    const token = "a-token-of-the-settings-that-is-long";
    const asked = (authorization: string, set: string | undefined) =>
      mayReadMetrics(new Request("http://localhost", { headers: { Authorization: authorization } }), set);
    expect(asked(`Bearer ${token}`, token)).toBe(true);
    for (const other of [`Bearer ${token}x`, "Bearer", token, ""]) expect(asked(other, token)).toBe(false);
    expect(asked("Bearer undefined", undefined)).toBe(false);
    for (const headers of [{}, { "x-local-client": "yes" }, { Authorization: "Bearer anything" }])
      expect((await ask(headers as Record<string, string>)).status).toBe(404);
    countMetric("server_errors", 2);
    const { type, text: data } = await metricsText({ accounts: 1 });
    expect(type).toMatch(/^text\/plain/);
    expect(data).toMatch(/still_and_know_events_total\{event="server_errors"\} \d+/);
    expect(data).toMatch(/still_and_know_figure\{figure="accounts"\} 1/);
    expect(data).toContain("nodejs_eventloop_lag_seconds");
  });

  it("maps every path to one of a few areas", () => {
    expect(
      ["/", "/_root.data", "/journal/entries/abc", "/login.data?x", "/<script>", "/wp-login.php"].map(
        metricArea,
      ),
    ).toEqual(["landing", "landing", "journal", "other", "other", "other"]);
  });
});
