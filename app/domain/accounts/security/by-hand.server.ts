import { UserModel } from "#models/user.server";
import * as addresses from "~/addresses";
import { audit } from "~/domain/audit/log.server";
import { dateInWords, localMoment } from "~/domain/calendar/local-day";
import type { Member } from "~/domain/member/member";
import { isFirstAdministrator } from "~/domain/member/roles";
import { now } from "~/platform/clock";
import { houseOrigin } from "~/platform/house-origin.server";
import { sendsMail } from "~/platform/mail/transport.server";
import { newLink } from "./links.server";

/**
 * What people do for each other where no email is sent: an administrator lets someone in, and hands over a link for a new
 * password. `by` is null where the command did it.
 */
type By = Member | null;

const waiting = { emailVerifiedAt: null, status: "active" } as const;

/** How many have registered and wait to be let in; nobody waits for that where letters go out. */
export const countWaiting = async (): Promise<number> =>
  sendsMail() ? 0 : UserModel.countDocuments(waiting);

/** Takes someone's word for the address, and uses up the links that were sent to it. @returns false where nobody waits */
export async function letIn(by: By, userId: number): Promise<boolean> {
  const { modifiedCount } = await UserModel.updateOne(
    { _id: userId, ...waiting },
    { $set: { emailVerifiedAt: now(), emailUnproven: true }, $pull: { tokens: { purpose: "verify-email" } } },
  );
  if (modifiedCount === 1) await audit({ kind: "admin.let_in", actorId: by?.id, subjectId: userId });
  return modifiedCount === 1;
}

/** Whether administrators may make a reset link for this account: for the first administrator only the command line does. */
export const mayMakeResetLink = (userId: number): boolean => !sendsMail() && !isFirstAdministrator(userId);

/**
 * A link for a new password, to be handed over: it works once, for half an hour, and those made before no longer do. Where
 * email is sent nobody else than the owner of the address gets one. Of a sealed journal it opens nothing. The member is told
 * at their next visit.
 * @returns null where there is no such account, email is sent, or only the command line may make it
 */
export async function makeResetLink(by: By, userId: number): Promise<string | null> {
  if (sendsMail() || (by && !mayMakeResetLink(userId))) return null;
  const { token, secret } = newLink("reset-password");
  const user = await UserModel.findOne({ _id: userId, status: { $in: ["active", "deleting"] } })
    .select({ tokens: 1 })
    .lean();
  if (!user) return null;
  const tokens = [...user.tokens.filter(({ purpose }) => purpose !== "reset-password"), token];
  const { matchedCount } = await UserModel.updateOne(
    { _id: userId, tokens: user.tokens },
    { $set: { tokens, resetLinkMadeAt: now() } },
  );
  if (matchedCount === 0) return null;
  await audit({ kind: "admin.reset_link_made", actorId: by?.id, subjectId: userId });
  return `${houseOrigin()}${addresses.resetPassword({ token: secret })}`;
}

/** The day on which a reset link was made for a member, in words, until they have read so. */
export function resetLinkNote({ resetLinkMadeAt, timezone }: Member): { day: string } | null {
  return resetLinkMadeAt && { day: dateInWords(localMoment(resetLinkMadeAt, timezone).date) };
}

/** Ends the note about a reset link: the member has read it. */
export async function dismissResetLinkNote({ id }: Member): Promise<void> {
  await UserModel.updateOne({ _id: id }, { $set: { resetLinkMadeAt: null } });
}
