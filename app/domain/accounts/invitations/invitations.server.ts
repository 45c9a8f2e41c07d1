import { randomInt } from "node:crypto";
import { renderSVG } from "uqr";
import { splitPage } from "#models/db/queries.server";
import { InvitationModel, type InvitationRecord } from "#models/invitation.server";
import { UserModel } from "#models/user.server";
import { DAY, hasPassed, MINUTE } from "~/domain/calendar/durations";
import { emailKey } from "~/domain/identity/account-fields";
import { audit } from "~/domain/operations/audit-log.server";
import { runIdempotent } from "~/domain/operations/form-submissions.server";
import type { ListPage } from "~/domain/operations/paging";
import type { MailMessage } from "~/domain/reminders/mail/mail-message";
import { enqueueMail, wakeMailRunner } from "~/domain/reminders/mail/outbox.server";
import { t } from "~/i18n/t";
import { now } from "~/platform/clock";
import { canSendMail } from "~/platform/mail/transport.server";
import { linkOrigin, secretLinkOrigin } from "~/platform/request-context.server";
import { hashToken, randomToken } from "~/platform/signing.server";

/** Validity of an invitation, and how long it stays listed afterwards. */
export const INVITATION_MS = 7 * DAY;
const INVITATION_LISTED_MS = 30 * DAY;

export type InvitationState = "waiting" | "used" | "withdrawn" | "expired";

/** Crockford's base32: no letters that handwriting confuses. */
const CODE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** Sixty random bits. */
const CODE_LENGTH = 12;

/** A code to be typed, `AB12-CD34-EF56`. `randomBelow` returns an integer from 0 to below its argument. */
export function generateInvitationCode(randomBelow: (limit: number) => number): string {
  const code = Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomBelow(CODE_ALPHABET.length)]);
  return code.join("").replaceAll(/.{4}(?!$)/g, "$&-");
}

/** Normalizes a typed code: case, dashes, spaces, and O, I, L for 0 and 1. Null if it is no code. */
export function parseInvitationCode(text: string): string | null {
  const code = text
    .toUpperCase()
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1")
    .replaceAll(/[\s\p{Pd}.]/gu, "");
  const isCode = code.length === CODE_LENGTH && [...code].every((letter) => CODE_ALPHABET.includes(letter));
  return isCode ? code : null;
}

type Facts = { usedAt: Date | null; withdrawnAt: Date | null; endsAt: Date };

function invitationState({ usedAt, withdrawnAt, endsAt }: Facts, now: Date): InvitationState {
  if (usedAt) return "used";
  if (withdrawnAt) return "withdrawn";
  return endsAt <= now ? "expired" : "waiting";
}

/** Upper bound for the time between the claim of an invitation and the creation of its account. */
const CLAIM_MS = MINUTE;

/** Whether the registration that claimed the invitation must have finished or failed. */
const isClaimExpired = (usedAt: Date, now: Date): boolean =>
  hasPassed(new Date(usedAt.getTime() + CLAIM_MS), now, CLAIM_MS);

function invitationMail(to: string, link: string): MailMessage {
  return {
    kind: "invitation",
    to,
    subject: t("You are invited to Still and Know"),
    lines: [
      t(
        "You have been invited to a private journal of prayer: a few quiet minutes in the morning and in the evening.",
      ),
      t("Create your account here:"),
    ],
    link: { url: link, label: t("Accept the invitation") },
    after: [
      t(
        "The link works once, for seven days, and also verifies your address. If you do not want an account, you can ignore this email.",
      ),
    ],
  };
}

const hashInvitation = (secret: string) => hashToken(`invitation|${secret}`);
const hashCode = (code: string) => hashToken(`invitation-code|${code}`);

/**
 * Creates an invitation and emails it if it has an address.
 * @returns its link; only hashes of its secrets are stored
 */
export async function createInvitation(
  actor: { id: number } | null,
  email = "",
  note = "",
  code = "",
): Promise<string> {
  const at = now();
  const secret = randomToken();
  const _id = `${at.toISOString()}|${randomToken(6)}`;
  const endsAt = new Date(at.getTime() + INVITATION_MS);
  await InvitationModel.create({
    _id,
    hash: hashInvitation(secret),
    ...(code && { codeHash: hashCode(parseInvitationCode(code) ?? "") }),
    email,
    emailKey: email && emailKey(email),
    note,
    createdAt: at,
    createdBy: actor?.id ?? null,
    endsAt,
    expiresAt: new Date(endsAt.getTime() + INVITATION_LISTED_MS),
  });
  const link = `${linkOrigin()}/auth/register?invitation=${secret}`;
  if (email && secretLinkOrigin() !== null) {
    await enqueueMail(randomToken(16), invitationMail(email, link), null);
    wakeMailRunner();
  }
  await audit({ kind: "invitation.created", actorId: actor?.id ?? null });
  return link;
}

/** Returns the addresses that have an account already. */
export async function registeredAddresses(emails: readonly string[]): Promise<string[]> {
  const users = await UserModel.find({ emailKey: { $in: emails.map(emailKey) } })
    .select({ emailKey: 1 })
    .lean();
  const registered = new Set(users.map((user) => user.emailKey));
  return emails.filter((email) => registered.has(emailKey(email)));
}

/** An invitation to hand over: its link, a short code to type, and the QR code of a link with the short code. */
export type PrintedInvitation = { link: string; code: string; qrSvg: string };

async function createCodedInvitation(actor: { id: number }, note: string) {
  const code = generateInvitationCode((limit) => randomInt(limit));
  return { code, link: await createInvitation(actor, "", note, code) };
}

/**
 * Creates an invitation to hand over, once per form: a resubmitted form gets the same one. `submission` is the form's
 * idempotency key.
 */
export async function createInvitationIdempotently(
  actor: { id: number },
  submission: string | undefined,
  note: string,
): Promise<PrintedInvitation> {
  const create = async () => {
    const result = await createCodedInvitation(actor, note);
    return { result, keep: result };
  };
  const outcome = submission ? await runIdempotent(`invitation|${submission}`, note, create) : await create();
  const { link, code } = "result" in outcome ? outcome.result : outcome.kept;
  return { link, code, qrSvg: renderSVG(link.replace(/invitation=.*/, `invitation=${code}`), { border: 1 }) };
}

/** Finds the invitation of a link's secret or of a typed code while it is valid. */
export async function findOpenInvitation(secret: string): Promise<InvitationRecord | null> {
  const code = parseInvitationCode(secret);
  const filter = code === null ? { hash: hashInvitation(secret) } : { codeHash: hashCode(code) };
  const invitation = await InvitationModel.findOne(filter).lean();
  if (!invitation) return null;
  const current = (await releaseIfAbandoned(invitation)) ?? invitation;
  return invitationState(current, now()) === "waiting" ? current : null;
}

/**
 * Claims the invitation for the account that is about to be created. The compare-and-set decides between concurrent
 * claims and a withdrawal.
 * @returns false when the invitation was already claimed or withdrawn
 */
export async function claimInvitation(
  { _id }: Pick<InvitationRecord, "_id">,
  userId: number,
): Promise<boolean> {
  const change = { $set: { usedAt: now(), userId } };
  const { matchedCount } = await InvitationModel.updateOne(pendingFilter(_id), change);
  return matchedCount === 1;
}

/** Releases a claim whose account was not created. */
export async function releaseInvitation(
  { _id }: Pick<InvitationRecord, "_id">,
  userId: number,
): Promise<void> {
  await InvitationModel.updateOne({ _id, userId }, { $set: UNCLAIMED });
}

const UNCLAIMED = { usedAt: null, userId: null };
const pendingFilter = (_id: string) => ({ _id, usedAt: null, withdrawnAt: null });

/** Ids of invitations whose claim never led to an account because the process crashed. They count as unused. */
async function abandonedClaims(records: readonly InvitationRecord[]): Promise<Set<string>> {
  const claims = records.filter(({ usedAt }) => usedAt && isClaimExpired(usedAt, now()));
  if (claims.length === 0) return new Set();
  const userIds = claims.flatMap(({ userId }) => userId ?? []);
  const created = new Set(await UserModel.distinct("_id", { _id: { $in: userIds } }));
  return new Set(
    claims.filter(({ userId }) => userId !== null && !created.has(userId)).map(({ _id }) => _id),
  );
}

async function releaseIfAbandoned(invitation: InvitationRecord): Promise<InvitationRecord | null> {
  if (!(await abandonedClaims([invitation])).has(invitation._id)) return null;
  const { _id, usedAt, userId } = invitation;
  await InvitationModel.updateOne({ _id, usedAt, userId }, { $set: UNCLAIMED });
  return { ...invitation, ...UNCLAIMED };
}

/** @returns false when the invitation was already used or withdrawn */
export async function withdrawInvitation(actor: { id: number }, id: string): Promise<boolean> {
  const invitation = await InvitationModel.findById(id).lean();
  if (invitation) await releaseIfAbandoned(invitation);
  const change = { $set: { withdrawnAt: now() } };
  const { matchedCount } = await InvitationModel.updateOne(pendingFilter(id), change);
  if (matchedCount === 1) await audit({ kind: "invitation.withdrawn", actorId: actor.id });
  return matchedCount === 1;
}

export type InvitationLine = Pick<InvitationRecord, "email" | "note" | "createdAt" | "endsAt" | "userId"> & {
  id: string;
  state: InvitationState;
};

/** A page of invitations, newest first. `cursor` is the id of the last invitation of the previous page. */
export async function listInvitations(
  cursor: string | null = null,
  size = 50,
): Promise<ListPage<InvitationLine>> {
  const at = now();
  const before = cursor?.slice(0, 100);
  const records = await InvitationModel.find(before ? { _id: { $lt: before } } : {})
    .sort({ _id: -1 })
    .limit(size + 1)
    .lean();
  const unused = await abandonedClaims(records);
  const { shown, last } = splitPage(records, size);
  const rows = shown.map((stored) => {
    const record = unused.has(stored._id) ? { ...stored, ...UNCLAIMED } : stored;
    const { _id: id, email, note, createdAt, endsAt, userId } = record;
    return { id, email, note, createdAt, endsAt, userId, state: invitationState(record, at) };
  });
  return { rows, next: last?._id ?? null, isFirst: !before };
}

/**
 * Whether an invitation verifies the address: only the owner of the mailbox has the link that was sent to it. On an
 * instance that sends no email any invitation does.
 */
export function isVerifiedByInvitation(invitation: InvitationRecord | null, email: string): boolean {
  if (!invitation) return false;
  return !canSendMail() || (invitation.emailKey !== "" && invitation.emailKey === emailKey(email));
}
