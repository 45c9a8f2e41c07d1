import { nextUserId } from "#models/counter.server";
import type { RegisterInput } from "~/domain/accounts/schema";
import { accountMail } from "~/domain/accounts/security/account-mail";
import { allow } from "~/domain/attempts/attempts.server";
import { DAY } from "~/domain/calendar/durations";
import { mailboxOf } from "~/domain/identity/email";
import { enqueue } from "~/domain/mail/outbox.server";
import { wakeMailRunner } from "~/domain/mail/runner.server";
import { secretMailOrigin } from "~/platform/house-origin.server";
import { hashPassword } from "~/platform/passwords.server";
import { randomToken } from "~/platform/signing.server";
import type { RegisterResult } from "./register.server";
import type { Registrant } from "./registration-limits.server";

/** The same answer as to a success, with a hash and a number used up; what happened is in a mail to the address. */
export async function answerByMail(
  input: RegisterInput,
  code: "username_taken" | "email_taken",
  invitation: string,
  client: Registrant,
): Promise<RegisterResult> {
  const [id] = await Promise.all([
    nextUserId(),
    hashPassword(input.password, { rank: "registration", network: client.network }),
  ]);
  const kind = code === "email_taken" ? "have-account" : "name-taken";
  const origin = secretMailOrigin();
  // Pressing the button again and again must not fill an inbox.
  if (origin !== null && (await allow(`registration-mail|${mailboxOf(input.email)}`, 3, DAY))) {
    await enqueue(randomToken(16), accountMail({ kind, to: input.email, invitation }, origin), null);
    wakeMailRunner();
  }
  return { ok: true, id, username: input.username, email: input.email, isVerified: false };
}
