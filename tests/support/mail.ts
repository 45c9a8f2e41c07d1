import { claimMail, collectPendingMail } from "~/domain/reminders/mail/outbox.server";

const LINKS =
  /https?:\/\/[^\s/]+\/(?:verify-email|auth\/(?:reset-password|confirm-email))\?(?:step=\w+&)?token=([\w-]+)/;
const seen = new Map<string, string[]>();

/** Drains the outbox. @returns the tokens of all links emailed in this test by messages of this kind */
export async function mailedLinks(kind: string): Promise<string[]> {
  while ((await collectPendingMail()) > 0);
  for (let next = await claimMail(); next; next = await claimMail()) {
    const secret = LINKS.exec(next.mail.text)?.[1];
    if (secret) seen.set(next.record.kind, [...(seen.get(next.record.kind) ?? []), secret]);
  }
  return seen.get(kind) ?? [];
}

/** Clears the links of the previous test. */
export function clearMailbox(): void {
  seen.clear();
}
