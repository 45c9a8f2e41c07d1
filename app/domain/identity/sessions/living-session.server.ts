import { ExactMemory } from "#models/db/exact-memory.server";
import { SessionModel, type SessionRecord } from "#models/session.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { now } from "~/platform/clock";
import { hashToken } from "~/platform/signing.server";
import { isLockDue } from "./lock-after";
import { expiryOf, lastUseOf } from "./session-use.server";

type Known = { session: SessionRecord; user: UserRecord };

const known = new ExactMemory<Known>(["sessions", "users"], 500);

/** A session and whose it is, as they are stored. */
export function findSession(secret: string): Promise<Known | null> {
  const id = hashToken(secret);
  return known.get(id, async () => {
    const [, owner] = /\.([0-9a-z]{1,9})$/.exec(secret) ?? [];
    if (!owner) return null;
    const [session, user] = await Promise.all([
      SessionModel.findById(id).lean(),
      UserModel.findById(parseInt(owner, 36)).lean(),
    ]);
    // One that was made up may have another's name in it.
    return session && user?._id === session.userId ? { session, user } : null;
  });
}

/** A session that is not over, locked or not, of an account that may be used. */
export async function livingSession(secret: string): Promise<Known | null> {
  const found = await findSession(secret);
  if (!found) return null;
  const { session, user } = found;
  const isOver =
    expiryOf(session) <= now() || user.securityStamp !== session.securityStamp || user.status !== "active";
  return isOver ? null : found;
}

/** Whether it waits for the password of its person. */
export const isLocked = (session: SessionRecord): boolean => isLockDue(session, lastUseOf(session), now());

/** For good, and without the keys of a sealed journal, which the password opens again. */
export async function lockSession(id: string): Promise<void> {
  await SessionModel.updateOne(
    { _id: id, lockedAt: { $exists: false } },
    { $set: { lockedAt: now() }, $unset: { keys: true } },
  );
}
