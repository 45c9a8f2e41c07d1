import { randomBytes } from "node:crypto";
import { embeddedEngine } from "#models/db/connection.server";
import { UserModel } from "#models/user.server";
import type { SealOffer } from "#models/user/keys.server";
import { HOUR } from "~/domain/calendar/durations";
import { openByCode, wrapByNewCodes, wrapByPassword } from "~/domain/identity/keys/sealed-keys.server";
import { confirmPassword, type PasswordCheck } from "~/domain/identity/passwords/confirm-password.server";
import type { Member } from "~/domain/member/member";
import { keyFingerprints, unpackKeys, wrapAccountKeys } from "~/domain/member/person-keys.server";
import { now } from "~/platform/clock";
import { asSeen, CHANGED, changeKeys, type Changed, type Codes, type Owned } from "./change-keys.server";

/**
 * Sealing a journal and unsealing it. Each step is one write that names the state it begins from: killed
 * anywhere, a person is on one side or the other of it, and their password opens the journal on both.
 */

/** How long the codes can be typed back. */
const OFFER_MS = HOUR;

type Refused = Exclude<PasswordCheck, { ok: true }>;

/**
 * First step: makes a new key and eight codes, and shows them. Nothing is sealed yet. The key is new, so that no copy of
 * the old one, in a backup for example, opens what is written from now on.
 */
export async function offerSealing(
  member: Member,
  password: string,
  network: string,
): Promise<Codes | Refused | Changed> {
  // What was typed becomes what alone opens the journal.
  if (!member.hasPassword) return { ok: false, code: "wrong_password" };
  const check = await confirmPassword(member, password, network);
  if (!check.ok) return check;
  // Texts that still have the old key must be re-encrypted first.
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

/** Whether codes were shown that can still be typed back. */
export async function isSealingOffered(member: Member): Promise<boolean> {
  return (await openOffer(member)) !== null;
}

async function openOffer(member: Member): Promise<SealOffer | null> {
  const user = await UserModel.findById(member.id).select({ sealOffer: 1 }).lean();
  const offer = user?.sealOffer;
  return offer && now().getTime() - offer.at.getTime() < OFFER_MS ? offer : null;
}

/** Second step: typing back one of the codes seals. The same write removes the server's own wrap of the key. */
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
      sealing: { ...sealedKeys, since, marks: keyFingerprints(keys) },
      sealOffer: null,
      keyMove: { since, round: 1, kind: "", after: "", done: 0 },
    },
    { keys, mail: "journal-sealed", event: "journal.sealed" },
  );
}
