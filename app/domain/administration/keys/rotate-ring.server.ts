import { rotateDataKeys } from "~/domain/identity/keys/rotate-keys.server";
import { now } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { holdSecretsFile, type ReplaceStored } from "~/platform/secrets-file.server";
import { addRingKey, changeRing } from "~/platform/secrets.server";
import { afterLook } from "./retiring";
import { ringKeysInUse } from "./ring-in-use.server";

/** Someone whose record changes just then is passed over, and met in the next round. */
const ROUNDS = 3;

export type RingTurned = {
  /** How many wraps were made again. */
  count: number;
  /** Whether a new key was made here; where ENCRYPTION_KEYS rules, the operator puts it in front. */
  isNew: boolean;
  /** The ids of the keys that nothing needed and that were removed. */
  retired: string[];
};

/**
 * Wraps every data key with the newest key of the ring, beside the embedded database with a new one, and takes away older
 * ones that nothing needs. One rotation at a time: a second one waits. Can be killed anywhere and run again.
 */
export async function rotateRing(): Promise<RingTurned> {
  if (env.ENCRYPTION_KEYS) return { count: await rotateAll(), isNew: false, retired: [] };
  return holdSecretsFile(async (replace) => {
    addRingKey(replace);
    const count = await rotateAll();
    return { count, isNew: true, retired: await retireKeys(replace) };
  });
}

async function rotateAll(): Promise<number> {
  let count = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const rotated = await rotateDataKeys();
    count += rotated;
    if (rotated === 0) break;
  }
  return count;
}

async function retireKeys(replace: ReplaceStored): Promise<string[]> {
  const inUse = await ringKeysInUse();
  let retired: string[] = [];
  changeRing(replace, (keys) => {
    const looked = afterLook(keys, inUse, { now: now(), backupDays: env.BACKUP_DAYS });
    ({ retired } = looked);
    return looked.kept;
  });
  return retired;
}
