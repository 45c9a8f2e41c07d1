import { turnRing } from "~/domain/administration/keys/turn-ring.server";
import { SecretsFileError } from "~/platform/secrets-file.server";
import { CommandError } from "./command-error";

/**
 * `npm run keys:rotate`: wraps every data key with a new key of the ring, while the server runs. Beside the embedded
 * database the new key is made here; where ENCRYPTION_KEYS is set, the operator has put it in front first.
 */
export async function rotateKeys(): Promise<string> {
  const { count, isNew, retired } = await turnRing().catch((error: unknown) => {
    throw error instanceof SecretsFileError ? new CommandError(error.message) : error;
  });
  const kept =
    "Older keys must stay in the ring while mail still waits and for older backups; with BACKUP_DAYS set, those that nothing needs are taken out.";
  const gone = retired.length > 0 ? ` Taken out now: ${retired.join(", ")}.` : "";
  return `${count} data keys are wrapped with the ${isNew ? "new" : "newest"} key now. ${kept}${gone}`;
}
