import { SessionModel } from "#models/session.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { dateInWords, localMoment } from "~/domain/calendar/local-day";
import type { Member } from "~/domain/member/member";
import { memberFrom } from "~/domain/member/member-from-record.server";
import { now } from "~/platform/clock";
import { hashToken } from "~/platform/signing.server";
import { keysOfSession } from "./session-keys.server";

/** Matches an account whose deletion is pending and can still be undone. */
export const pendingDeletionOf = (userId: number) => ({
  _id: userId,
  status: "deleting" as const,
  deleteAfter: { $gt: now() },
});

/** A member whose account is being deleted. Until `day`, in words, the deletion can be undone and the journal exported. */
export type PendingDeletion = { member: Member; day: string };

/** The pending deletion of the account of this session; null for any other session. */
export async function pendingDeletionOfSession(secret: string): Promise<PendingDeletion | null> {
  const session = await SessionModel.findById(hashToken(secret)).lean();
  if (!session || session.expiresAt <= now()) return null;
  const user: UserRecord | null = await UserModel.findOne(pendingDeletionOf(session.userId)).lean();
  if (!user?.deleteAfter || user.securityStamp !== session.securityStamp) return null;
  const keys = keysOfSession(secret, session, user);
  if (!keys) return null;
  return {
    member: memberFrom(user, keys),
    day: dateInWords(localMoment(user.deleteAfter, user.timezone).date),
  };
}
