import { LRUCache } from "lru-cache";
import { UserModel } from "#models/user.server";
import { allow, allowance, noteTaker } from "~/domain/attempts/attempts.server";
import { DAY, HOUR } from "~/domain/calendar/durations";
import { mailboxOf } from "~/domain/identity/email";
import { now } from "~/platform/clock";
import { env } from "~/platform/env.server";

/**
 * New accounts under any name: per network, per neighbouring networks, and per mailbox behind an address. A place in a network
 * is given back as soon as the account is verified, so that a parish can register in one evening.
 */
const NEW_ACCOUNTS = {
  anHour: { most: 10, altogether: 60 },
  aDayNearby: { most: 50, altogether: 300 },
  aDayForMailbox: 10,
};

/** `network` for the lockout, `subnet` for the limit against someone with many addresses. */
export type Registrant = { network: string; subnet: string };

const cursorsOf = ({ network, subnet }: Registrant) =>
  [
    [`registrations network ${network}`, NEW_ACCOUNTS.anHour, HOUR],
    [`registrations neighbourhood ${subnet}`, NEW_ACCOUNTS.aDayNearby, DAY],
  ] as const;

const verifiedOf = (ids: number[]) =>
  UserModel.countDocuments({ _id: { $in: ids }, emailVerifiedAt: { $ne: null } });

/** Seconds until one more may be asked for from here; 0 when it may, and that counts. Asked before a password is hashed. */
export async function waitForAccount(email: string, client: Registrant): Promise<number> {
  for (const [what, { most, altogether }, ms] of cursorsOf(client)) {
    const seconds = await allowance(what, most, ms, { altogether, back: verifiedOf });
    if (seconds > 0) return rememberRefusal(client, seconds);
  }
  return allowance(`registrations mailbox ${mailboxOf(email)}`, NEW_ACCOUNTS.aDayForMailbox, DAY);
}

type Refusal = { notedAt: number; until: number; askAgainAt: number };
const shared = globalThis as typeof globalThis & { refusals?: LRUCache<string, Refusal> };
/** By network, in this process. */
const refusals = (shared.refusals ??= new LRUCache({ max: 2_000 }));
/** Shorter than anyone presses twice: a place that was given back meanwhile is found soon enough. */
const REMEMBERED_MS = 2_000;

/** Seconds to wait, told from memory alone: a flood of refused registrations costs neither a read nor a write. */
export function refusedLately({ network }: Registrant): number {
  const refusal = refusals.get(network);
  const at = now().getTime();
  // Noted by a clock that has been set back since: what it says is too long.
  if (!refusal || refusal.askAgainAt <= at || refusal.notedAt > at) return 0;
  return Math.max(1, Math.ceil((refusal.until - at) / 1000));
}

/** @returns the seconds again */
export function rememberRefusal({ network }: Registrant, seconds: number): number {
  const at = now().getTime();
  const until = at + seconds * 1000;
  refusals.set(network, { notedAt: at, until, askAgainAt: Math.min(until, at + REMEMBERED_MS) });
  return seconds;
}

/** The account for which places were taken; once it is verified they are free again. */
export async function noteAccount(id: number, client: Registrant): Promise<void> {
  for (const [what] of cursorsOf(client)) await noteTaker(what, id);
}

/** How many answers "already exists" one neighbourhood gets in a day. */
const TELLING_A_DAY = 20;

/** Whether "already exists" may still be answered. A count for each neighbourhood and day; the setting ends it for all. */
export async function mayTell({ subnet }: Pick<Registrant, "subnet">): Promise<boolean> {
  if (env.ENUMERATION_SAFE) return false;
  return allow(`registration-tells|${subnet}`, TELLING_A_DAY, DAY);
}
