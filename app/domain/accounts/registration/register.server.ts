import { nextUserId } from "#models/counter.server";
import { duplicateKeyFields } from "#models/db/failures.server";
import type { InvitationRecord } from "#models/invitation.server";
import { UserModel } from "#models/user.server";
import * as invitations from "~/domain/accounts/invitations/invitations.server";
import { provesAddress } from "~/domain/accounts/invitations/proven-address.server";
import type { RegisterInput } from "~/domain/accounts/schema";
import { issueLink } from "~/domain/accounts/security/links.server";
import { attemptKey, clearAttempts, reserve } from "~/domain/attempts/attempts.server";
import { audit } from "~/domain/audit/log.server";
import { utcMonth } from "~/domain/calendar/utc";
import { houseChoices } from "~/domain/house/house-now.server";
import { emailKey } from "~/domain/identity/email";
import { isCommonPassword } from "~/domain/identity/passwords/common-passwords.server";
import { wakeMailRunner } from "~/domain/mail/runner.server";
import { now } from "~/platform/clock";
import { newWrappedKey } from "~/platform/encryption.server";
import { sendsMail } from "~/platform/mail/transport.server";
import { hashPassword } from "~/platform/passwords.server";
import { randomToken } from "~/platform/signing.server";
import { answerByMail } from "./answer-by-mail.server";
import {
  mayTell,
  noteAccount,
  refusedLately,
  rememberRefusal,
  waitForAccount,
  type Registrant,
} from "./registration-limits.server";

export type RegisterResult =
  | { ok: true; id: number; username: string; email: string; isVerified: boolean }
  | { ok: false; code: "invite" | "closed" | "dead" | "password_common" | "username_taken" | "email_taken" }
  | { ok: false; code: "locked"; seconds: number };

/** Creates an account that waits for its address to be verified; the verification mail is part of the same write. */
export async function register(
  { invitation: secret = "", ...input }: RegisterInput & { invitation?: string },
  client: Registrant,
): Promise<RegisterResult> {
  const { registration } = houseChoices();
  if (!secret && registration !== "open") return { ok: false, code: registration };
  const lately = secret ? 0 : refusedLately(client);
  if (lately > 0) return { ok: false, code: "locked", seconds: lately };
  const invitation = secret ? await invitations.openInvitation(secret) : null;
  if (secret && !invitation) return { ok: false, code: "dead" };
  // A message beside a field does not count as a failure.
  if (await isCommonPassword(input.password, input)) return { ok: false, code: "password_common" };
  const key = attemptKey("registration", invitation?._id ?? "", invitation ? "" : client.network);
  const reservation = await reserve(key, "registration");
  if (!reservation.allowed) {
    if (!invitation) rememberRefusal(client, reservation.seconds);
    return { ok: false, code: "locked", seconds: reservation.seconds };
  }

  const taken = await takenBy(input);
  // Of a name that is taken no account comes, and no hash is made; who is invited is expected, and has tries of their own.
  const seconds = taken || invitation ? 0 : await waitForAccount(input.email, client);
  if (seconds > 0) {
    await clearAttempts(key);
    return { ok: false, code: "locked", seconds };
  }
  const code = taken ?? (await create(input, invitation, client));
  if (code === "dead") return { ok: false, code };
  if (typeof code === "number") {
    await clearAttempts(key);
    if (!invitation) await noteAccount(code, client);
    await audit({ kind: "account.registered", subjectId: code });
    wakeMailRunner();
    const { username, email } = input;
    return { ok: true, id: code, username, email, isVerified: provesAddress(invitation, input.email) };
  }
  if (!(await mayTell(client))) {
    // As after a success: a lockout would tell.
    await clearAttempts(key);
    const wait = await waitForAccount(input.email, client);
    if (wait > 0) return { ok: false, code: "locked", seconds: wait };
    return answerByMail(input, code, secret, client);
  }
  const locked = reservation.secondsIfFailed;
  return locked > 0 ? { ok: false, code: "locked", seconds: locked } : { ok: false, code };
}

const keysOf = (input: RegisterInput) => ({
  usernameKey: input.username.toLowerCase(),
  emailKey: emailKey(input.email),
});

async function takenBy(input: RegisterInput): Promise<"username_taken" | "email_taken" | undefined> {
  const keys = keysOf(input);
  const found = await UserModel.find({
    $or: [{ usernameKey: keys.usernameKey }, { emailKey: keys.emailKey }],
  })
    .select({ usernameKey: 1, emailKey: 1 })
    .lean();
  if (found.some((user) => user.usernameKey === keys.usernameKey)) return "username_taken";
  return found.length > 0 ? "email_taken" : undefined;
}

const asRegistration = ({ network }: Registrant) => ({ rank: "registration" as const, network });

async function create(
  input: RegisterInput,
  invitation: InvitationRecord | null,
  client: Registrant,
): Promise<number | "username_taken" | "email_taken" | "dead"> {
  const [passwordHash, id] = await Promise.all([
    hashPassword(input.password, asRegistration(client)),
    nextUserId(),
  ]);
  const link = issueLink("verify-email", input.email);
  if (invitation && !(await invitations.claimInvitation(invitation, id))) return "dead";
  try {
    await UserModel.create({
      _id: id,
      username: input.username,
      email: input.email,
      ...keysOf(input),
      passwordHash,
      securityStamp: randomToken(16),
      crypto: newWrappedKey(`users|${id}`),
      ...(provesAddress(invitation, input.email)
        ? { emailVerifiedAt: now(), emailUnproven: !sendsMail() }
        : { tokens: link.tokens, pendingMail: link.mails }),
      invitation: invitation?._id,
      createdAt: now(),
      lastUsedMonth: utcMonth(now()),
    });
    return id;
  } catch (error) {
    // Another registration came first with the same name or address.
    const fields = duplicateKeyFields(error);
    if (!fields) throw error;
    if (fields.includes("invitation")) return "dead";
    if (invitation) await invitations.giveInvitationBack(invitation, id);
    return fields.includes("emailKey") ? "email_taken" : "username_taken";
  }
}
