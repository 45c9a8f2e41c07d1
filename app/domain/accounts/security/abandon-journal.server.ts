import { SessionModel } from "#models/session.server";
import { UserModel } from "#models/user.server";
import { BEGINNING_MS, beginningMail } from "~/domain/accounts/ending/new-beginning";
import { audit } from "~/domain/audit/log.server";
import { dateInWords } from "~/domain/calendar/local-day";
import { utcDay } from "~/domain/calendar/utc";
import { isCommonPassword } from "~/domain/identity/passwords/common-passwords.server";
import { securedNow } from "~/domain/identity/sessions/secured-now.server";
import { sealPendingMail } from "~/domain/mail/outbox.server";
import { wakeMailRunner } from "~/domain/mail/runner.server";
import { now } from "~/platform/clock";
import { houseOrigin } from "~/platform/house-origin.server";
import { hashPassword } from "~/platform/passwords.server";
import { randomToken } from "~/platform/signing.server";
import { linkFilter } from "./reset-password.server";

export type Abandoned = { ok: true; day: string } | { ok: false; code: "expired" | "password_common" };

/**
 * Someone who has lost password and codes of a sealed journal begins again by a link: after seven days the text is destroyed,
 * and the new password counts. Uses the link up and ends every session, so that a member who still opens the journal
 * signs in again, and signing in takes it back.
 */
export async function abandonJournal(secret: string, password: string): Promise<Abandoned> {
  const user = await UserModel.findOne({ ...linkFilter(secret), sealing: { $ne: null } }).lean();
  if (!user) return { ok: false, code: "expired" };
  if (await isCommonPassword(password, user)) return { ok: false, code: "password_common" };
  const at = now();
  const endsAt = new Date(at.getTime() + BEGINNING_MS);
  const beginning = { passwordHash: await hashPassword(password), endsAt, emptying: false };
  const day = dateInWords(utcDay(endsAt));
  const letter = beginningMail({ kind: "beginning-asked", to: user.email, day }, houseOrigin());
  const { matchedCount } = await UserModel.updateOne(
    { _id: user._id, securityStamp: user.securityStamp, sealing: { $ne: null }, ...linkFilter(secret) },
    {
      $set: { beginning, tokens: [], securityStamp: randomToken(16), ...securedNow() },
      $push: { pendingMail: sealPendingMail(letter, at) },
    },
  );
  if (matchedCount === 0) return { ok: false, code: "expired" };
  await SessionModel.deleteMany({ userId: user._id });
  await audit({ kind: "journal.beginning_asked", subjectId: user._id });
  wakeMailRunner();
  return { ok: true, day };
}
