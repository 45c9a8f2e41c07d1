import { SessionModel } from "#models/session.server";
import { UserModel } from "#models/user.server";
import { audit } from "~/domain/audit/log.server";
import { DAY } from "~/domain/calendar/durations";
import { dateInWords, localMoment } from "~/domain/calendar/local-day";
import { pendingDeletionOf } from "~/domain/identity/sessions/pending-deletion.server";
import { securedNow } from "~/domain/identity/sessions/secured-now.server";
import type { SessionOwner } from "~/domain/identity/sessions/session-keys.server";
import { sealPendingMail } from "~/domain/mail/outbox.server";
import { wakeMailRunner } from "~/domain/mail/runner.server";
import type { Member } from "~/domain/member/member";
import { cancelPaidPlan } from "~/domain/plans/billing/cancel.server";
import { rescheduleReminders } from "~/domain/reminders/schedule.server";
import { now } from "~/platform/clock";
import { houseOrigin } from "~/platform/house-origin.server";
import { randomToken } from "~/platform/signing.server";
import { deletionMail, UNDO_DAYS } from "./deletion";

export type StartDeletionResult = { ok: true } | { ok: false; code: "gone" | "payments_away" };

/**
 * Begins the end of an account: a paid plan is cancelled first, then every session is over at once,
 * mail and reminders stop, and after seven days the account is destroyed. `actorId` is who asked: the person, or an
 * administrator. `gone`: there is no such account, or it is already on its way out.
 */
export async function startDeletion(userId: number, actorId = userId): Promise<StartDeletionResult> {
  const user = await UserModel.findById(userId).lean();
  if (!user || user.status === "deleting") return { ok: false, code: "gone" };
  const cancelled = await cancelPaidPlan({ id: userId });
  if (!cancelled.ok) return { ok: false, code: "payments_away" };
  const at = now();
  const deleteAfter = new Date(at.getTime() + UNDO_DAYS * DAY);
  const day = localMoment(deleteAfter, user.timezone).date;
  const mail = sealPendingMail(
    deletionMail({ kind: "deletion-started", to: user.email, day: dateInWords(day) }, houseOrigin()),
    at,
  );
  const { modifiedCount } = await UserModel.updateOne(
    { _id: userId, status: user.status },
    {
      $set: {
        status: "deleting",
        deleteAfter,
        securityStamp: randomToken(16),
        ...securedNow(),
        tokens: [],
        emailChange: null,
      },
      $unset: { "reminders.nextAt": 1 },
      $push: { pendingMail: mail },
    },
  );
  if (modifiedCount === 0) return { ok: false, code: "gone" };
  await SessionModel.deleteMany({ userId });
  await audit({ kind: "account.deletion_started", actorId, subjectId: userId });
  wakeMailRunner();
  return { ok: true };
}

/** Takes the deletion back. Answers the user for a fresh session, or null when it is too late. */
export async function undoDeletion(member: Member): Promise<SessionOwner | null> {
  const securityStamp = randomToken(16);
  const mail = sealPendingMail(
    deletionMail({ kind: "deletion-undone", to: member.email }, houseOrigin()),
    now(),
  );
  const { modifiedCount } = await UserModel.updateOne(pendingDeletionOf(member.id), {
    $set: { status: "active", deleteAfter: null, securityStamp, ...securedNow() },
    $push: { pendingMail: mail },
  });
  if (modifiedCount === 0) return null;
  await SessionModel.deleteMany({ userId: member.id });
  await rescheduleReminders(member.id);
  await audit({ kind: "account.deletion_undone", actorId: member.id, subjectId: member.id });
  wakeMailRunner();
  return { _id: member.id, securityStamp, keys: member.keysToCarry() };
}
