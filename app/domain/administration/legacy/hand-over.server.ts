import { UserModel } from "#models/user.server";
import { legacyMail } from "~/domain/accounts/legacy/legacy-mails";
import { readUser } from "~/domain/administration/users/users.server";
import { DAY } from "~/domain/calendar/durations";
import { formatDate, localMoment } from "~/domain/calendar/local-day";
import { HAND_OVER_DELAY_DAYS, HAND_OVER_MIN_MONTHS, isUnusedFor } from "~/domain/identity/legacy";
import { openPerson } from "~/domain/identity/legacy-use.server";
import type { Member } from "~/domain/member/member";
import { audit } from "~/domain/operations/audit-log.server";
import { sealPendingMail, wakeMailRunner } from "~/domain/reminders/mail/outbox.server";
import { now } from "~/platform/clock";
import { canSendMail } from "~/platform/mail/transport.server";
import { linkOrigin, secretLinkOrigin } from "~/platform/request-context.server";

export type StartHandOverResult =
  | { ok: true }
  | { ok: false; code: "unknown" | "no_mail" | "used" | "not_chosen" | "started" };

const refused = (code: Exclude<StartHandOverResult, { ok: true }>["code"]) => ({ ok: false, code }) as const;

/**
 * Starts the hand-over of a journal whose owner chose a person, after a year without a request. The owner is emailed at once
 * and can undo it by signing in; the job sends the link after HAND_OVER_DELAY_DAYS, and stops if the relay refused that email.
 */
export async function startHandOver(administrator: Member, userId: number): Promise<StartHandOverResult> {
  if (!canSendMail() || secretLinkOrigin() === null) return refused("no_mail");
  const user = await UserModel.findById(userId).lean();
  if (user?.status !== "active") return refused("unknown");
  const at = now();
  const { legacy } = user;
  const isUnused = legacy
    ? isUnusedFor(legacy.seenUntil, HAND_OVER_MIN_MONTHS, at)
    : (await readUser(userId))?.isUnused;
  if (!isUnused) return refused("used");
  if (legacy?.choice !== "give") return refused("not_chosen");
  if (legacy.handOver && !legacy.handOver.mailedAt) return refused("started");
  const day = formatDate(
    localMoment(new Date(at.getTime() + HAND_OVER_DELAY_DAYS * DAY), user.timezone).date,
  );
  const person = openPerson(user);
  const mail = sealPendingMail(
    legacyMail({ kind: "hand-over-started", to: user.email, person, day }, linkOrigin()),
    at,
  );
  const { modifiedCount } = await UserModel.updateOne(
    {
      _id: userId,
      status: "active",
      "legacy.choice": "give",
      "legacy.seenUntil": legacy.seenUntil,
      "legacy.handOver.startedAt": legacy.handOver?.startedAt ?? null,
    },
    {
      $set: {
        "legacy.handOver": { startedAt: at, mailedAt: null, mailId: mail.id, taken: [] },
        "legacy.waitFrom": null,
      },
      $push: { pendingMail: mail },
    },
  );
  if (modifiedCount === 0) return refused("started");
  await audit({ kind: "admin.hand_over_started", actorId: administrator.id, subjectId: userId });
  wakeMailRunner();
  return { ok: true };
}
