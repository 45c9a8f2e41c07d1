import { allow, allowance } from "~/domain/attempts/attempts.server";
import { DAY, HOUR } from "~/domain/calendar/durations";
import { mailboxOf } from "~/domain/identity/email";
import { env } from "~/platform/env.server";

/** New accounts under any name: per network, per neighbouring networks, and per mailbox behind an address. */
const NEW_ACCOUNTS = { anHour: 10, aDayNearby: 50, aDayForMailbox: 10 };

/** Seconds until one more may be asked for from here; 0 when it may, and that counts. Asked before a password is hashed. */
export async function waitForAccount(
  email: string,
  { network, subnet }: { network: string; subnet: string },
): Promise<number> {
  const limits: [what: string, most: number, ms: number][] = [
    [`registrations network ${network}`, NEW_ACCOUNTS.anHour, HOUR],
    [`registrations neighbourhood ${subnet}`, NEW_ACCOUNTS.aDayNearby, DAY],
    [`registrations mailbox ${mailboxOf(email)}`, NEW_ACCOUNTS.aDayForMailbox, DAY],
  ];
  for (const [what, most, ms] of limits) {
    const seconds = await allowance(what, most, ms);
    if (seconds > 0) return seconds;
  }
  return 0;
}

/** How many answers "already exists" one neighbourhood gets in a day. */
const TELLING_A_DAY = 20;

/** Whether "already exists" may still be answered. A count for each neighbourhood and day; the setting ends it for all. */
export async function mayTell({ subnet }: { subnet: string }): Promise<boolean> {
  if (env.ENUMERATION_SAFE) return false;
  return allow(`registration-tells|${subnet}`, TELLING_A_DAY, DAY);
}
