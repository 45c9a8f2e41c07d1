import PostalMime from "postal-mime";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { JournalEntryModel } from "#models/journal-entry.server";
import { AuditEventModel, JobModel } from "#models/operations.server";
import { UserModel } from "#models/user.server";
import { createEntry } from "#tests/factories/journal-entry";
import { signedIn } from "#tests/factories/sealed";
import { createUser, PASSWORD, readMember } from "#tests/factories/user";
import { PaymentServer, paymentSettings, WEBHOOK_SECRET } from "#tests/support/payment-server";
import { startSmtpPeer } from "#tests/support/smtp-peer";
import { aroundWrites } from "#tests/support/stop-at-write";
import { destroyDueAccounts, resetDueJournals } from "~/domain/accounts/deletion/deletion.server";
import { chooseLegacy } from "~/domain/accounts/legacy/choose-legacy.server";
import { startHandOver } from "~/domain/administration/legacy/hand-over.server";
import { LEGACY_JOB, runLegacies } from "~/domain/administration/legacy/run-legacies.server";
import { DAY, HOUR } from "~/domain/calendar/durations";
import { readLegacy } from "~/domain/identity/legacy-use.server";
import { flushUses } from "~/domain/identity/session-use.server";
import { memberOfSession } from "~/domain/identity/sessions.server";
import { signIn } from "~/domain/identity/sign-in.server";
import type { Member } from "~/domain/member/member";
import { syncSubscription } from "~/domain/plans/reconcile-plans.server";
import { authenticateApiKey, createApiKey } from "~/domain/portability/api/api-keys.server";
import { sendDueMail } from "~/domain/reminders/mail/outbox.server";
import { setClock } from "~/platform/clock";
import { env } from "~/platform/env.server";

const START = new Date("2026-11-28T09:30:00Z");
const signal = new AbortController().signal;
let at: Date;
let peer: Awaited<ReturnType<typeof startSmtpPeer>>;
let member: Member;
let refusals: number[];

const later = (days: number) => (at = new Date(at.getTime() + days * DAY));
const noDrift = () => 0;

/** One run of the job and of the mail runner, on a steady clock. */
async function run(days = 0): Promise<void> {
  later(days);
  await runLegacies(signal, noDrift);
  await sendDueMail();
  await runLegacies(signal, noDrift);
  await sendDueMail();
}

/** Recipient and subject of the emails that the relay accepted since the last call. */
async function receivedMails(): Promise<string[]> {
  const mails = await Promise.all(peer.mails.splice(0).map((mail) => PostalMime.parse(mail)));
  return mails.map(({ to, subject }) => `${to?.[0]?.address ?? ""}: ${subject}`);
}

/** Calls `act` once, before the write that decides on the destruction. */
function beforeDestruction(act: () => Promise<unknown>): void {
  let isDone = false;
  const restore = aroundWrites(async (_, args, write) => {
    const isDestruction = JSON.stringify(args[1] ?? {}).includes('"status":"deleting"');
    if (isDestruction && !isDone) {
      isDone = true;
      await act();
    }
    return write(args);
  });
  onTestFinished(() => {
    restore();
    expect(isDone).toBe(true);
  });
}

const owner = () => ({ _id: member.id, securityStamp: member.securityStamp });
const record = () => UserModel.findById(member.id).lean();
const stepsOf = async () => (await record())?.legacy;
const destroyAfter = (months: 12 | 24) => chooseLegacy(member, { choice: "destroy", months });
const chooseRuth = () => chooseLegacy(member, { choice: "give", name: "Ruth", email: "ruth@example.test" });
const auditKinds = async () =>
  (
    await AuditEventModel.find({ subjectId: member.id, kind: /legacy|hand_over/ })
      .sort({ _id: 1 })
      .lean()
  ).map(({ kind }) => kind);

const WARNING = "owner@example.test: Your journal will be destroyed unless you sign in";

beforeEach(async () => {
  at = START;
  setClock(() => at);
  refusals = [];
  peer = await startSmtpPeer(refusals);
  const { _id } = await createUser({ username: "owner" });
  member = await readMember(_id);
  await createEntry(member, { content: { body: "The heron stood." } });
  await createUser({ username: "warden", isAdmin: true });
});

describe("choice to destroy", () => {
  it("sends three emails seven days apart, and then destroys the account and its records", async () => {
    await destroyAfter(12);
    await run();
    expect(await receivedMails()).toEqual(["owner@example.test: You changed “If I am no longer here”"]);
    await run(364);
    expect(await receivedMails()).toEqual([]);
    for (const days of [2, 8, 8]) {
      await run(days);
      expect(await receivedMails()).toEqual([WARNING]);
      await run(6);
      expect(await receivedMails()).toEqual([]);
    }
    expect((await record())?.status).toBe("active");
    await run(2);
    expect([await record(), await JournalEntryModel.countDocuments({ userId: member.id })]).toEqual([
      null,
      0,
    ]);
    expect(await signIn({ email: member.email, password: PASSWORD }, { network: "home" })).toMatchObject({
      ok: false,
      code: "wrong",
    });
    expect(await auditKinds()).toEqual([
      "legacy.chosen",
      "legacy.warned",
      "legacy.warned",
      "legacy.warned",
      "legacy.destroyed",
    ]);
  });

  it("does nothing without a choice, and after twelve months when the choice is twenty-four", async () => {
    await run(900);
    expect(await receivedMails()).toEqual([]);
    await destroyAfter(24);
    await run();
    await receivedMails();
    await run(400);
    expect(await receivedMails()).toEqual([]);
    await run(340);
    expect(await receivedMails()).toEqual([WARNING]);
  });

  it("stops and emails administrators the account number when the relay refuses a warning", async () => {
    await destroyAfter(12);
    await run();
    await run(366);
    refusals.push(550);
    await receivedMails();
    await run(8);
    expect(await receivedMails()).toEqual([
      `warden@example.test: An email to account number ${member.id} was not accepted`,
    ]);
    for (const days of [8, 8, 8, 30]) await run(days);
    expect(await receivedMails()).toEqual([]);
    expect((await record())?.status).toBe("active");
    expect(await auditKinds()).toContain("legacy.mail_refused");
  });

  it("waits while the relay rejects a warning temporarily", async () => {
    await destroyAfter(12);
    await run();
    refusals.push(451);
    await run(366);
    expect((await stepsOf())?.warnings).toMatchObject([{ acceptedAt: null }]);
    await run(0.5);
    expect((await stepsOf())?.warnings).toMatchObject([{ acceptedAt: expect.any(Date) }]);
  });

  /** Kinds of requests by the owner. Each function prepares a request and returns a function that makes it. */
  const REQUESTS: [string, () => Promise<() => Promise<unknown>>][] = [
    ["a sign-in", () => Promise.resolve(() => signedIn(owner()))],
    [
      "an API request",
      async () => {
        const key = await createApiKey(member, { name: "A program", scope: "read" });
        return () => authenticateApiKey(key ?? "", "read");
      },
    ],
    [
      "a request of a session",
      async () => {
        const { secret } = await signedIn(owner());
        return () => memberOfSession(secret);
      },
    ],
  ];

  it.each(REQUESTS)("is undone by %s, and the owner is emailed", async (_, prepare) => {
    await destroyAfter(12);
    await run();
    await run(366);
    const { legacy } = (await record()) ?? {};
    expect(legacy?.warnings).toHaveLength(1);
    const request = await prepare();
    await UserModel.updateOne({ _id: member.id }, { $set: { legacy } });
    await receivedMails();
    await request();
    expect(await stepsOf()).toMatchObject({ choice: "destroy", warnings: [] });
    expect(await auditKinds()).toContain("legacy.undone");
    await run(8);
    expect(await receivedMails()).toEqual(["owner@example.test: Your journal stays as it is"]);
    await run(8);
    expect(await receivedMails()).toEqual([]);
  });

  it("counts the time without use from the end of the hour of the last request", async () => {
    await destroyAfter(12);
    at = new Date(START.getTime() + 2 * HOUR);
    const { secret } = await signedIn(owner());
    at = new Date(at.getTime() + HOUR / 4);
    await memberOfSession(secret);
    at = new Date(at.getTime() + HOUR / 4);
    await memberOfSession(secret);
    await flushUses();
    expect((await stepsOf())?.seenUntil).toEqual(new Date("2026-11-28T13:00:00Z"));
  });

  it("destroys nothing when the owner signs in between the check and the destruction", async () => {
    await destroyAfter(12);
    await run();
    for (const days of [366, 8, 8]) await run(days);
    beforeDestruction(() => signedIn(owner()));
    await run(8);
    expect(await record()).toMatchObject({ status: "active", legacy: { warnings: [] } });
  });

  it("warns once and destroys once when two servers run at the same time", async () => {
    await destroyAfter(12);
    await run();
    await receivedMails();
    for (const days of [366, 8, 8]) {
      later(days);
      await Promise.all([runLegacies(signal, noDrift), runLegacies(signal, noDrift)]);
      await sendDueMail();
      await runLegacies(signal, noDrift);
      expect(await receivedMails()).toEqual([WARNING]);
    }
    later(8);
    await Promise.all([runLegacies(signal, noDrift), runLegacies(signal, noDrift)]);
    expect(await record()).toBeNull();
    expect((await auditKinds()).filter((kind) => kind === "legacy.destroyed")).toHaveLength(1);
  });

  it("resets its steps while the account is locked", async () => {
    await destroyAfter(12);
    await run();
    for (const days of [366, 8, 8]) await run(days);
    await UserModel.updateOne({ _id: member.id }, { $set: { status: "locked" } });
    await run(8);
    expect(await stepsOf()).toMatchObject({ warnings: [] });
    expect((await record())?.status).toBe("locked");
  });
});

describe("paid plan of a journal to be destroyed", () => {
  const payments = new PaymentServer();
  beforeAll(() => payments.start());
  afterAll(() => payments.stop());

  let subscription: string;
  const isCancelled = () => payments.subscriptions.get(subscription)?.cancel_at_period_end;

  /** Makes the account due for destruction at the next run. */
  beforeEach(async () => {
    Object.assign(env, paymentSettings(payments.url), { STRIPE_WEBHOOK_SECRET: [WEBHOOK_SECRET] });
    payments.reset();
    payments.now = () => at;
    ({ id: subscription } = payments.subscribe(member.id, "price_growth_month"));
    await syncSubscription(member.id, subscription);
    await destroyAfter(12);
    await run();
    for (const days of [366, 8, 8]) await run(days);
    expect(isCancelled()).toBe(false);
  });

  it("is kept when the owner signs in between the check and the destruction", async () => {
    beforeDestruction(() => signedIn(owner()));
    await run(8);
    expect(await record()).toMatchObject({ status: "active" });
    expect(isCancelled()).toBe(false);
  });

  it("is cancelled by the next run when the server stopped during the destruction", async () => {
    const stop = new AbortController();
    beforeDestruction(() => Promise.resolve(stop.abort()));
    later(8);
    await runLegacies(stop.signal, noDrift);
    expect(await record()).toMatchObject({ status: "deleting" });
    expect(isCancelled()).toBe(false);
    await destroyDueAccounts(signal);
    expect([isCancelled(), await record()]).toEqual([true, null]);
  });

  it("delays the deletion of the account, but of no other, until the payment service has cancelled the plan", async () => {
    const kept = payments.subscriptions.get(subscription);
    payments.subscriptions.delete(subscription);
    await run(8);
    expect(await record()).toMatchObject({ status: "deleting", crypto: { keyId: "" } });
    later(1);
    const { _id } = await createUser({ username: "other", status: "deleting", deleteAfter: at });
    expect(await destroyDueAccounts(signal)).toBe(1);
    expect(await UserModel.findById(_id).lean()).toBeNull();
    expect(await signIn({ email: member.email, password: PASSWORD }, { network: "home" })).toMatchObject({
      ok: false,
      code: "wrong",
    });
    if (kept) payments.subscriptions.set(subscription, kept);
    await destroyDueAccounts(signal);
    expect([isCancelled(), await record()]).toEqual([true, null]);
  });
});

describe("jump of the clock", () => {
  const ended = () =>
    JobModel.updateOne(
      { _id: LEGACY_JOB },
      { $set: { leaseUntil: at, nextAt: at, endedAt: at } },
      { upsert: true },
    );
  /** The server ran for these days, hour by hour. */
  const serve = async (days: number) => {
    later(days);
    await ended();
    await runLegacies(signal, noDrift);
    return (await record())?.status;
  };
  /** The server was off for these days, or the clock skipped them. */
  const skip = async (days: number) => {
    await ended();
    later(days);
    await runLegacies(signal, noDrift);
    await ended();
    return (await record())?.status;
  };
  const warnThrice = async () => {
    await destroyAfter(12);
    await run();
    for (const days of [366, 8, 8]) await run(days);
  };

  it("sends no warning when the clock was set while the server ran", async () => {
    await destroyAfter(12);
    await run();
    await receivedMails();
    later(800);
    await runLegacies(signal, () => 800 * DAY);
    await run(6);
    expect(await receivedMails()).toEqual([]);
    at = START;
    await runLegacies(signal, () => -806 * DAY);
    await run(30);
    expect(await receivedMails()).toEqual([]);
  });

  it("restarts the wait of seven days when the server was off for a year after the third warning", async () => {
    await warnThrice();
    await serve(2);
    expect(await skip(400)).toBe("active");
    expect(await serve(6.9)).toBe("active");
    expect(await serve(0.2)).toBeUndefined();
  });

  it("counts no day on which the server was off, or that the clock skipped", async () => {
    await warnThrice();
    await serve(2);
    expect(await skip(12)).toBe("active");
    expect(await serve(4.9)).toBe("active");
    expect(await serve(0.2)).toBeUndefined();
  });

  it("withdraws warnings when the clock is set right", async () => {
    await destroyAfter(12);
    await run();
    await run(366);
    at = new Date(START.getTime() + DAY);
    await run();
    expect((await stepsOf())?.warnings).toEqual([]);
  });
});

describe("choice to give", () => {
  const HANDED = "ruth@example.test: A journal has been entrusted to you";
  const start = async () => startHandOver(await readMember((await warden())._id), member.id);
  const warden = () => UserModel.findOne({ username: "warden" }).orFail().lean();

  it("stores the recipient's name and email address encrypted, and shows them to the owner only", async () => {
    await chooseRuth();
    expect(JSON.stringify(await record())).not.toMatch(/ruth/i);
    expect(await readLegacy(member.id)).toEqual({
      choice: "give",
      name: "Ruth",
      email: "ruth@example.test",
    });
    expect(JSON.stringify(await AuditEventModel.find().lean())).not.toMatch(/ruth/i);
  });

  it("emails the owner when the hand-over starts, and the recipient thirty days later", async () => {
    await chooseRuth();
    await run();
    await receivedMails();
    later(366);
    expect(await start()).toEqual({ ok: true });
    expect(await start()).toEqual({ ok: false, code: "started" });
    await run();
    expect(await receivedMails()).toEqual([
      "owner@example.test: Your journal will be handed over unless you sign in",
    ]);
    await run(29);
    expect(await receivedMails()).toEqual([]);
    later(1.1);
    await Promise.all([runLegacies(signal, noDrift), runLegacies(signal, noDrift)]);
    await run();
    expect(await receivedMails()).toEqual([HANDED]);
    await run(100);
    expect(await receivedMails()).toEqual([]);
  });

  it("is undone by a sign-in before and after the link was sent", async () => {
    await chooseRuth();
    for (const days of [10, 31]) {
      later(366);
      await start();
      await run(days);
      await signedIn(owner());
      expect((await stepsOf())?.handOver).toBeNull();
      peer.mails.splice(0);
      await run(31);
      const subject = days > 30 ? "Your journal had been handed over" : "Your journal stays as it is";
      expect(await receivedMails()).toEqual([`owner@example.test: ${subject}`]);
    }
  });

  it.each([
    ["nothing", [], "Nothing had been saved from it"],
    ["a file", ["epub"], "a copy was saved from it"],
  ])("tells a returning owner that %s was saved from the link", async (_, taken, words) => {
    await chooseRuth();
    later(366);
    await start();
    await run(31);
    await UserModel.updateOne({ _id: member.id }, { $set: { "legacy.handOver.taken": taken } });
    await signedIn(owner());
    peer.mails.splice(0);
    await run();
    const [mail] = await Promise.all(peer.mails.map((each) => PostalMime.parse(each)));
    expect(mail?.text?.replace(/\s+/g, " ")).toContain(words);
    expect(await stepsOf()).not.toHaveProperty("given");
  });

  it("emails the administrators when the relay refuses the link, and can be started again", async () => {
    await chooseRuth();
    await run();
    later(366);
    await start();
    await run();
    refusals.push(550);
    await receivedMails();
    await run(31);
    expect(await receivedMails()).toEqual([
      `warden@example.test: An email to account number ${member.id} was not accepted`,
    ]);
    expect(await start()).toEqual({ ok: true });
  });

  it("sends no link when the relay refuses the email to the owner", async () => {
    await chooseRuth();
    await run();
    later(366);
    await start();
    refusals.push(550);
    await receivedMails();
    await run();
    await run(31);
    expect(await receivedMails()).toEqual([
      `warden@example.test: An email to account number ${member.id} was not accepted`,
    ]);
    expect((await stepsOf())?.handOver).toBeNull();
  });

  it("is removed by a journal reset", async () => {
    await chooseRuth();
    const beginning = { passwordHash: "new", endsAt: at, emptying: false };
    await UserModel.updateOne({ _id: member.id }, { $set: { beginning } });
    expect(await resetDueJournals(signal)).toBe(1);
    expect(await readLegacy(member.id)).toEqual({ choice: "none" });
  });
});

it("allows ten changes of the choice a day", async () => {
  for (let count = 0; count < 10; count++) expect(await destroyAfter(12)).toBe(true);
  expect(await destroyAfter(12)).toBe(false);
});
