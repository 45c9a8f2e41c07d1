import { rotateDataKeys } from "~/domain/identity/keys/rotate-keys.server";
import { addRingKey } from "~/platform/secrets.server";

/**
 * `npm run keys:rotate`: wraps every data key with a new key of the ring, while the server runs. Beside the embedded
 * database the new key is made here; where ENCRYPTION_KEYS is set, the operator has put it in front first.
 */
export async function rotateKeys(): Promise<string> {
  const added = addRingKey();
  const count = await rotateDataKeys();
  return `${count} data keys are wrapped with the ${added ? "new" : "newest"} key now. Older keys must stay in the ring while mail still waits and for older backups.`;
}
