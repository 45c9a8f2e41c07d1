import { duplicateKeyFields } from "#models/db/failures.server";
import { SessionModel } from "#models/session.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { PASSKEYS } from "~/domain/accounts/texts";
import { DAY, HOUR } from "~/domain/calendar/durations";
import { securityChangeFields } from "~/domain/identity/sessions.server";
import { tryConsume } from "~/domain/limits/rate-limits.server";
import type { Member } from "~/domain/member/member";
import { audit } from "~/domain/operations/audit-log.server";
import type { MailMessage } from "~/domain/reminders/mail/mail-message";
import { sealPendingMail, wakeMailRunner } from "~/domain/reminders/mail/outbox.server";
import { t } from "~/i18n/t";
import { now } from "~/platform/clock";
import { linkOrigin } from "~/platform/request-context.server";
import { hashToken, sign } from "~/platform/signing.server";
import {
  checkNewPasskey,
  creationOptions,
  PasskeyError,
  type PasskeyExpectation,
} from "~/platform/webauthn.server";
import type { NewPasskeyCredential } from "./schema";

type PasskeyMail = {
  kind: "passkey-added" | "passkey-removed" | "passkey-opens" | "passkey-copied";
  to: string;
  name: string;
};

/** Emails about passkeys. `origin` is the public origin, never taken from a request. */
export function passkeyMail({ kind, to, name }: PasskeyMail, origin: string): MailMessage {
  const link = { url: `${origin}/settings/security/passkeys`, label: t("Your passkeys") };
  const wasItYou = t(
    "If this was you, all is well. If it was not, please sign in, look at your passkeys, and change your password at once.",
  );
  switch (kind) {
    case "passkey-added":
      return {
        kind,
        to,
        subject: t("A passkey has been added"),
        lines: [t("From now on the passkey “{name}” opens your Still and Know account.", { name })],
        link,
        after: [wasItYou],
      };
    case "passkey-removed":
      return {
        kind,
        to,
        subject: t("A passkey has been removed"),
        lines: [t("The passkey “{name}” no longer opens your Still and Know account.", { name })],
        link,
        after: [wasItYou],
      };
    case "passkey-opens":
      return {
        kind,
        to,
        subject: t("A passkey may open your sealed journal"),
        lines: [
          t(
            "From now on the passkey “{name}” opens your sealed Still and Know journal too, beside your password and your recovery codes.",
            { name },
          ),
        ],
        link,
        after: [wasItYou],
      };
    case "passkey-copied":
      return {
        kind,
        to,
        subject: t("One of your passkeys may have been copied"),
        lines: [
          t(
            "Someone, perhaps you, has just tried to sign in with the passkey “{name}”. It counts how often it is used, and its count had gone back, as that of a copy would. Nobody was signed in.",
            { name },
          ),
        ],
        link,
        after: [t("Please sign in with your password, remove this passkey, and add it again.")],
      };
  }
}

/** Maximum per day, because each one sends an email. */
const MAX_ADDED_PER_DAY = 20;

/** A challenge that is accepted once: `spend` returns whether this is the first use. */
export type OneTimeChallenge = PasskeyExpectation & { spend: () => Promise<boolean> };

/** Id of a passkey for pages and forms; the credential id can exceed a thousand characters. */
export const shortPasskeyId = (id: string) => hashToken(`passkey|${id}`).slice(0, 16);

/** The stored passkeys, which include public keys and must not reach a page. */
const passkeysOf = async ({ id }: Pick<Member, "id">): Promise<NonNullable<UserRecord["passkeys"]>> =>
  (await UserModel.findById(id).select({ passkeys: 1 }).lean())?.passkeys ?? [];

/** The WebAuthn user handle: the same for all passkeys of a member, without personal data. */
const handleOf = (member: Pick<Member, "id">, passkeys: readonly { handle: string }[]) =>
  passkeys[0]?.handle ?? sign("passkey-handle", String(member.id));

/** WebAuthn creation options. Null when the member has the maximum number of passkeys. */
export async function newPasskeyOptions(
  member: Member,
  { origin, challenge, siteName }: { origin: string; challenge: string; siteName: string },
) {
  const passkeys = await passkeysOf(member);
  if (passkeys.length >= PASSKEYS.most) return null;
  const user = { handle: handleOf(member, passkeys), email: member.email, name: member.username };
  return creationOptions({ origin, challenge, siteName }, user, passkeys, PASSKEYS.answerMs);
}

/** Verifies and stores a new passkey. Sends an email. */
export async function addPasskey(
  member: Member,
  { name, credential }: { name: string; credential: NewPasskeyCredential },
  challenge: OneTimeChallenge,
): Promise<"added" | "refused" | "too_many" | "too_often"> {
  const result = await verifyAndStore(member, { name, credential }, challenge);
  if (result === "refused") await auditRefusedPasskey(member);
  if (result !== "added") return result;
  await audit({ kind: "passkey.added", actorId: member.id, subjectId: member.id });
  wakeMailRunner();
  return "added";
}

/** Maximum audit entries per hour that refused passkeys of one member can cause. */
const MAX_REFUSALS_LOGGED_PER_HOUR = 20;

/** Records a refused passkey of a signed-in member in the audit log. */
export async function auditRefusedPasskey({ id }: Pick<Member, "id">): Promise<void> {
  if (await tryConsume(`passkey refusals of|${id}`, MAX_REFUSALS_LOGGED_PER_HOUR, HOUR))
    await audit({ kind: "passkey.refused", actorId: id, subjectId: id });
}

async function verifyAndStore(
  member: Member,
  { name, credential }: { name: string; credential: NewPasskeyCredential },
  challenge: OneTimeChallenge,
): ReturnType<typeof addPasskey> {
  try {
    const { id, publicKey, counter } = await checkNewPasskey(credential, challenge);
    if (!(await challenge.spend())) return "refused";
    if (!(await tryConsume(`passkeys added|${member.id}`, MAX_ADDED_PER_DAY, DAY))) return "too_often";
    const handle = handleOf(member, await passkeysOf(member));
    const at = now();
    const { transports } = credential.response;
    const passkeyFields = { id, publicKey: Buffer.from(publicKey), counter, transports, handle, name };
    const mail = passkeyMail({ kind: "passkey-added", to: member.email, name }, linkOrigin());
    const { matchedCount } = await UserModel.updateOne(
      {
        _id: member.id,
        securityStamp: member.securityStamp,
        // Matches only while the list of passkeys is not full.
        [`passkeys.${PASSKEYS.most - 1}`]: { $exists: false },
        "passkeys.id": { $ne: id },
      },
      {
        $set: securityChangeFields(),
        $push: {
          passkeys: { ...passkeyFields, createdAt: at, lastMonth: "" },
          pendingMail: sealPendingMail(mail, at),
        },
      },
    );
    return matchedCount === 0 ? "too_many" : "added";
  } catch (error) {
    // Credential ids are random, so a duplicate is forged.
    if (!(error instanceof PasskeyError) && !duplicateKeyFields(error)) throw error;
    return "refused";
  }
}

/** The member's passkeys in the order of creation, without keys. */
export async function listPasskeys({ id: userId }: Pick<Member, "id">) {
  const user = await UserModel.findById(userId)
    .select({ passkeys: 1, "sealing.byPasskey.passkey": 1 })
    .lean();
  const opening = new Set(user?.sealing?.byPasskey?.map(({ passkey }) => passkey));
  return (user?.passkeys ?? []).map(({ id, name, createdAt, lastMonth }) => ({
    ...{ id: shortPasskeyId(id), name, createdAt, lastMonth, opensJournal: opening.has(id) },
  }));
}

/**
 * Removes a passkey and ends the member's other passkey sessions, because sessions do not record which passkey
 * started them.
 * @returns false when the member has no such passkey
 */
export async function removePasskey(
  member: Member,
  shortId: string,
  currentSecret: string | undefined,
): Promise<boolean> {
  const passkey = (await passkeysOf(member)).find(({ id }) => shortPasskeyId(id) === shortId);
  if (!passkey) return false;
  const mail = passkeyMail({ kind: "passkey-removed", to: member.email, name: passkey.name }, linkOrigin());
  const { matchedCount } = await UserModel.updateOne(
    // The stamp changes when the journal is sealed or unsealed concurrently.
    { _id: member.id, securityStamp: member.securityStamp, "passkeys.id": passkey.id },
    {
      $set: securityChangeFields(),
      $pull: {
        passkeys: { id: passkey.id },
        // Removes its wrap of a sealed journal's keys as well.
        ...(member.sealed && { "sealing.byPasskey": { passkey: passkey.id } }),
      },
      $push: { pendingMail: sealPendingMail(mail, now()) },
    },
  );
  if (matchedCount === 0) return false;
  const keep = currentSecret ? hashToken(currentSecret) : "";
  await SessionModel.deleteMany({ userId: member.id, way: "passkey", _id: { $ne: keep } });
  await audit({ kind: "passkey.removed", actorId: member.id, subjectId: member.id });
  wakeMailRunner();
  return true;
}
