import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { JobModel } from "#models/job.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { UserModel } from "#models/user.server";
import { createEntry } from "#tests/factories/journal-entry";
import { createMember, createSignedIn, createUser } from "#tests/factories/user";
import { startDeletion } from "~/domain/accounts/deletion/delete-account.server";
import { DAY, HOUR, MINUTE } from "~/domain/calendar/durations";
import { activeSession } from "~/domain/identity/sessions.server";
import { checkClock, clockBehind } from "~/domain/operations/failures.server";
import { runJob } from "~/domain/operations/job-runner.server";
import { JOBS } from "~/jobs.server";
import { now, setClock, setMinimumTime, systemTime } from "~/platform/clock";
import { log } from "~/platform/log.server";

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

  it("deletes no record and ends no session before or after the clock is corrected", async () => {
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
  });
});

describe("a start with a clock behind the last record", () => {
  it("logs a warning and trusts the clock", async () => {
    const warned = vi.spyOn(log, "warn").mockImplementation(() => undefined);
    const earlier = new Date(STOPPED.getTime() - 2 * DAY);
    clockIs(earlier);
    await checkClock();
    expect(warned).toHaveBeenCalledOnce();
    expect(clockBehind()).toEqual({ clock: earlier, lastRecord: STOPPED, isCounted: false });
    expect(now()).toEqual(earlier);
  });
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
