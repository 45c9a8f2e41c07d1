import { storedBytes } from "#models/db/stored-bytes.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { unwrapKey, wrapKey } from "~/platform/encryption.server";
import { secrets, type KeyRingEntry } from "~/platform/secrets.server";
import { withNewestRing } from "./sealed-keys.server";

type Keys = Pick<UserRecord, "_id" | "crypto" | "sealing" | "sealOffer">;

/**
 * Rewraps everything that an older key of the ring wraps with the newest: data keys, and the layer around the
 * password's wrap of sealed journals, which needs no password. Journal texts are not rewritten. Can be stopped and run
 * again: it continues with what is left, and repeats a user who changed meanwhile.
 */
export async function rotateDataKeys(ring: readonly KeyRingEntry[] = secrets.keyRing): Promise<number> {
  const newest = ring[0]?.id ?? "";
  const isOld = { $nin: [newest, null] };
  let count = 0;
  const cursor = UserModel.find({
    $or: [
      // Of an account that is being destroyed, the key is gone first.
      { "crypto.keyId": { $nin: [newest, ""] } },
      { "sealing.byPassword.keyId": isOld },
      { "sealOffer.byPassword.keyId": isOld },
    ],
  })
    .select({ crypto: 1, sealing: 1, sealOffer: 1 })
    .lean()
    .cursor();
  for await (const user of cursor as AsyncIterable<Keys>) {
    const result = await UserModel.updateOne(asSeen(user), { $set: rewrapped(user, ring) });
    count += result.modifiedCount;
  }
  return count;
}

/** The values themselves name what was seen: a password changed meanwhile has another wrap. */
function asSeen({ _id, crypto, sealing, sealOffer }: Keys) {
  return {
    _id,
    "crypto.wrappedKey": crypto.wrappedKey,
    "sealing.byPassword.wrappedKey": sealing?.byPassword.wrappedKey ?? null,
    "sealOffer.byPassword.wrappedKey": sealOffer?.byPassword.wrappedKey ?? null,
  };
}

function rewrapped({ _id, crypto, sealing, sealOffer }: Keys, ring: readonly KeyRingEntry[]) {
  const owner = `users|${_id}`;
  const wrappedKey = storedBytes(crypto.wrappedKey);
  return {
    crypto: wrapKey(unwrapKey({ ...crypto, wrappedKey }, owner, ring), owner, crypto.version, ring),
    ...(sealing && { "sealing.byPassword": withNewestRing(_id, sealing.byPassword, ring) }),
    ...(sealOffer && { "sealOffer.byPassword": withNewestRing(_id, sealOffer.byPassword, ring) }),
  };
}
