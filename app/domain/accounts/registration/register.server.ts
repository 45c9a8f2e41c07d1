import { LRUCache } from "lru-cache";
import { duplicateKeyFields } from "#models/db/failures.server";
import type { InvitationRecord } from "#models/invitation.server";
import { nextUserId, UserModel } from "#models/user.server";
import {
  claimInvitation,
  findOpenInvitation,
  isVerifiedByInvitation,
  releaseInvitation,
} from "~/domain/accounts/invitations/invitations.server";
import type { RegisterInput } from "~/domain/accounts/schema";
import { accountMail, issueLink } from "~/domain/accounts/security/account-mail.server";
import { DAY, HOUR } from "~/domain/calendar/durations";
import { utcMonth } from "~/domain/calendar/local-day";
import { emailKey, mailboxOf } from "~/domain/identity/account-fields";
import type { SessionOwner } from "~/domain/identity/sessions.server";
import { isCommonPassword } from "~/domain/identity/sign-in.server";
import type { LockedOut } from "~/domain/limits/lockout";
import {
  attemptKey,
  clearAttempts,
  consumeRateLimit,
  recordHolder,
  reserveAttempt,
  tryConsume,
} from "~/domain/limits/rate-limits.server";
import { audit } from "~/domain/operations/audit-log.server";
import { currentInstanceSettings } from "~/domain/operations/instance-settings.server";
import { enqueueMail, wakeMailRunner } from "~/domain/reminders/mail/outbox.server";
import { now } from "~/platform/clock";
import { newWrappedKey } from "~/platform/encryption.server";
import { env } from "~/platform/env.server";
import { canSendMail } from "~/platform/mail/transport.server";
import { hashPassword } from "~/platform/passwords.server";
import { secretLinkOrigin } from "~/platform/request-context.server";
import { randomToken } from "~/platform/signing.server";

/**
 * Replies like a successful registration: hashes the password and takes a new id, so that neither the reply nor its
 * timing reveals an existing account. An email to the address explains why no account was created.
 */
async function sendEnumerationSafeReply(
  input: RegisterInput,
  code: "username_taken" | "email_taken",
  invitation: string,
  client: Registrant,
): Promise<RegisterResult> {
  const [id] = await Promise.all([nextUserId(), hashPassword(input.password, hashOptions(client))]);
  const kind = code === "email_taken" ? "have-account" : "name-taken";
  const origin = secretLinkOrigin();
  // At most three emails a day, so that repeated registrations do not flood the mailbox.
  if (origin !== null && (await tryConsume(`registration-mail|${mailboxOf(input.email)}`, 3, DAY))) {
    await enqueueMail(randomToken(16), accountMail({ kind, to: input.email, invitation }, origin), null);
    wakeMailRunner();
  }
  return { ok: true, id, username: input.username, email: input.email, owner: null };
}

/**
 * Registrations per network, per subnet, and per mailbox behind an address. A verified account no longer counts
 * against `most`, so that a parish can register in one evening; `maxTotal` caps the total.
 */
const REGISTRATION_LIMITS = {
  networkPerHour: { most: 10, maxTotal: 60 },
  subnetPerDay: { most: 50, maxTotal: 300 },
  mailboxPerDay: 10,
};

/** `network` is the key of the lockout, `subnet` limits a client with many addresses. */
export type Registrant = { network: string; subnet: string };

const limitsFor = ({ network, subnet }: Registrant) =>
  [
    [`registrations network ${network}`, REGISTRATION_LIMITS.networkPerHour, HOUR],
    [`registrations neighbourhood ${subnet}`, REGISTRATION_LIMITS.subnetPerDay, DAY],
  ] as const;

const countVerified = (ids: number[]) =>
  UserModel.countDocuments({ _id: { $in: ids }, emailVerifiedAt: { $ne: null } });

/**
 * Reserves a registration. Called before the password is hashed.
 * @returns the seconds to wait, 0 when reserved
 */
export async function reserveRegistration(email: string, client: Registrant): Promise<number> {
  for (const [what, { most, maxTotal }, ms] of limitsFor(client)) {
    const seconds = await consumeRateLimit(what, most, ms, { maxTotal, back: countVerified });
    if (seconds > 0) return cacheRefusal(client, seconds);
  }
  return consumeRateLimit(
    `registrations mailbox ${mailboxOf(email)}`,
    REGISTRATION_LIMITS.mailboxPerDay,
    DAY,
  );
}

type Refusal = { notedAt: number; until: number; askAgainAt: number };
const shared = globalThis as typeof globalThis & { refusals?: LRUCache<string, Refusal> };
/** Cached refusals by network, in this process. */
const refusals = (shared.refusals ??= new LRUCache({ max: 2_000 }));
/** Short enough that a released slot is noticed before a person tries again. */
const REFUSAL_CACHE_MS = 2_000;

/** Seconds to wait according to the cache, so that a flood of refused registrations costs no database access. */
export function cachedRefusal({ network }: Registrant): number {
  const refusal = refusals.get(network);
  const at = now().getTime();
  // `notedAt` in the future: the clock was set back, so the cached wait is too long.
  if (!refusal || refusal.askAgainAt <= at || refusal.notedAt > at) return 0;
  return Math.max(1, Math.ceil((refusal.until - at) / 1000));
}

/** Caches a refusal of a network for REFUSAL_CACHE_MS. @returns `seconds` */
export function cacheRefusal({ network }: Registrant, seconds: number): number {
  const at = now().getTime();
  const until = at + seconds * 1000;
  refusals.set(network, { notedAt: at, until, askAgainAt: Math.min(until, at + REFUSAL_CACHE_MS) });
  return seconds;
}

/** Records the account as holder of its reservations; they are released when it is verified. */
export async function recordRegistration(id: number, client: Registrant): Promise<void> {
  for (const [what] of limitsFor(client)) await recordHolder(what, id);
}

/** Maximum replies per day that reveal an existing account to one subnet. */
const MAX_REVEALS_PER_DAY = 20;

/** Whether a reply may reveal an existing account: limited per subnet and day, or disabled by the setting. */
async function mayRevealExistence({ subnet }: Pick<Registrant, "subnet">): Promise<boolean> {
  if (env.ENUMERATION_SAFE) return false;
  return tryConsume(`registration-tells|${subnet}`, MAX_REVEALS_PER_DAY, DAY);
}

type RegisterResult =
  /** `owner` may sign in at once, because an invitation has verified the address; null otherwise. */
  | { ok: true; id: number; username: string; email: string; owner: SessionOwner | null }
  | { ok: false; code: "invite" | "closed" | "dead" | "password_common" | "username_taken" | "email_taken" }
  | LockedOut;

/** Registers an unverified account; the verification email is queued in the same write. */
export async function register(
  { invitation: secret = "", ...input }: RegisterInput & { invitation?: string },
  client: Registrant,
): Promise<RegisterResult> {
  const { registration } = currentInstanceSettings();
  if (!secret && registration !== "open") return { ok: false, code: registration };
  const cachedSeconds = secret ? 0 : cachedRefusal(client);
  if (cachedSeconds > 0) return { ok: false, code: "locked", seconds: cachedSeconds };
  const invitation = secret ? await findOpenInvitation(secret) : null;
  if (secret && !invitation) return { ok: false, code: "dead" };
  // Checked before the reservation, because a validation error is not a failed attempt.
  if (await isCommonPassword(input.password, input)) return { ok: false, code: "password_common" };
  const key = attemptKey("registration", invitation?._id ?? "", invitation ? "" : client.network);
  const reservation = await reserveAttempt(key, "registration");
  if (!reservation.allowed) {
    if (!invitation) cacheRefusal(client, reservation.seconds);
    return { ok: false, code: "locked", seconds: reservation.seconds };
  }

  const conflict = await findConflict(input);
  // A taken name needs no reservation. Invited registrations have their own limit.
  const seconds = conflict || invitation ? 0 : await reserveRegistration(input.email, client);
  if (seconds > 0) {
    await clearAttempts(key);
    return { ok: false, code: "locked", seconds };
  }
  const created = conflict ?? (await createUser(input, invitation, client));
  if (created === "dead") return { ok: false, code: created };
  if (typeof created !== "string") {
    const { _id: id } = created;
    await clearAttempts(key);
    if (!invitation) await recordRegistration(id, client);
    await audit({ kind: "account.registered", subjectId: id });
    wakeMailRunner();
    const { username, email } = input;
    const owner = isVerifiedByInvitation(invitation, email) ? created : null;
    return { ok: true, id, username, email, owner };
  }
  if (!(await mayRevealExistence(client))) {
    // Clears the attempts as after a success: a lockout would reveal the account.
    await clearAttempts(key);
    const wait = await reserveRegistration(input.email, client);
    if (wait > 0) return { ok: false, code: "locked", seconds: wait };
    return sendEnumerationSafeReply(input, created, secret, client);
  }
  const locked = reservation.secondsIfFailed;
  return locked > 0 ? { ok: false, code: "locked", seconds: locked } : { ok: false, code: created };
}

type AccountNames = { username: string; email: string };

const uniqueKeys = ({ username, email }: AccountNames) => ({
  usernameKey: username.toLowerCase(),
  emailKey: emailKey(email),
});

/** The fields of every new account, however it is created. */
export const newAccountFields = (id: number, { username, email }: AccountNames, at: Date) => ({
  _id: id,
  username,
  email,
  ...uniqueKeys({ username, email }),
  securityStamp: randomToken(16),
  crypto: newWrappedKey(`users|${id}`),
  createdAt: at,
  lastUsedMonth: utcMonth(at),
});

async function findConflict(input: RegisterInput): Promise<"username_taken" | "email_taken" | undefined> {
  const keys = uniqueKeys(input);
  const found = await UserModel.find({
    $or: [{ usernameKey: keys.usernameKey }, { emailKey: keys.emailKey }],
  })
    .select({ usernameKey: 1, emailKey: 1 })
    .lean();
  if (found.some((user) => user.usernameKey === keys.usernameKey)) return "username_taken";
  return found.length > 0 ? "email_taken" : undefined;
}

const hashOptions = ({ network }: Registrant) => ({ rank: "registration" as const, network });

async function createUser(
  input: RegisterInput,
  invitation: InvitationRecord | null,
  client: Registrant,
): Promise<SessionOwner | "username_taken" | "email_taken" | "dead"> {
  const [passwordHash, id] = await Promise.all([
    hashPassword(input.password, hashOptions(client)),
    nextUserId(),
  ]);
  const link = issueLink("verify-email", input.email);
  if (invitation && !(await claimInvitation(invitation, id))) return "dead";
  try {
    const account = newAccountFields(id, input, now());
    await UserModel.create({
      ...account,
      passwordHash,
      ...(isVerifiedByInvitation(invitation, input.email)
        ? { emailVerifiedAt: now(), emailUnproven: !canSendMail() }
        : { tokens: link.tokens, pendingMail: link.mails }),
      invitation: invitation?._id,
    });
    return { _id: id, securityStamp: account.securityStamp };
  } catch (error) {
    // A concurrent registration took the username or address.
    const fields = duplicateKeyFields(error);
    if (!fields) throw error;
    if (fields.includes("invitation")) return "dead";
    if (invitation) await releaseInvitation(invitation, id);
    return fields.includes("emailKey") ? "email_taken" : "username_taken";
  }
}
