import { randomInt } from "node:crypto";
import { nextUserId } from "#models/counter.server";
import { duplicateKeyFields } from "#models/db/failures.server";
import type { InvitationRecord } from "#models/invitation.server";
import { UserModel } from "#models/user.server";
import * as invitations from "~/domain/accounts/invitations/invitations.server";
import {
  noteAccount,
  waitForAccount,
  type Registrant,
} from "~/domain/accounts/registration/registration-limits.server";
import { issueLink } from "~/domain/accounts/security/links.server";
import { audit } from "~/domain/audit/log.server";
import { utcMonth } from "~/domain/calendar/utc";
import { houseChoices } from "~/domain/house/house-now.server";
import { canonicalEmail, emailKey } from "~/domain/identity/email";
import { wakeMailRunner } from "~/domain/mail/runner.server";
import { now } from "~/platform/clock";
import { newWrappedKey } from "~/platform/encryption.server";
import { env } from "~/platform/env.server";
import { sendsMail } from "~/platform/mail/transport.server";
import type { ProviderPerson } from "~/platform/oidc/tokens.server";
import { randomToken } from "~/platform/signing.server";
import { usernameFrom, usernameWith } from "./names";
import { findEmptied, reconnect } from "./reconnect.server";

/** Why there is no account. */
export type NotMade =
  | { ok: false; code: "invite" | "closed" | "dead" | "no_email" | "may_have_account" }
  | { ok: false; code: "locked"; seconds: number };

/** Longer ones are cut: a name is what one is called, and can be changed in the settings. */
const NAME_LONGEST = 50;
const NAMES_TRIED = 5;

/**
 * Makes the account of someone who has come through the provider for the first time, where the house lets people in that way.
 * It has no password. Never one that is there already: whose address is whose only its own person says, from inside.
 */
export async function makeProviderAccount(
  person: ProviderPerson,
  key: string,
  client: Registrant & { invitation?: string },
): Promise<{ ok: true } | NotMade> {
  const address = canonicalEmail(person.email ?? "");
  // The provider vouches for the address, or it is taken on trust because no mail could prove it.
  const isVerified = person.isEmailVerified || !sendsMail();
  const emptied = address && (await findEmptied(address));
  if (emptied) return reconnect(emptied, { person, key, email: address, isVerified }, client);
  const registration = env.OIDC_REGISTRATION ?? houseChoices().registration;
  if (!client.invitation && registration !== "open") return { ok: false, code: registration };
  const invitation = client.invitation ? await invitations.openInvitation(client.invitation) : null;
  if (client.invitation && !invitation) return { ok: false, code: "dead" };
  if (!address) return { ok: false, code: "no_email" };
  const email = address;
  if (await UserModel.exists({ emailKey: emailKey(email) })) return { ok: false, code: "may_have_account" };
  const seconds = isVerified || invitation ? 0 : await waitForAccount(email, client);
  if (seconds > 0) return { ok: false, code: "locked", seconds };

  const id = await nextUserId();
  if (invitation && !(await invitations.claimInvitation(invitation, id))) return { ok: false, code: "dead" };
  const made = await create(id, { person, key, email, isVerified, invitation });
  if (!made) {
    if (invitation) await invitations.giveInvitationBack(invitation, id);
    // The same sign-in may have come twice at once: then the account is there.
    const isThere = await UserModel.exists({ "atProvider.key": key });
    return isThere ? { ok: true } : { ok: false, code: "may_have_account" };
  }
  if (!isVerified && !invitation) await noteAccount(id, client);
  await audit({ kind: "account.registered", subjectId: id, details: { way: "provider" } });
  wakeMailRunner();
  return { ok: true };
}

type Making = {
  person: ProviderPerson;
  key: string;
  email: string;
  isVerified: boolean;
  invitation: InvitationRecord | null;
};

async function create(id: number, { person, key, email, isVerified, invitation }: Making): Promise<boolean> {
  const at = now();
  const wanted = usernameFrom(person.username, email);
  const link = issueLink("verify-email", email);
  for (let tried = 0; tried < NAMES_TRIED; tried += 1) {
    const username = tried === 0 ? wanted : usernameWith(wanted, randomInt(10, 9999));
    try {
      await UserModel.create({
        _id: id,
        username,
        usernameKey: username.toLowerCase(),
        email,
        emailKey: emailKey(email),
        firstName: person.firstName.slice(0, NAME_LONGEST),
        lastName: person.lastName.slice(0, NAME_LONGEST),
        atProvider: { key, since: at },
        securityStamp: randomToken(16),
        crypto: newWrappedKey(`users|${id}`),
        ...(isVerified
          ? { emailVerifiedAt: at, emailUnproven: !person.isEmailVerified }
          : { tokens: link.tokens, pendingMail: link.mails }),
        invitation: invitation?._id,
        createdAt: at,
        lastUsedMonth: utcMonth(at),
      });
      return true;
    } catch (error) {
      const fields = duplicateKeyFields(error);
      if (!fields) throw error;
      if (!fields.includes("usernameKey")) return false;
    }
  }
  return false;
}
