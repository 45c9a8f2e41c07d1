import { randomBytes } from "node:crypto";
import { embeddedEngine } from "#models/db/connection.server";
import { SessionModel } from "#models/session.server";
import type { SealOffer } from "#models/user/keys.server";
import { UserModel } from "#models/user.server";
import { audit } from "~/domain/audit/log.server";
import type { AuditKind } from "~/domain/audit/chain";
import { HOUR } from "~/domain/calendar/durations";
import { sealPendingMail } from "~/domain/mail/outbox.server";
import { wakeMailRunner } from "~/domain/mail/runner.server";
import type { Member } from "~/domain/member/member";
import {
  packKeys,
  unpackKeys,
  wrapAccountKeys,
  wrapForServer,
  type PersonKeys,
} from "~/domain/member/person-keys.server";
import { now } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { randomToken } from "~/platform/signing.server";
import { accountMail } from "~/domain/accounts/account-mail";
import { confirmPassword, type PasswordCheck } from "~/domain/accounts/security-settings.server";
import type { SessionOwner } from "~/domain/accounts/sessions.server";
import { openByCode, wrapByNewCodes, wrapByPassword } from "./sealed-keys.server";

/**
 * Sealing a journal and taking that back. Each step is one write, which names the state that it begins from: killed
 * anywhere, a person is on one side or the other of it, and their password opens the journal on both.
 */

/** For so long the codes can be typed back. */
const OFFER_MS = HOUR;

type Refused = Exclude<PasswordCheck, { ok: true }>;
/** `changed`: something else has happened to the account meanwhile, in another window. */
type Changed = { ok: false; code: "changed" };
type Codes = { ok: true; codes: string[] };

/** What happened elsewhere meanwhile (another password, another session) makes a step find nothing. */
const asSeen = (member: Member) => ({ _id: member.id, securityStamp: member.securityStamp });

/**
 * First step: makes a new key and eight codes, and shows them. Nothing is sealed yet. The key is new, so that no copy of
 * the old one, in a backup for example, opens what is written from now on.
 */
export async function offerSealing(
  member: Member,
  password: string,
  network: string,
): Promise<Codes | Refused | Changed> {
  const check = await confirmPassword(member, password, network);
  if (!check.ok) return check;
  // Texts that are still moving from the key before have to arrive first.
  if (member.sealed || member.earlierKey()) return CHANGED;
  const keys = { journal: randomBytes(32), first: member.firstKey(), earlier: member.journalKey() };
  const byPassword = await wrapByPassword(member.id, keys, password);
  const { codes, byCode } = wrapByNewCodes(member.id, keys);
  const sealOffer = { ...byPassword, byCode, at: now() };
  const { matchedCount } = await UserModel.updateOne(
    { ...asSeen(member), sealing: null, keyMove: null },
    { $set: { sealOffer } },
  );
  return matchedCount === 1 ? { ok: true, codes } : CHANGED;
}

const CHANGED: Changed = { ok: false, code: "changed" };

/** Whether codes have been shown that can still be typed back. */
export async function isSealingOffered(member: Member): Promise<boolean> {
  return (await openOffer(member)) !== null;
}

async function openOffer(member: Member): Promise<SealOffer | null> {
  const user = await UserModel.findById(member.id).select({ sealOffer: 1 }).lean();
  const offer = user?.sealOffer;
  return offer && now().getTime() - offer.at.getTime() < OFFER_MS ? offer : null;
}

type Owned = { ok: true; user: SessionOwner };

/** Second step: one of the codes, typed back, seals. The server's own wrap of the key gives way in the same write. */
export async function sealJournal(
  member: Member,
  code: string,
): Promise<Owned | Changed | { ok: false; code: "wrong_code" | "expired" }> {
  const offer = await openOffer(member);
  if (!offer) return { ok: false, code: "expired" };
  const opened = openByCode(member.id, offer.byCode, code);
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
      sealing: { ...sealedKeys, since },
      sealOffer: null,
      keyMove: { since, round: 1, kind: "", after: "", done: 0 },
    },
    { keys, mail: "journal-sealed", event: "journal.sealed" },
  );
}

/** Gives the keys back to the server. */
export async function unsealJournal(
  member: Member,
  password: string,
  network: string,
): Promise<Owned | Refused | Changed> {
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

function keysOf(member: Member): PersonKeys | null {
  const carried = member.keysToCarry();
  return carried && unpackKeys(carried);
}

type Notice = {
  keys: PersonKeys | null;
  mail: "journal-sealed" | "journal-unsealed";
  event: AuditKind;
};

/** The one write, and what may follow it or not: sessions without the key are over by the stamp alone. */
async function changeKeys(
  member: Member,
  from: object,
  to: object,
  { keys, mail, event }: Notice,
): Promise<Owned | Changed> {
  const securityStamp = randomToken(16);
  const letter = accountMail({ kind: mail, to: member.email }, env.PUBLIC_ORIGIN);
  const { matchedCount } = await UserModel.updateOne(
    { ...asSeen(member), ...from },
    { $set: { ...to, securityStamp }, $push: { pendingMail: sealPendingMail(letter, now()) } },
  );
  if (matchedCount === 0) return CHANGED;
  await SessionModel.deleteMany({ userId: member.id });
  await audit({ kind: event, actorId: member.id, subjectId: member.id });
  wakeMailRunner();
  return { ok: true, user: { _id: member.id, securityStamp, keys: keys && packKeys(keys) } };
}

/** Eight new codes; those before open nothing any more. */
export async function renewCodes(
  member: Member,
  password: string,
  network: string,
): Promise<Codes | Refused | Changed> {
  const check = await confirmPassword(member, password, network);
  if (!check.ok) return check;
  const keys = keysOf(member);
  if (!keys) return CHANGED;
  const { codes, byCode } = wrapByNewCodes(member.id, keys);
  const { matchedCount } = await UserModel.updateOne(
    { ...asSeen(member), sealing: { $ne: null } },
    { $set: { "sealing.byCode": byCode } },
  );
  if (matchedCount === 0) return CHANGED;
  await audit({ kind: "journal.codes_renewed", actorId: member.id, subjectId: member.id });
  return { ok: true, codes };
}
