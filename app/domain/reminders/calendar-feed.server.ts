import { createHash } from "node:crypto";
import { storedBytes } from "#models/db/stored-bytes.server";
import { UserModel } from "#models/user.server";
import { localMoment } from "~/domain/calendar/local-day";
import type { Member } from "~/domain/member/member";
import { memberFrom } from "~/domain/member/member-from-record.server";
import { now } from "~/platform/clock";
import { open, seal } from "~/platform/encryption.server";
import { houseOrigin } from "~/platform/house-origin.server";
import { hashToken, randomToken } from "~/platform/signing.server";
import { calendarText } from "./calendar-text.server";

/**
 * The calendar feed's private address, `/calendar/:token.ics`. Found by the hash of its token; the
 * token itself is sealed with the person's key, so that only their own page can show the address again.
 */
const keyOf = (member: Member) => member.accountKey("calendar-feed");
const associatedDataOf = (member: Member) => `users|${member.id}|calendarFeed|1`;

/** The address, or null while there is no feed. */
export async function calendarAddress(member: Member): Promise<string | null> {
  const user = await UserModel.findById(member.id).select({ calendarFeed: 1 }).lean();
  if (!user?.calendarFeed) return null;
  const token = open(
    keyOf(member),
    storedBytes(user.calendarFeed.sealed),
    associatedDataOf(member),
  ).toString();
  return `${houseOrigin()}/calendar/${token}.ics`;
}

/** Makes an address, or a new one: the one before answers from now on as if it had never been. */
export async function renewCalendar(member: Member): Promise<void> {
  const token = randomToken();
  const sealed = seal(keyOf(member), token, associatedDataOf(member));
  const calendarFeed = { hash: hashToken(token), sealed, madeAt: now() };
  await UserModel.updateOne({ _id: member.id }, { $set: { calendarFeed } });
}

/** Takes the address away. */
export async function stopCalendar(member: Member): Promise<void> {
  await UserModel.updateOne({ _id: member.id }, { $set: { calendarFeed: null } });
}

/** The feed behind a token, with a tag that changes with its content; null for an unknown token. */
export async function readCalendar(token: string): Promise<{ text: string; etag: string } | null> {
  if (!/^[\w-]{43}$/.test(token)) return null;
  const hash = hashToken(token);
  const user = await UserModel.findOne({ "calendarFeed.hash": hash, status: "active" }).lean();
  if (!user) return null;
  const person = memberFrom(user);
  const { date: today } = localMoment(now(), person.timezone);
  const text = calendarText({ person, today, id: hash.slice(0, 12), origin: houseOrigin() });
  return { text, etag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"` };
}
