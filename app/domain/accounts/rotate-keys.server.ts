import { storedBytes } from "#models/db/stored-bytes.server";
import { UserModel } from "#models/user.server";
import { unwrapKey, wrapKey } from "~/platform/encryption.server";
import { secrets, type KeyRingEntry } from "~/platform/secrets.server";

/**
 * Wraps every data key that an older key of the ring holds with the newest one. No journal text is written again. Can be
 * stopped and run again: it works on what is left, and a user who changes in between is done again.
 */
export async function rotateDataKeys(ring: readonly KeyRingEntry[] = secrets.keyRing): Promise<number> {
  const newest = ring[0]?.id ?? "";
  let count = 0;
  const cursor = UserModel.find({ "crypto.keyId": { $ne: newest } })
    .select({ crypto: 1 })
    .lean()
    .cursor();
  for await (const user of cursor as AsyncIterable<{
    _id: number;
    crypto: { wrappedKey: unknown; keyId: string; version: number };
  }>) {
    const wrappedKey = storedBytes(user.crypto.wrappedKey);
    const owner = `users|${user._id}`;
    const next = wrapKey(unwrapKey({ ...user.crypto, wrappedKey }, owner, ring), owner, ring);
    const result = await UserModel.updateOne(
      { _id: user._id, "crypto.keyId": user.crypto.keyId },
      { $set: { crypto: next } },
    );
    count += result.modifiedCount;
  }
  return count;
}
