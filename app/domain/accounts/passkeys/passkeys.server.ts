import { duplicateKeyFields } from "#models/db/failures.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { allow } from "~/domain/attempts/attempts.server";
import { audit } from "~/domain/audit/log.server";
import { DAY, HOUR } from "~/domain/calendar/durations";
import { securedNow } from "~/domain/identity/sessions/secured-now.server";
import { sealPendingMail } from "~/domain/mail/outbox.server";
import { wakeMailRunner } from "~/domain/mail/runner.server";
import type { Member } from "~/domain/member/member";
import { now } from "~/platform/clock";
import { houseOrigin } from "~/platform/house-origin.server";
import { hashToken, sign } from "~/platform/signing.server";
import {
  checkNewPasskey,
  creationOptions,
  PasskeyError,
  type PasskeyAsked,
} from "~/platform/webauthn.server";
import { PASSKEYS } from "./limits";
import { type NewPasskeyAnswer } from "./passkey";
import { passkeyMail } from "./passkey-mail";

/** Each sends an email. */
const ADDED_A_DAY = 20;

/** An answer of a browser counts once: `spend` says whether this is the first time. */
export type AskedOnce = PasskeyAsked & { spend: () => Promise<boolean> };

/** By what a page names one of a person's passkeys: its own name can be very long. */
export const shortPasskeyName = (id: string) => hashToken(`passkey|${id}`).slice(0, 16);

/** The records of a person's passkeys; they never leave the server. */
export const passkeysOf = async ({ id }: Pick<Member, "id">): Promise<NonNullable<UserRecord["passkeys"]>> =>
  (await UserModel.findById(id).select({ passkeys: 1 }).lean())?.passkeys ?? [];

/** What authenticators know a person by: the same for all of their passkeys, and nothing about them. */
const handleOf = (member: Pick<Member, "id">, passkeys: readonly { handle: string }[]) =>
  passkeys[0]?.handle ?? sign("passkey-handle", String(member.id));

/** What the browser of who is signed in is asked to make; null where there is no place for another one. */
export async function newPasskeyOptions(
  member: Member,
  { origin, challenge, house }: { origin: string; challenge: string; house: string },
) {
  const passkeys = await passkeysOf(member);
  if (passkeys.length >= PASSKEYS.most) return null;
  const user = { handle: handleOf(member, passkeys), email: member.email, name: member.username };
  return creationOptions({ origin, challenge, house }, user, passkeys, PASSKEYS.answerMs);
}

/** Keeps what the browser has made. From now on it opens the account; its person is told. */
export async function addPasskey(
  member: Member,
  { name, credential }: { name: string; credential: NewPasskeyAnswer },
  asked: AskedOnce,
): Promise<"added" | "refused" | "too_many" | "too_often"> {
  const result = await kept(member, { name, credential }, asked);
  if (result === "refused") await notePasskeyRefused(member);
  if (result !== "added") return result;
  await audit({ kind: "passkey.added", actorId: member.id, subjectId: member.id });
  wakeMailRunner();
  return "added";
}

/** Lines of the audit log that one person can cause with nonsense. */
const LINES_AN_HOUR = 20;

/** Writes down that what came was no passkey of this house, this browser and this moment. */
export async function notePasskeyRefused({ id }: Pick<Member, "id">): Promise<void> {
  if (await allow(`passkey refusals of|${id}`, LINES_AN_HOUR, HOUR))
    await audit({ kind: "passkey.refused", actorId: id, subjectId: id });
}

async function kept(
  member: Member,
  { name, credential }: { name: string; credential: NewPasskeyAnswer },
  asked: AskedOnce,
): ReturnType<typeof addPasskey> {
  try {
    const { id, publicKey, counter } = await checkNewPasskey(credential, asked);
    if (!(await asked.spend())) return "refused";
    if (!(await allow(`passkeys added|${member.id}`, ADDED_A_DAY, DAY))) return "too_often";
    const handle = handleOf(member, await passkeysOf(member));
    const at = now();
    const { transports } = credential.response;
    const made = { id, publicKey: Buffer.from(publicKey), counter, transports, handle, name };
    const letter = passkeyMail({ kind: "passkey-added", to: member.email, name }, houseOrigin());
    const { matchedCount } = await UserModel.updateOne(
      {
        _id: member.id,
        securityStamp: member.securityStamp,
        // The last place is free.
        [`passkeys.${PASSKEYS.most - 1}`]: { $exists: false },
        "passkeys.id": { $ne: id },
      },
      {
        $set: securedNow(),
        $push: {
          passkeys: { ...made, createdAt: at, lastMonth: "" },
          pendingMail: sealPendingMail(letter, at),
        },
      },
    );
    return matchedCount === 0 ? "too_many" : "added";
  } catch (error) {
    // Its name is random: one that another account has was made up.
    if (!(error instanceof PasskeyError) && !duplicateKeyFields(error)) throw error;
    return "refused";
  }
}

/** A person's passkeys in the order in which they were added; never a key. */
export async function listPasskeys({ id: userId }: Pick<Member, "id">) {
  const user = await UserModel.findById(userId)
    .select({ passkeys: 1, "sealing.byPasskey.passkey": 1 })
    .lean();
  const opening = new Set(user?.sealing?.byPasskey?.map(({ passkey }) => passkey));
  return (user?.passkeys ?? []).map(({ id, name, createdAt, lastMonth }) => ({
    ...{ id: shortPasskeyName(id), name, createdAt, lastMonth, opensJournal: opening.has(id) },
  }));
}
