import { UserModel } from "#models/user.server";
import { env } from "~/platform/env.server";
import { secretMailOrigin } from "~/platform/house-origin.server";
import { isSigned, sign } from "~/platform/signing.server";

/** Kinds of email that one click ends (RFC 8058), and the wish that it withdraws. */
const LISTS = {
  reminders: { "reminders.email": false },
  insights: { "insights.mailNotice": false },
} as const;
export type MailList = keyof typeof LISTS;

const purpose = (list: MailList) => `unsubscribe|${list}`;

/** The way out of a kind of mail, for one person. It needs no sign-in and can do nothing else. */
export function unsubscribeAddress(list: MailList, userId: number): string {
  return `${secretMailOrigin() ?? env.PUBLIC_ORIGIN}/unsubscribe/${list}.${userId}.${sign(purpose(list), String(userId))}`;
}

/** What such an address is for, or null when we did not make it. */
export function readUnsubscribe(token: string): { list: MailList; userId: number } | null {
  const [list = "", userId = "", signature = ""] = token.split(".");
  if (!Object.hasOwn(LISTS, list) || !/^\d{1,12}$/.test(userId)) return null;
  if (!isSigned(purpose(list as MailList), userId, signature)) return null;
  return { list: list as MailList, userId: Number(userId) };
}

/** Ends a kind of email. Doing it twice, or for someone who is gone, is as good as once. */
export async function unsubscribe({ list, userId }: { list: MailList; userId: number }): Promise<void> {
  await UserModel.updateOne({ _id: userId }, { $set: LISTS[list] });
}
