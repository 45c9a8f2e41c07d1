import { randomBytes } from "node:crypto";
import { ApiKeyModel } from "#models/api-key.server";
import { embeddedEngine } from "#models/db/connection.server";
import { SessionModel } from "#models/session.server";
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

/** The emails that say that a journal has been sealed, or that the seal was taken off. */
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

/** The account changed meanwhile, in another window; or texts are still being re-encrypted. */
export type KeyChangeConflict = { ok: false; code: "changed" };
const CHANGED: KeyChangeConflict = { ok: false, code: "changed" };
/** Done, with the owner of the next session. */
export type KeyChangeDone = { ok: true; user: SessionOwner };
/** Done, and the codes to show. */
export type NewRecoveryCodes = { ok: true; codes: string[] };

/** What happened elsewhere meanwhile (another password, another session) makes a step find nothing. */
const unchangedSince = (member: Member) => ({ _id: member.id, securityStamp: member.securityStamp });

type Notice = {
  keys: MemberKeys | null;
  mail: SealMail["kind"];
  event: AuditKind;
};

/** The one write, and what may fail after it: the stamp alone ends sessions without the key. */
async function changeKeys(
  member: Member,
  from: object,
  to: object,
  { keys, mail, event }: Notice,
): Promise<KeyChangeDone | KeyChangeConflict> {
  const securityStamp = randomToken(16);
  const letter = sealMail({ kind: mail, to: member.email }, linkOrigin());
  const { matchedCount } = await UserModel.updateOne(
    { ...unchangedSince(member), ...from },
    {
      $set: { ...to, securityStamp, ...securityChangeFields() },
      $push: { pendingMail: sealPendingMail(letter, now()) },
    },
  );
  if (matchedCount === 0) return CHANGED;
  // Programs of a sealed journal learn that it is sealed; with the earlier stamp their keys would count as revoked.
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

/**
 * Sealing a journal and unsealing it. Each step is one write that names the state it begins from: killed
 * anywhere, a person is on one side or the other of it, and their password opens the journal on both.
 */

/** How long the codes can be typed back. */
const OFFER_LIFETIME_MS = HOUR;

type Refused = Exclude<PasswordCheck, { ok: true }>;

/**
 * First step: makes a new key and eight codes, and shows them. Nothing is sealed yet. The key is new, so that no copy of
 * the old one, in a backup for example, opens what is written from now on.
 */
export async function offerSealing(
  member: Member,
  password: string,
  network: string,
): Promise<NewRecoveryCodes | Refused | KeyChangeConflict> {
  // What was typed becomes what alone opens the journal.
  if (!member.hasPassword) return { ok: false, code: "wrong_password" };
  const check = await confirmPassword(member, password, network);
  if (!check.ok) return check;
  // Texts that still have the old key must be re-encrypted first.
  if (member.sealed || member.earlierKey()) return CHANGED;
  const keys = { journal: randomBytes(32), first: member.firstKey(), earlier: member.journalKey() };
  const byPassword = await wrapKeysWithPassword(member.id, keys, password);
  const { codes, byCode } = wrapKeysWithNewCodes(member.id, keys);
  const sealOffer = { ...byPassword, byCode, at: now() };
  const { matchedCount } = await UserModel.updateOne(
    { ...unchangedSince(member), sealing: null, keyMove: null },
    { $set: { sealOffer } },
  );
  return matchedCount === 1 ? { ok: true, codes } : CHANGED;
}

/** Whether codes were shown that can still be typed back. */
export async function isSealingOffered(member: Member): Promise<boolean> {
  return (await openOffer(member)) !== null;
}

async function openOffer(member: Member): Promise<PendingSeal | null> {
  const user = await UserModel.findById(member.id).select({ sealOffer: 1 }).lean();
  const offer = user?.sealOffer;
  return offer && now().getTime() - offer.at.getTime() < OFFER_LIFETIME_MS ? offer : null;
}

/** Second step: typing back one of the codes seals. The same write removes the server's own wrap of the key. */
export async function sealJournal(
  member: Member,
  code: string,
): Promise<KeyChangeDone | KeyChangeConflict | { ok: false; code: "wrong_code" | "expired" }> {
  const offer = await openOffer(member);
  if (!offer) return { ok: false, code: "expired" };
  const opened = unwrapKeysWithCode(member.id, offer.byCode, code);
  if (!opened) return { ok: false, code: "wrong_code" };
  const keys = unpackKeys(opened.keys);
  // Before the write, so that a crash after it cannot leave the old wrap in the files.
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

/** The changes that a member can make to a sealed journal. Each step but keeping it asks for the password. */
type WrongPassword = Exclude<PasswordCheck, { ok: true }>;

/** Gives the keys back to the server. */
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

/** Eight new codes; the earlier ones stop working. */
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
    { ...unchangedSince(member), sealing: { $ne: null } },
    { $set: { "sealing.byCode": byCode, ...securityChangeFields() } },
  );
  if (matchedCount === 0) return CHANGED;
  await audit({ kind: "journal.codes_renewed", actorId: member.id, subjectId: member.id });
  return { ok: true, codes };
}

/** Takes back a new beginning that waits: the session of this member opens the journal. */
export async function cancelPendingReset({ id }: Pick<Member, "id">): Promise<void> {
  const user = await UserModel.findById(id).select({ beginning: 1 }).lean();
  if (user) await cancelJournalReset(user);
}
