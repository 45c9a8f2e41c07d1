import { storedBytes } from "#models/db/stored-bytes.server";
import type { SessionRecord } from "#models/session.server";
import type { UserRecord } from "#models/user.server";
import { deriveKey, open, seal } from "~/platform/encryption.server";

/** Whose session begins; of someone whose journal is sealed with its keys, which the session then carries. */
export type SessionOwner = Pick<UserRecord, "_id" | "securityStamp"> & { keys?: Buffer | null };

/** From the cookie's secret, by another way than its hash: what is stored does not lead to it. */
const keyOf = (secret: string) => deriveKey(Buffer.from(secret), "session-keys");
const associatedDataOf = (id: string) => `sessions|${id}|keys|1`;

/** What a session keeps of its person's keys: nothing, unless only they can open their journal. */
export function keysForSession(secret: string, id: string, { keys }: SessionOwner): { keys?: Buffer } {
  return keys ? { keys: seal(keyOf(secret), keys, associatedDataOf(id)) } : {};
}

/**
 * How a session opens the journal of its person. Null where it cannot: the journal was sealed and this session was not
 * begun with the password, so it is over.
 */
export function keysOfSession(
  secret: string,
  { _id, keys }: Pick<SessionRecord, "_id" | "keys">,
  { sealing }: Pick<UserRecord, "sealing">,
): (() => Buffer) | null {
  if (sealing && !keys) return null;
  return () => open(keyOf(secret), storedBytes(keys), associatedDataOf(_id));
}
