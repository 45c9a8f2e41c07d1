import { storedBytes } from "#models/db/stored-bytes.server";
import type { UserRecord } from "#models/user.server";
import type { PasskeyWrap } from "#models/user/keys.server";
import { DecryptionError, deriveKey, open, seal } from "~/platform/encryption.server";

/** The wrap of a sealed journal's keys by a passkey, beside those by the password and by the recovery codes. */

const associatedDataOf = (userId: number, passkey: string) => `users|${userId}|sealing|passkey|${passkey}|1`;

/** What the authenticator computes is as long and as random as a key, and needs no stretching. It is stored nowhere. */
const keyOf = (computed: Buffer) => deriveKey(computed, "sealed-journal-passkey");

/** Wraps someone's packed keys by what their passkey has computed. */
export const wrapByPasskey = (
  userId: number,
  keys: Buffer,
  passkey: string,
  computed: Buffer,
): PasskeyWrap => ({
  passkey,
  wrapped: seal(keyOf(computed), keys, associatedDataOf(userId, passkey)),
});

/** The packed keys; null where this passkey may not open the journal, or has computed something else. */
export function openByPasskey(
  { _id, sealing }: Pick<UserRecord, "_id" | "sealing">,
  passkey: string,
  computed: Buffer | undefined,
): Buffer | null {
  const wrap = sealing?.byPasskey?.find((each) => each.passkey === passkey);
  if (!wrap || !computed) return null;
  try {
    return open(keyOf(computed), storedBytes(wrap.wrapped), associatedDataOf(_id, passkey));
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    return null;
  }
}
