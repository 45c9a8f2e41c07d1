import { storedBytes } from "#models/db/queries.server";
import { TransferFileModel } from "#models/transfer-file.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { legacyMail } from "~/domain/accounts/legacy/legacy-mails";
import { readUser } from "~/domain/administration/users/users.server";
import { DAY, MINUTE } from "~/domain/calendar/durations";
import { formatDate, localMoment } from "~/domain/calendar/local-day";
import { redeemRecoveryCode } from "~/domain/identity/key-wrapping.server";
import {
  HAND_OVER_DELAY_DAYS,
  HAND_OVER_MIN_MONTHS,
  isUnusedFor,
  remainingFormats,
  type HandOverFormat,
} from "~/domain/identity/legacy";
import { openPerson } from "~/domain/identity/legacy-use.server";
import { memberFrom } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { audit } from "~/domain/operations/audit-log.server";
import { sealPendingMail, wakeMailRunner } from "~/domain/reminders/mail/outbox.server";
import { now } from "~/platform/clock";
import { deriveKey, open, seal } from "~/platform/encryption.server";
import { canSendMail } from "~/platform/mail/transport.server";
import { linkOrigin, secretLinkOrigin } from "~/platform/request-context.server";
import { hashToken, randomToken } from "~/platform/signing.server";

type StartHandOverResult =
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

const TICKET_MS = 5 * MINUTE;

const linkFilter = (token: string) => ({
  status: "active" as const,
  "legacy.handOver.tokenHash": hashToken(token),
});

async function findHandOver(token: string): Promise<{ user: UserRecord; left: HandOverFormat[] } | null> {
  const user = await UserModel.findOne(linkFilter(token)).lean();
  if (!user?.legacy?.handOver) return null;
  const left = remainingFormats(user.legacy.handOver, now());
  return left.length > 0 ? { user, left } : null;
}

/** The downloads that a mailed link still offers; null for a used, expired, withdrawn or forged link. */
export async function readHandOver(
  token: string,
): Promise<{ left: HandOverFormat[]; isSealed: boolean } | null> {
  const found = await findHandOver(token);
  return found && { left: found.left, isSealed: found.user.sealing !== null };
}

type ClaimResult =
  | { ok: true; ticket: string }
  | { ok: false; code: "expired" | "code_required" | "wrong_code" }
  | { ok: false; code: "locked"; seconds: number };

/** Encrypted with the ticket itself, because it may carry the keys of a sealed journal. */
const keyOf = (ticket: string) => deriveKey(Buffer.from(ticket), "hand-over-ticket");
const contextOf = (id: string) => `heldFiles|${id}|hand-over|1`;

type Payload = { format: HandOverFormat; keys: string | null };

/**
 * Uses up one of the two downloads of a link. A sealed journal needs a recovery code, which is not used up, because the other
 * file needs it too. @returns a ticket for the file
 */
export async function claimDownload(
  token: string,
  format: HandOverFormat,
  { recoveryCode, network }: { recoveryCode?: string; network: string },
): Promise<ClaimResult> {
  const found = await findHandOver(token);
  if (!found?.left.includes(format)) return { ok: false, code: "expired" };
  const { _id: userId, sealing } = found.user;
  const opened = sealing && (await redeemRecoveryCode({ _id: userId }, sealing, { recoveryCode, network }));
  if (opened && !opened.ok) return opened;
  const { modifiedCount } = await UserModel.updateOne(
    { _id: userId, ...linkFilter(token), "legacy.handOver.taken": { $ne: format } },
    { $addToSet: { "legacy.handOver.taken": format } },
  );
  if (modifiedCount === 0) return { ok: false, code: "expired" };
  const ticket = randomToken();
  const _id = hashToken(ticket);
  const payload: Payload = { format, keys: opened ? opened.keys.toString("base64") : null };
  await TransferFileModel.create({
    _id,
    userId,
    purpose: "hand-over",
    sealed: seal(keyOf(ticket), JSON.stringify(payload), contextOf(_id)),
    expiresAt: new Date(now().getTime() + TICKET_MS),
  });
  await audit({ kind: "legacy.downloaded", subjectId: userId, details: { format } });
  return { ok: true, ticket };
}

type HandedOver = { member: Member; format: HandOverFormat };

/**
 * Redeems a ticket once: returns the owner of the journal and the file format. Null for an unknown or used ticket, and when
 * the owner has signed in since or the account is locked.
 */
export async function redeemHandOverTicket(ticket: string): Promise<HandedOver | null> {
  const record = await TransferFileModel.findOneAndDelete({
    _id: hashToken(ticket),
    purpose: "hand-over",
    expiresAt: { $gt: now() },
  }).lean();
  const user =
    record &&
    (await UserModel.findOne({
      _id: record.userId,
      status: "active",
      "legacy.handOver": { $ne: null },
    }).lean());
  if (!user) return null;
  const opened = open(keyOf(ticket), storedBytes(record.sealed), contextOf(record._id));
  const { format, keys } = JSON.parse(opened.toString("utf8")) as Payload;
  return { member: memberFrom(user, keys === null ? undefined : () => Buffer.from(keys, "base64")), format };
}

/** Releases the claim of a download whose file could not be created. */
export async function releaseDownload({ member, format }: HandedOver): Promise<void> {
  await UserModel.updateOne(
    { _id: member.id, "legacy.handOver": { $ne: null } },
    { $pull: { "legacy.handOver.taken": format } },
  );
}
