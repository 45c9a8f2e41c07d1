import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import PostalMime from "postal-mime";

export type Mail = {
  to: string[];
  from: string;
  subject: string;
  text: string;
  html: string;
  links: string[];
  /** Headers by lower-case name. */
  headers: Record<string, string>;
  /** The link whose path has this prefix. */
  link(pathPrefix: string): string;
};

/** Waits for the newest message to an address, read from the files of the test's mail server. */
export async function waitForMail(
  to: string,
  { subject = /./, timeout = 15_000 }: { subject?: RegExp; timeout?: number } = {},
): Promise<Mail> {
  const deadline = Date.now() + timeout;
  for (;;) {
    const mail = (await mailTo(to)).find((candidate) => subject.test(candidate.subject));
    if (mail) return mail;
    if (Date.now() > deadline)
      throw new Error(`No mail to ${to} with a subject like ${String(subject)} arrived.`);
    await delay(100);
  }
}

/** All messages to an address, newest first. */
async function mailTo(to: string): Promise<Mail[]> {
  const folder = process.env.E2E_MAIL;
  if (!folder || !existsSync(folder)) throw new Error("The test's mail server does not run.");
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(".eml"))
    .sort()
    .reverse();
  const mails: Mail[] = [];
  for (const name of names) {
    const mail = await parsed(path.join(folder, name));
    if (mail.to.includes(to.toLowerCase())) mails.push(mail);
  }
  return mails;
}

const known = new Map<string, Promise<Mail>>();

function parsed(file: string): Promise<Mail> {
  const mail = known.get(file) ?? parse(file);
  known.set(file, mail);
  return mail;
}

async function parse(file: string): Promise<Mail> {
  const {
    to = [],
    from,
    subject = "",
    text = "",
    html = "",
    headers,
  } = await PostalMime.parse(readFileSync(file));
  const links = [...new Set(text.match(/https?:\/\/[^\s<>"]+/g) ?? [])];
  return {
    headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
    to: to.map(({ address = "" }) => address.toLowerCase()),
    from: from?.address ?? "",
    subject,
    text,
    html,
    links,
    link(pathPrefix) {
      const found = links.find((link) => new URL(link).pathname.startsWith(pathPrefix));
      if (!found) throw new Error(`The mail "${subject}" has no link to ${pathPrefix}.`);
      return found;
    },
  };
}
