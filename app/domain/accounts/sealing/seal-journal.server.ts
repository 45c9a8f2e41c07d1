import { randomBytes } from "node:crypto";
import { embeddedEngine } from "#models/db/connection.server";
import { ApiKeyModel, SessionModel } from "#models/session.server";
import { UserModel } from "#models/user.server";
import type { PendingSeal } from "#models/user/keys.server";
import { HOUR } from "~/domain/calendar/durations";
import {
  unwrapKeysWithCode,
  wrapKeysWithNewCodes,
  wrapKeysWithPassword,
} from "~/domain/identity/key-wrapping.server";
import { securityChangeFields, type SessionOwner } from "~/domain/identity/sessions.server";
import { cancelJournalReset, confirmPassword, type PasswordCheck } from "~/domain/identity/sign-in.server";
import type { Member } from "~/domain/member/member";
import {
  keyFingerprints,
  packKeys,
  unpackKeys,
  wrapAccountKeys,
  wrapForServer,
  type MemberKeys,
} from "~/domain/member/member-keys.server";
import type { AuditKind } from "~/domain/operations/audit";
import { audit } from "~/domain/operations/audit-log.server";
import type { MailMessage } from "~/domain/reminders/mail/mail-message";
import { sealPendingMail, wakeMailRunner } from "~/domain/reminders/mail/outbox.server";
import { t } from "~/i18n/t";
import { now } from "~/platform/clock";
import { linkOrigin } from "~/platform/request-context.server";
import { randomToken } from "~/platform/signing.server";

type SealMail = { kind: "journal-sealed" | "journal-unsealed"; to: string };

/** Emails after sealing and unsealing. */
function sealMail({ kind, to }: SealMail, origin: string): MailMessage {
  if (kind === "journal-sealed")
    return {
      kind,
      to,
      subject: t("Your journal has been sealed"),
      lines: [
        t(
          "Your Still and Know journal has just been sealed, and you have been signed out everywhere else. From now on it opens with your password, or with one of your recovery codes. Please keep the codes in a safe place: without the password and the codes, nobody can open your journal again.",
        ),
      ],
      link: { url: `${origin}/settings/security/seal`, label: t("Your sealed journal") },
      after: [t("If this was not you, please write to us through the contact page at once.")],
    };
  return {
    kind,
    to,
    subject: t("Your journal is no longer sealed"),
    lines: [
      t(
        "The seal of your Still and Know journal has just been taken off, and you have been signed out everywhere else. Your journal is still encrypted, with a key that the server keeps.",
      ),
    ],
    link: { url: `${origin}/settings/security`, label: t("Security settings") },
    after: [
      t(
        "If this was you, all is well. If it was not, someone knows your password: please change it at once.",
      ),
    ],
  };
}

/** The account was changed concurrently, or its texts are still being re-encrypted. */
type KeyChangeConflict = { ok: false; code: "changed" };
const CHANGED: KeyChangeConflict = { ok: false, code: "changed" };
/** `user` owns the next session. */
type KeyChangeDone = { ok: true; user: SessionOwner };
type NewRecoveryCodes = { ok: true; codes: string[] };

/** Optimistic lock: another password or session change replaces the stamp. */
const unchangedAccountFilter = (member: Member) => ({ _id: member.id, securityStamp: member.securityStamp });

type Notice = {
  keys: MemberKeys | null;
  mail: SealMail["kind"];
  event: AuditKind;
};

/**
 * Changes the keys in one compare-and-set write: after a crash the journal is either sealed or not, and the password
 * opens it in both states. The steps after the write may fail: the new stamp already ends sessions without the key.
 */
async function changeKeys(
  member: Member,
  from: object,
  to: object,
  { keys, mail, event }: Notice,
): Promise<KeyChangeDone | KeyChangeConflict> {
  const securityStamp = randomToken(16);
  const message = sealMail({ kind: mail, to: member.email }, linkOrigin());
  const { matchedCount } = await UserModel.updateOne(
    { ...unchangedAccountFilter(member), ...from },
    {
      $set: { ...to, securityStamp, ...securityChangeFields() },
      $push: { pendingMail: sealPendingMail(message, now()) },
    },
  );
  if (matchedCount === 0) return CHANGED;
  // API keys get the new stamp, because with the old one they would count as revoked; their clients are told that the
  // journal is sealed.
  if (keys)
    await ApiKeyModel.updateMany(
      { userId: member.id, securityStamp: member.securityStamp },
      { $set: { securityStamp } },
    );
  await SessionModel.deleteMany({ userId: member.id });
  await audit({ kind: event, actorId: member.id, subjectId: member.id });
  wakeMailRunner();
  return { ok: true, user: { _id: member.id, securityStamp, keys: keys && packKeys(keys) } };
}

/** Time to confirm the sealing with one of the codes. */
const OFFER_LIFETIME_MS = HOUR;

type WrongPassword = Exclude<PasswordCheck, { ok: true }>;

/**
 * First step of sealing: stores a new key wrapped by the password and by eight new codes, and returns the codes.
 * Nothing is sealed yet. The key is new, so that old copies of the previous one, for example in backups, cannot
 * decrypt later entries.
 */
export async function offerSealing(
  member: Member,
  password: string,
  network: string,
): Promise<NewRecoveryCodes | WrongPassword | KeyChangeConflict> {
  // Without a password nothing could wrap the keys.
  if (!member.hasPassword) return { ok: false, code: "wrong_password" };
  const check = await confirmPassword(member, password, network);
  if (!check.ok) return check;
  if (member.sealed || member.earlierKey()) return CHANGED;
  const keys = { journal: randomBytes(32), first: member.firstKey(), earlier: member.journalKey() };
  const byPassword = await wrapKeysWithPassword(member.id, keys, password);
  const { codes, byCode } = wrapKeysWithNewCodes(member.id, keys);
  const sealOffer = { ...byPassword, byCode, at: now() };
  const { matchedCount } = await UserModel.updateOne(
    { ...unchangedAccountFilter(member), sealing: null, keyMove: null },
    { $set: { sealOffer } },
  );
  return matchedCount === 1 ? { ok: true, codes } : CHANGED;
}

/** Whether an offer is waiting for its confirmation. */
export async function isSealingOffered(member: Member): Promise<boolean> {
  return (await openOffer(member)) !== null;
}

async function openOffer(member: Member): Promise<PendingSeal | null> {
  const user = await UserModel.findById(member.id).select({ sealOffer: 1 }).lean();
  const offer = user?.sealOffer;
  return offer && now().getTime() - offer.at.getTime() < OFFER_LIFETIME_MS ? offer : null;
}

/** Second step: one of the codes confirms the sealing. The same write removes the server's wrap of the key. */
export async function sealJournal(
  member: Member,
  code: string,
): Promise<KeyChangeDone | KeyChangeConflict | { ok: false; code: "wrong_code" | "expired" }> {
  const offer = await openOffer(member);
  if (!offer) return { ok: false, code: "expired" };
  const opened = unwrapKeysWithCode(member.id, offer.byCode, code);
  if (!opened) return { ok: false, code: "wrong_code" };
  const keys = unpackKeys(opened.keys);
  // Before the write, so that a crash after it cannot leave the old wrap in the database files.
  embeddedEngine()?.forgetAtNextStart();
  const { at, ...sealedKeys } = offer;
  const since = now();
  return changeKeys(
    member,
    { sealing: null, keyMove: null, "sealOffer.at": at },
    {
      crypto: wrapAccountKeys(member.id, keys),
      sealing: { ...sealedKeys, since, marks: keyFingerprints(keys) },
      sealOffer: null,
      keyMove: { since, round: 1, kind: "", after: "", done: 0 },
    },
    { keys, mail: "journal-sealed", event: "journal.sealed" },
  );
}

/** Unseals the journal: the server wraps the keys again. */
export async function unsealJournal(
  member: Member,
  password: string,
  network: string,
): Promise<KeyChangeDone | WrongPassword | KeyChangeConflict> {
  const check = await confirmPassword(member, password, network);
  if (!check.ok) return check;
  const keys = keysOf(member);
  if (!keys) return CHANGED;
  return changeKeys(
    member,
    { sealing: { $ne: null } },
    { crypto: wrapForServer(member.id, keys), sealing: null },
    { keys: null, mail: "journal-unsealed", event: "journal.unsealed" },
  );
}

function keysOf(member: Member): MemberKeys | null {
  const carried = member.keysToCarry();
  return carried && unpackKeys(carried);
}

/** Replaces the recovery codes by eight new ones. */
export async function renewRecoveryCodes(
  member: Member,
  password: string,
  network: string,
): Promise<NewRecoveryCodes | WrongPassword | KeyChangeConflict> {
  const check = await confirmPassword(member, password, network);
  if (!check.ok) return check;
  const keys = keysOf(member);
  if (!keys) return CHANGED;
  const { codes, byCode } = wrapKeysWithNewCodes(member.id, keys);
  const { matchedCount } = await UserModel.updateOne(
    { ...unchangedAccountFilter(member), sealing: { $ne: null } },
    { $set: { "sealing.byCode": byCode, ...securityChangeFields() } },
  );
  if (matchedCount === 0) return CHANGED;
  await audit({ kind: "journal.codes_renewed", actorId: member.id, subjectId: member.id });
  return { ok: true, codes };
}

/** Cancels a pending journal reset, for a session that has opened the journal. */
export async function cancelPendingReset({ id }: Pick<Member, "id">): Promise<void> {
  const user = await UserModel.findById(id).select({ beginning: 1 }).lean();
  if (user) await cancelJournalReset(user);
}
