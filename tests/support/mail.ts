import { claimMail, collectPendingMail } from "~/domain/reminders/mail/outbox.server";

const LINKS =
  /https?:\/\/[^\s/]+\/(?:verify-email|auth\/(?:reset-password|confirm-email))\?(?:step=\w+&)?token=([\w-]+)/;
const seen = new Map<string, string[]>();

/** Takes what waits in the outbox and gives the secrets of the links mailed so far in this test, by kind of mail. */
export async function mailedLinks(kind: string): Promise<string[]> {
  while ((await collectPendingMail()) > 0);
  for (let next = await claimMail(); next; next = await claimMail()) {
    const secret = LINKS.exec(next.mail.text)?.[1];
    if (secret) seen.set(next.record.kind, [...(seen.get(next.record.kind) ?? []), secret]);
  }
  return seen.get(kind) ?? [];
}

/** Forgets the links of the test before. */
export function clearMailbox(): void {
  seen.clear();
}
