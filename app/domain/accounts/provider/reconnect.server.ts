import { duplicateKeyFields } from "#models/db/failures.server";
import { UserModel, type UserRecord } from "#models/user.server";
import {
  noteAccount,
  waitForAccount,
  type Registrant,
} from "~/domain/accounts/registration/registration-limits.server";
import { issueLink } from "~/domain/accounts/security/links.server";
import { audit } from "~/domain/audit/log.server";
import { emailKey } from "~/domain/identity/email";
import { securedNow } from "~/domain/identity/sessions/secured-now.server";
import { wakeMailRunner } from "~/domain/mail/runner.server";
import { now } from "~/platform/clock";
import type { ProviderPerson } from "~/platform/oidc/tokens.server";
import { randomToken } from "~/platform/signing.server";

/** Nothing opens such an account: the provider made it, and its address was proven in another browser before any use. */
const emptied = {
  status: "active",
  passwordHash: "",
  atProvider: null,
  "passkeys.0": { $exists: false },
} as const;

type Emptied = Pick<UserRecord, "_id" | "securityStamp">;

/** The account with this address, if nothing opens it. */
export const findEmptied = (email: string): Promise<Emptied | null> =>
  UserModel.findOne({ emailKey: emailKey(email), ...emptied })
    .select({ _id: 1, securityStamp: 1 })
    .lean<Emptied>();

/**
 * Connects an account that nothing opens as if it were made now: without the provider's word the address has to be proven
 * once more, in this browser.
 */
export async function reconnect(
  { _id, securityStamp }: Emptied,
  {
    person,
    key,
    email,
    isVerified,
  }: { person: ProviderPerson; key: string; email: string; isVerified: boolean },
  client: Registrant,
): Promise<{ ok: true } | { ok: false; code: "locked"; seconds: number }> {
  const seconds = isVerified ? 0 : await waitForAccount(email, client);
  if (seconds > 0) return { ok: false, code: "locked", seconds };
  const at = now();
  const link = issueLink("verify-email", email);
  try {
    await UserModel.updateOne(
      { _id, securityStamp, ...emptied },
      {
        $set: {
          atProvider: { key, since: at },
          emailVerifiedAt: isVerified ? at : null,
          emailUnproven: isVerified && !person.isEmailVerified,
          // The week after which an unverified account is given up begins again.
          createdAt: at,
          securityStamp: randomToken(16),
          ...securedNow(),
        },
        ...(!isVerified && { $push: { tokens: { $each: link.tokens }, pendingMail: { $each: link.mails } } }),
      },
    );
  } catch (error) {
    // The same identity came twice at once, and the other request has connected another account.
    if (!duplicateKeyFields(error)) throw error;
  }
  if (!isVerified) await noteAccount(_id, client);
  await audit({ kind: "provider.linked", subjectId: _id });
  wakeMailRunner();
  return { ok: true };
}
