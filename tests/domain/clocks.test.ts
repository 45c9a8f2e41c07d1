import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SubmissionModel } from "#models/form-submission.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { JobModel } from "#models/operations.server";
import { TransferFileModel } from "#models/transfer-file.server";
import { UserModel } from "#models/user.server";
import { createEntry } from "#tests/factories/journal-entry";
import { createMember, createSignedIn, createUser } from "#tests/factories/user";
import { uploadJournal } from "#tests/support/upload-journal";
import { startDeletion } from "~/domain/accounts/deletion/deletion.server";
import { cachedRefusal, cacheRefusal } from "~/domain/accounts/registration/register.server";
import { resendVerification } from "~/domain/accounts/registration/verify-email.server";
import { accountMail } from "~/domain/accounts/security/account-mail.server";
import { DAY, HOUR, MINUTE } from "~/domain/calendar/durations";
import { activeSession } from "~/domain/identity/sessions.server";
import { isInsightPending } from "~/domain/insights/insights.server";
import { BACKOFFS, LOCKOUTS } from "~/domain/limits/lockout";
import {
  attemptKey,
  backoffSeconds,
  consumeRateLimit,
  recordBackoffFailure,
  reserveAttempt,
  reserveWithBackoff,
} from "~/domain/limits/rate-limits.server";
import { checkClock, clockBehind } from "~/domain/operations/failures.server";
import { runIdempotent } from "~/domain/operations/form-submissions.server";
import { LEASE_MS, runJob } from "~/domain/operations/job-runner.server";
import { runImport } from "~/domain/portability/run-import.server";
import { nextRetryAt } from "~/domain/reminders/mail/mail-message";
import {
  claimMail,
  collectPendingMail,
  enqueueMail,
  markFailed,
  sealPendingMail,
} from "~/domain/reminders/mail/outbox.server";
import { JOBS } from "~/jobs.server";
import { now, setClock, setMinimumTime, systemTime } from "~/platform/clock";
import { log } from "~/platform/log.server";
import { hashToken } from "~/platform/signing.server";

describe("clock set back", () => {
  const MAIL = accountMail(
    { kind: "verify-email", to: "ann@example.test", secret: "secret-of-the-link" },
    "https://still.example",
  );
  const TRUE_TIME = new Date("2026-11-23T08:00:00Z").getTime();
  const clockIs = (aheadMs: number) => setClock(() => new Date(TRUE_TIME + aheadMs));
  const times = async (count: number, work: () => Promise<unknown>) => {
    for (let time = 0; time < count; time++) await work();
  };

  describe.each([
    ["two days", 2 * DAY],
    ["a minute", 60_000],
  ])("by %s", (_howFar, ahead) => {
    const key = attemptKey("login", "ann@example.test", "192.0.2.1");

    it("does not prolong a lockout", async () => {
      clockIs(ahead);
      await times(LOCKOUTS.login.failures, () => reserveAttempt(key, "login"));
      expect(await reserveAttempt(key, "login")).toEqual({ allowed: false, seconds: 30 });
      clockIs(0);
      expect(await reserveAttempt(key, "login")).toMatchObject({ allowed: true });
      // From here on the normal rule applies.
      await times(LOCKOUTS.login.failures - 1, () => reserveAttempt(key, "login"));
      expect(await reserveAttempt(key, "login")).toEqual({ allowed: false, seconds: 30 });
    });

    it("does not prolong the backoff of an account", async () => {
      clockIs(ahead);
      await times(BACKOFFS.network.free + 9, () => recordBackoffFailure("network", "192.0.2.1"));
      expect(await backoffSeconds("network", "192.0.2.1")).toBe(256);
      expect(await reserveWithBackoff("network", "192.0.2.1")).toBe(256);
      clockIs(0);
      expect(await backoffSeconds("network", "192.0.2.1")).toBe(0);
      expect(await reserveWithBackoff("network", "192.0.2.1")).toBe(0);
    });

    it("releases an exhausted rate limit", async () => {
      const ask = () => consumeRateLimit("mails", 3, HOUR);
      clockIs(ahead);
      await times(3, ask);
      expect(await ask()).toBe(3_600);
      clockIs(0);
      expect([await ask(), await ask(), await ask(), await ask()]).toEqual([0, 0, 0, 3_600]);
    });

    it("drops cached refusals of registrations", () => {
      const client = { network: "192.0.2.1", subnet: "192.0.2.0/24" };
      clockIs(ahead);
      cacheRefusal(client, 60);
      expect(cachedRefusal(client)).toBe(60);
      clockIs(0);
      expect(cachedRefusal(client)).toBe(0);
    });

    it("runs a job within its interval and frees the lease of a killed process", async () => {
      const job = { name: "round", everyMs: HOUR, run: () => Promise.resolve() };
      clockIs(ahead);
      expect(await runJob(job)).toBe(true);
      await JobModel.updateOne(
        { _id: job.name },
        { $set: { leaseUntil: new Date(now().getTime() + LEASE_MS) } },
      );
      clockIs(0);
      expect(await runJob(job)).toBe(true);
      expect(await runJob(job)).toBe(false);
    });

    it("sends queued email and retries failed email", async () => {
      clockIs(ahead);
      await createUser({ pendingMail: [sealPendingMail(MAIL, now())] });
      await enqueueMail("failed", MAIL, null);
      await markFailed("failed", nextRetryAt(20, now(), now(), 0.99), "refused");
      clockIs(2 * HOUR);
      expect(await collectPendingMail()).toBe(1);
      const claimed = [await claimMail(), await claimMail()].map((claim) => claim?.record._id);
      expect(claimed).toContain("failed");
      expect(await claimMail()).toBeNull();
    });

    it("runs a form's action again after its process was killed", async () => {
      clockIs(ahead);
      const _id = hashToken("secret|form");
      await SubmissionModel.create({ _id, state: "running", expiresAt: new Date(now().getTime() + DAY) });
      clockIs(0);
      const noPause = () => Promise.reject(new Error("It waits for the killed process."));
      expect(
        await runIdempotent("secret", "form", () => Promise.resolve({ result: "done" }), noPause),
      ).toEqual({
        result: "done",
      });
    });

    it("resumes an import after its process was killed", { tags: ["release"] }, async () => {
      const member = await createMember();
      clockIs(ahead);
      const upload = await uploadJournal(
        member,
        "journal.md",
        Buffer.from("---\ndate: 2026-11-02\n---\n\nA day."),
      );
      if (!upload.ok) throw new Error(upload.code);
      const busyUntil = new Date(now().getTime() + 10_000);
      await TransferFileModel.updateOne({ _id: upload.id }, { $set: { busyUntil } });
      clockIs(0);
      expect(await runImport(member, upload.id)).toBe("done");
    });

    it("creates an insight after its process was killed", () => {
      const until = new Date(TRUE_TIME + ahead + 45_000);
      clockIs(ahead);
      expect(isInsightPending({ owner: "killed", until })).toBe(true);
      clockIs(0);
      expect(isInsightPending({ owner: "killed", until })).toBe(false);
    });

    it("sends another verification link", async () => {
      const { email } = await createUser({ emailVerifiedAt: null });
      clockIs(ahead);
      expect(await resendVerification(email)).toBe(true);
      expect(await resendVerification(email)).toBe(false);
      clockIs(0);
      expect(await resendVerification(email)).toBe(true);
      expect(await resendVerification(email)).toBe(false);
    });
  });

  it("causes no wait when a failure of the window is in the future", async () => {
    clockIs(0);
    await times(BACKOFFS.account.free, () => recordBackoffFailure("account", "ann"));
    clockIs(5 * HOUR);
    await times(9, () => recordBackoffFailure("account", "ann"));
    clockIs(HOUR);
    expect(await backoffSeconds("account", "ann")).toBe(0);
  });

  it("keeps limits and waits when the clocks of two servers differ by a second", async () => {
    const key = attemptKey("login", "ann@example.test", "192.0.2.1");
    clockIs(1_000);
    await times(LOCKOUTS.login.failures, () => reserveAttempt(key, "login"));
    await times(BACKOFFS.network.free + 9, () => recordBackoffFailure("network", "192.0.2.1"));
    await times(3, () => consumeRateLimit("mails", 3, HOUR));
    clockIs(0);
    expect(await reserveAttempt(key, "login")).toEqual({ allowed: false, seconds: 30 });
    expect(await backoffSeconds("network", "192.0.2.1")).toBe(256);
    expect(await consumeRateLimit("mails", 3, HOUR)).toBe(3_600);
  });
});

describe("clock behind", () => {
  const STOPPED = new Date("2026-11-23T08:00:00Z");
  const WITHOUT_BATTERY = new Date("1970-01-01T00:00:40Z");
  const clockIs = (time: Date) => setClock(() => time);

  /** Jobs that remove, end or finish records, except those that write files. */
  const ENDING = JOBS.filter(({ name }) =>
    [
      "destroy-accounts",
      "begin-again",
      "purge-trash",
      "keep-drafts",
      "left-over-pictures",
      "remove-old-backups",
      "settle-plans",
      "check-integrity",
    ].includes(name),
  );
  const runAll = async () => {
    for (const job of ENDING) expect(await runJob({ ...job, firstAfterMs: 0 })).toBe(true);
  };
  const counts = () =>
    Promise.all([
      UserModel.countDocuments({}),
      UserModel.countDocuments({ status: "active" }),
      JournalEntryModel.countDocuments({ status: "final" }),
      JournalEntryModel.countDocuments({ status: "draft" }),
    ]);

  beforeEach(async () => {
    setClock();
    clockIs(STOPPED);
    await runJob({ name: "alerts", everyMs: MINUTE, run: () => Promise.resolve() });
  });

  afterEach(async () => {
    await JobModel.deleteMany({});
    await checkClock();
  });

  describe("a start with a clock before the first release", () => {
    it("logs a warning and counts time from the last record", async () => {
      const warned = vi.spyOn(log, "warn").mockImplementation(() => undefined);
      clockIs(WITHOUT_BATTERY);
      await checkClock();
      expect(warned).toHaveBeenCalledExactlyOnceWith("clock.behind", {
        clock: WITHOUT_BATTERY.toISOString(),
        lastRecord: STOPPED.toISOString(),
        isCounted: true,
      });
      expect(clockBehind()).toEqual({ clock: WITHOUT_BATTERY, lastRecord: STOPPED, isCounted: true });
      expect(now().getTime()).toBeGreaterThanOrEqual(STOPPED.getTime());
      clockIs(new Date(STOPPED.getTime() + HOUR));
      expect(clockBehind()).toBeNull();
      expect(now()).toEqual(systemTime());
    });

    it(
      "deletes no record and ends no session before or after the clock is corrected",
      { tags: ["release"] },
      async () => {
        vi.spyOn(log, "warn").mockImplementation(() => undefined);
        const member = await createMember();
        const { secret } = await createSignedIn();
        const leaving = await createUser();
        const days = (count: number) => new Date(STOPPED.getTime() - count * DAY);
        await createEntry(member, { deletedAt: days(29) });
        await createEntry(member, { _id: "draft", status: "draft", draftKey: "free", updatedAt: days(89) });
        await createUser({ emailVerifiedAt: null, createdAt: days(6) });
        const before = await counts();

        clockIs(WITHOUT_BATTERY);
        await checkClock();
        await runAll();
        expect(await counts()).toEqual(before);
        expect(await activeSession(secret)).not.toBeNull();

        await createEntry(member, { deletedAt: now() });
        await createUser({ emailVerifiedAt: null });
        await startDeletion(leaving._id);
        const meanwhile = await counts();
        clockIs(new Date(STOPPED.getTime() + 12 * HOUR));
        await JobModel.updateMany({}, { $set: { nextAt: new Date(0) } });
        await runAll();
        expect(await counts()).toEqual(meanwhile);
      },
    );
  });

  it("logs a warning and trusts the clock when it is behind the last record", async () => {
    const warned = vi.spyOn(log, "warn").mockImplementation(() => undefined);
    const earlier = new Date(STOPPED.getTime() - 2 * DAY);
    clockIs(earlier);
    await checkClock();
    expect(warned).toHaveBeenCalledOnce();
    expect(clockBehind()).toEqual({ clock: earlier, lastRecord: STOPPED, isCounted: false });
    expect(now()).toEqual(earlier);
  });

  it.each([
    ["a first start", () => JobModel.deleteMany({})],
    ["a correct clock", () => Promise.resolve()],
  ])("logs nothing on %s", async (_what, prepare) => {
    const warned = vi.spyOn(log, "warn");
    await prepare();
    await checkClock();
    expect(clockBehind()).toBeNull();
    expect(warned).not.toHaveBeenCalled();
  });

  it("counts time from the minimum time while the clock is behind it", () => {
    let elapsed = 0;
    clockIs(WITHOUT_BATTERY);
    setMinimumTime(STOPPED, () => elapsed);
    elapsed = HOUR;
    expect(now()).toEqual(new Date(STOPPED.getTime() + HOUR));
    clockIs(new Date(STOPPED.getTime() + 2 * HOUR));
    expect(now()).toEqual(new Date(STOPPED.getTime() + 2 * HOUR));
  });
});
