import { duplicateKeyFields } from "#models/db/failures.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { DAY, HOUR } from "~/domain/calendar/durations";
import { emailKey, mailboxOf } from "~/domain/identity/account-fields";
import { consumeAllowance } from "~/domain/limits/rate-limits.server";
import type { Member } from "~/domain/member/member";
import { audit } from "~/domain/operations/audit-log.server";
import { sealPendingMail } from "~/domain/reminders/mail/outbox.server";
import { wakeMailRunner } from "~/domain/reminders/mail/runner.server";
import { now } from "~/platform/clock";
import { linkOrigin, secretMailOrigin } from "~/platform/link-origin.server";
import { sendsMail } from "~/platform/mail/transport.server";
import { hashToken, randomToken } from "~/platform/signing.server";
import { accountMail, type AccountMail } from "./account-mail";

const LIFETIME_MS = DAY;

/** Each change writes to two mailboxes, and one may be a stranger's: this form must not flood it. */
function allowancesOf(
  member: Member,
  email: string,
  network: string,
): [what: string, most: number, ms: number][] {
  return [
    [`email change hour ${member.id}`, 3, HOUR],
    [`email change day ${member.id}`, 5, DAY],
    [`email change mailbox ${mailboxOf(email)}`, 3, DAY],
    [`email change network ${network}`, 10, HOUR],
  ];
}

/** The seconds until this person may ask for another address; 0 when they may now, and that counts as asking. */
export async function waitForEmailChange(member: Member, email: string, network: string): Promise<number> {
  for (const [what, most, ms] of allowancesOf(member, email, network)) {
    const seconds = await consumeAllowance(what, most, ms);
    if (seconds > 0) return seconds;
  }
  return 0;
}

export type EmailChange = "asked" | "changed" | "taken" | "no_origin";

/**
 * Asks for another address: both mailboxes get a link, and only when both are confirmed does the address change. Whether
 * the new address already has an account is not revealed here; the change then simply does not happen. Where no email is sent
 * the address is the name that one signs in by, and changes at once.
 */
export async function askForEmailChange(member: Member, email: string): Promise<EmailChange> {
  const origin = secretMailOrigin();
  if (sendsMail() && origin === null) return "no_origin";
  const [oldSecret, newSecret] = [randomToken(), randomToken()];
  const at = now();
  const taken = await UserModel.exists({ emailKey: emailKey(email) });
  const emailChange = {
    email,
    oldHash: hashToken(oldSecret),
    newHash: hashToken(newSecret),
    oldConfirmed: false,
    newConfirmed: false,
    expiresAt: new Date(at.getTime() + LIFETIME_MS),
  };
  if (!sendsMail()) {
    const user = await UserModel.findByIdAndUpdate(member.id, { $set: { emailChange } }).lean();
    return user && !taken && (await finish(user, email)) ? "changed" : "taken";
  }
  const mail = [letter({ kind: "email-change-old", to: member.email, secret: oldSecret }, at)];
  if (!taken) mail.push(letter({ kind: "email-change-new", to: email, secret: newSecret }, at));
  await UserModel.updateOne(
    { _id: member.id },
    { $set: { emailChange }, $push: { pendingMail: { $each: mail } } },
  );
  await audit({ kind: "email.change_asked", actorId: member.id, subjectId: member.id });
  wakeMailRunner();
  return "asked";
}

export type ConfirmEmailResult = { ok: true; done: boolean } | { ok: false; code: "expired" };

/** Confirms from one of the two mailboxes; the second confirmation changes the address and kills open links. */
export async function confirmEmailChange(secret: string): Promise<ConfirmEmailResult> {
  const hash = hashToken(secret);
  const valid = { "emailChange.expiresAt": { $gt: now() } };
  const user =
    (await UserModel.findOneAndUpdate(
      { "emailChange.oldHash": hash, ...valid },
      { $set: { "emailChange.oldConfirmed": true } },
      { returnDocument: "after" },
    ).lean()) ??
    (await UserModel.findOneAndUpdate(
      { "emailChange.newHash": hash, ...valid },
      { $set: { "emailChange.newConfirmed": true } },
      { returnDocument: "after" },
    ).lean());
  if (!user?.emailChange) return { ok: false, code: "expired" };
  if (!user.emailChange.oldConfirmed || !user.emailChange.newConfirmed) return { ok: true, done: false };
  return (await finish(user, user.emailChange.email))
    ? { ok: true, done: true }
    : { ok: false, code: "expired" };
}

async function finish(user: UserRecord, email: string): Promise<boolean> {
  const at = now();
  const notices = [user.email, email].map((to) => letter({ kind: "email-changed", to }, at));
  try {
    await UserModel.updateOne(
      { _id: user._id, "emailChange.email": email },
      {
        $set: {
          email,
          emailKey: emailKey(email),
          emailVerifiedAt: at,
          // Without mail nobody has confirmed the new address.
          emailUnproven: !sendsMail(),
          emailChange: null,
          tokens: [],
        },
        $push: { pendingMail: { $each: notices } },
      },
    );
  } catch (error) {
    // Someone has registered with it in the meantime.
    if (!duplicateKeyFields(error)) throw error;
    await UserModel.updateOne({ _id: user._id }, { $set: { emailChange: null } });
    return false;
  }
  await audit({ kind: "email.changed", actorId: user._id, subjectId: user._id });
  wakeMailRunner();
  return true;
}

const letter = (order: AccountMail, at: Date) => sealPendingMail(accountMail(order, linkOrigin()), at);
