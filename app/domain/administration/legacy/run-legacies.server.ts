import { JobModel } from "#models/operations.server";
import { OutgoingMailModel } from "#models/reminders.server";
import { UserModel, type UserRecord } from "#models/user.server";
import type { Legacy } from "#models/user/legacy.server";
import { destroyDueAccounts } from "~/domain/accounts/deletion/deletion.server";
import { legacyMail, type LegacyMail } from "~/domain/accounts/legacy/legacy-mails";
import { mailAdministrators } from "~/domain/administration/health/health.server";
import { formatDate, localMoment } from "~/domain/calendar/local-day";
import {
  earliestDestruction,
  hasSteps,
  LEGACY_MONTHS,
  nextStep,
  observeClock,
  waitFromAfterPause,
} from "~/domain/identity/legacy";
import { openPerson, restartedFields } from "~/domain/identity/legacy-use.server";
import { audit } from "~/domain/operations/audit-log.server";
import { sealPendingMail, wakeMailRunner } from "~/domain/reminders/mail/outbox.server";
import { createDriftMeter, now } from "~/platform/clock";
import { canSendMail } from "~/platform/mail/transport.server";
import { linkOrigin, secretLinkOrigin } from "~/platform/request-context.server";
import { hashToken, randomToken } from "~/platform/signing.server";

export const LEGACY_JOB = "no-longer-here";

type Owner = Pick<
  UserRecord,
  "_id" | "email" | "username" | "firstName" | "lastName" | "timezone" | "status" | "crypto" | "sealing"
> & { pendingMail: UserRecord["pendingMail"]; legacy: Legacy };

const FIELDS = {
  email: 1,
  username: 1,
  firstName: 1,
  lastName: 1,
  timezone: 1,
  status: 1,
  crypto: 1,
  sealing: 1,
  pendingMail: 1,
  legacy: 1,
} as const;

const withLegacyChoice = { "legacy.seenUntil": { $gt: new Date(0) } };

/**
 * Compare-and-set filter of every step. A request of the owner changes `seenUntil` or removes the warnings, and a step of
 * another server adds a warning; in both cases the filter matches nothing, so the owner wins and no step is repeated.
 */
const unchangedFilter = ({ _id, legacy }: Owner) => ({
  _id,
  status: "active" as const,
  "legacy.choice": legacy.choice,
  "legacy.seenUntil": legacy.seenUntil,
  "legacy.warnings": { $size: legacy.warnings.length },
  "legacy.isStopped": legacy.isStopped,
  "legacy.handOver.startedAt": legacy.handOver?.startedAt ?? null,
  "legacy.handOver.mailedAt": legacy.handOver?.mailedAt ?? null,
});

const measureClockDrift = createDriftMeter();

/**
 * Performs the due steps of "If I am no longer here": emails warnings, destroys journals, and emails the links of hand-overs.
 * `measureDrift` returns how far the clock was set since the last run, in milliseconds.
 */
export async function runLegacies(signal: AbortSignal, measureDrift = measureClockDrift): Promise<void> {
  await restartWaitsAfterJump(measureDrift());
  if (!canSendMail()) return;
  let isDestructionDue = false;
  const owners = UserModel.find(withLegacyChoice).select(FIELDS).lean().cursor();
  for await (const owner of owners as unknown as AsyncIterable<Owner>) {
    if (signal.aborted) return;
    if (await performDueStep(owner)) isDestructionDue = true;
  }
  if (isDestructionDue) await destroyDueAccounts(signal);
  wakeMailRunner();
}

/** Extends or restarts the waits, because neither a jump of the clock nor the time without a running server may end one. */
async function restartWaitsAfterJump(driftMs: number): Promise<void> {
  const at = now();
  const job = await JobModel.findById(LEGACY_JOB).select({ endedAt: 1 }).lean();
  const lastRunAt = job?.endedAt ?? null;
  const clock = observeClock(lastRunAt, at, driftMs);
  if (clock === "steady") return;
  if (clock === "pause" && lastRunAt) return extendWaits(lastRunAt, at);
  const withSteps = {
    $or: [{ "legacy.warnings.0": { $exists: true } }, { "legacy.handOver": { $ne: null } }],
  };
  await UserModel.updateMany(
    { ...withLegacyChoice, ...(clock === "gap" && withSteps) },
    { $set: { "legacy.waitFrom": at } },
  );
}

/** Extends the waits that have begun by the time from `lastRunAt` to `at`. */
async function extendWaits(lastRunAt: Date, at: Date): Promise<void> {
  const owners = UserModel.find(withLegacyChoice).select(FIELDS).lean().cursor();
  for await (const owner of owners as unknown as AsyncIterable<Owner>) {
    if (!hasSteps(owner.legacy)) continue;
    await UserModel.updateOne(
      { ...unchangedFilter(owner), status: owner.status },
      { $set: { "legacy.waitFrom": waitFromAfterPause(owner.legacy, lastRunAt, at) } },
    );
  }
}

/** @returns whether the account is now to be destroyed */
async function performDueStep(owner: Owner): Promise<boolean> {
  if (await sendReturnNotice(owner)) return false;
  const mail = await checkLastMail(owner);
  if (mail === "refused") await stop(owner);
  if (mail !== "accepted") return false;
  switch (nextStep(owner.legacy, now(), owner.status === "active")) {
    case null:
      return false;
    case "reset":
      await UserModel.updateOne(
        { ...unchangedFilter(owner), status: owner.status },
        { $set: restartedFields(owner.legacy.seenUntil) },
      );
      return false;
    case "warn":
      await warn(owner);
      return false;
    case "deliver":
      await deliver(owner);
      return false;
    case "destroy":
      return destroy(owner);
  }
}

const pendingMailOf = (order: LegacyMail, origin = linkOrigin()) =>
  sealPendingMail(legacyMail(order, origin), now());

/** Emails an owner that their return has undone a step. @returns whether the email was due */
async function sendReturnNotice({ _id, email, legacy }: Owner): Promise<boolean> {
  if (!legacy.isUndone) return false;
  await UserModel.updateOne(
    { _id, "legacy.isUndone": true },
    {
      $unset: { "legacy.isUndone": 1, "legacy.given": 1 },
      $push: { pendingMail: pendingMailOf({ kind: "legacy-undone", to: email, given: legacy.given }) },
    },
  );
  return true;
}

/**
 * Whether the relay has accepted the last email, "accepted" too if there is none. An email without a record counts as refused,
 * because its outcome is unknown.
 */
async function checkLastMail(owner: Owner): Promise<"accepted" | "waiting" | "refused"> {
  const { legacy, pendingMail } = owner;
  const { handOver } = legacy;
  const warning = legacy.warnings.at(-1);
  const isKnown = warning ? warning.acceptedAt !== null : handOver?.isMailAccepted === true;
  const mailId = warning?.mailId ?? handOver?.mailId;
  if (!mailId || isKnown) return "accepted";
  if (pendingMail.some(({ id }) => id === mailId)) return "waiting";
  const sent = await OutgoingMailModel.findById(mailId).select({ state: 1, finishedAt: 1 }).lean();
  if (sent?.state === "queued" || sent?.state === "sending") return "waiting";
  if (sent?.state !== "sent") return "refused";
  const acceptedAt = sent.finishedAt ?? now();
  const last = legacy.warnings.length - 1;
  await UserModel.updateOne(
    unchangedFilter(owner),
    warning
      ? { $set: { [`legacy.warnings.${last}.acceptedAt`]: acceptedAt } }
      : { $set: { "legacy.handOver.isMailAccepted": true } },
  );
  if (warning) warning.acceptedAt = acceptedAt;
  return "accepted";
}

/** Stops all steps until the owner's next request, and emails the account number to the administrators. */
async function stop(owner: Owner): Promise<void> {
  const { _id, legacy } = owner;
  const isWarning = legacy.choice === "destroy";
  const mailId = legacy.warnings.at(-1)?.mailId ?? legacy.handOver?.mailId ?? "";
  const { modifiedCount } = await UserModel.updateOne(unchangedFilter(owner), {
    $set: isWarning
      ? { "legacy.isStopped": true, "legacy.warnings": [] }
      : { "legacy.handOver": null, "legacy.waitFrom": null },
  });
  if (modifiedCount === 0) return;
  await audit({ kind: "legacy.mail_refused", subjectId: _id });
  const notice = { kind: "legacy-refused", account: _id, isWarning } as const;
  await mailAdministrators(`legacy-refused-${mailId}`, notice, linkOrigin());
}

async function warn(owner: Owner): Promise<void> {
  const { _id, email, timezone, legacy } = owner;
  const at = now();
  const number = legacy.warnings.length + 1;
  const day = formatDate(localMoment(earliestDestruction(number, at), timezone).date);
  const months = legacy.months ?? LEGACY_MONTHS[1];
  const mail = pendingMailOf({ kind: "legacy-warning", to: email, months, number, day });
  const { modifiedCount } = await UserModel.updateOne(unchangedFilter(owner), {
    $push: { pendingMail: mail, "legacy.warnings": { mailId: mail.id, at, acceptedAt: null } },
  });
  if (modifiedCount === 1) await audit({ kind: "legacy.warned", subjectId: _id });
}

const nameOf = ({ firstName, lastName, username }: Owner) => `${firstName} ${lastName}`.trim() || username;

/** Emails the link of a hand-over to the chosen person. */
async function deliver(owner: Owner): Promise<void> {
  const origin = secretLinkOrigin();
  if (origin === null) return;
  const person = openPerson(owner);
  const secret = randomToken();
  const isSealed = owner.sealing !== null;
  const order = {
    kind: "hand-over",
    to: person.email,
    person,
    owner: nameOf(owner),
    secret,
    isSealed,
  } as const;
  const mail = pendingMailOf(order, origin);
  const { modifiedCount } = await UserModel.updateOne(unchangedFilter(owner), {
    $set: {
      "legacy.handOver.mailedAt": now(),
      "legacy.handOver.mailId": mail.id,
      "legacy.handOver.isMailAccepted": false,
      "legacy.handOver.tokenHash": hashToken(secret),
      "legacy.handOver.taken": [],
    },
    $push: { pendingMail: mail },
  });
  if (modifiedCount === 1) await audit({ kind: "legacy.handed_over", subjectId: owner._id });
}

/**
 * Destroys the key in the compare-and-set write that decides. `destroyDueAccounts` cancels a paid plan and removes the rest,
 * also after a crash; an owner who signs in before that write keeps both.
 */
async function destroy(owner: Owner): Promise<boolean> {
  const at = now();
  const { modifiedCount } = await UserModel.updateOne(unchangedFilter(owner), {
    $set: {
      status: "deleting",
      deleteAfter: at,
      passwordHash: "",
      passkeys: [],
      atProvider: null,
      securityStamp: randomToken(16),
      "crypto.wrappedKey": Buffer.alloc(0),
      "crypto.keyId": "",
      sealing: null,
      sealOffer: null,
      tokens: [],
      pendingMail: [],
      emailChange: null,
    },
    $unset: { legacy: 1, "reminders.nextAt": 1 },
  });
  if (modifiedCount === 0) return false;
  await audit({ kind: "legacy.destroyed", subjectId: owner._id });
  return true;
}
