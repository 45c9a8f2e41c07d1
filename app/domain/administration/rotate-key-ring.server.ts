import { readdir } from "node:fs/promises";
import path from "node:path";
import { storedBytes } from "#models/db/queries.server";
import { ContactMessageModel } from "#models/form-submission.server";
import { PrayerRequestModel } from "#models/prayers.server";
import { OutgoingMailModel } from "#models/reminders.server";
import { UserModel } from "#models/user.server";
import { DAY } from "~/domain/calendar/durations";
import { sidecarKeyIds } from "~/domain/identity/backup-sidecar.server";
import { rewrapDataKeys } from "~/domain/identity/key-wrapping.server";
import { backupKeyId } from "~/platform/backup-file.server";
import { now } from "~/platform/clock";
import { operatorKeyId } from "~/platform/encryption.server";
import { env } from "~/platform/env.server";
import { withSecretsFileLock, type ReplaceSecrets } from "~/platform/secrets-file.server";
import { addRingKey, updateRingKeys } from "~/platform/secrets.server";
import { backupsFolder } from "./backups.server";

/** Passes over the users: a record that changes during one pass is skipped and rewrapped in the next. */
const PASSES = 3;

type RotationResult = {
  /** Number of rewrapped data keys. */
  count: number;
  /** Whether a key was added; with ENCRYPTION_KEYS set, the operator adds it. */
  isNew: boolean;
  /** Ids of the removed keys. */
  retired: string[];
};

/**
 * Rewraps every data key with the newest key of the ring. Without ENCRYPTION_KEYS a new key is added first and unused
 * ones are removed. A second rotation waits for the first; an interrupted one can be repeated.
 */
export async function rotateKeyRing(): Promise<RotationResult> {
  if (env.ENCRYPTION_KEYS) return { count: await rewrapAll(), isNew: false, retired: [] };
  return withSecretsFileLock(async (replace) => {
    addRingKey(replace);
    const count = await rewrapAll();
    return { count, isNew: true, retired: await retireKeys(replace) };
  });
}

async function rewrapAll(): Promise<number> {
  let count = 0;
  for (let pass = 0; pass < PASSES; pass++) count += await rewrapDataKeys();
  return count;
}

async function retireKeys(replace: ReplaceSecrets): Promise<string[]> {
  const inUse = await keyIdsInUse();
  let retired: string[] = [];
  updateRingKeys(replace, (keys) => {
    const result = retireUnusedKeys(keys, inUse, { now: now(), backupDays: env.BACKUP_DAYS });
    ({ retired } = result);
    return result.kept;
  });
  return retired;
}

type RingKey = { id: string; unusedSince?: string };

/**
 * Retires keys that have been unused for more than `backupDays`, so that every retained backup can still be
 * decrypted; none while `backupDays` is 0. The first key, which is the newest, is never retired.
 * @returns the ring with `unusedSince` updated, and the ids of the retired keys
 * @internal Exported for tests.
 */
export function retireUnusedKeys<Key extends RingKey>(
  keys: readonly Key[],
  inUse: ReadonlySet<string>,
  { now: at, backupDays }: { now: Date; backupDays: number },
): { kept: Key[]; retired: string[] } {
  const updated = keys.map((key, index) => {
    const { unusedSince = at.toISOString(), ...rest } = key;
    if (index === 0 || inUse.has(key.id)) return rest as Key;
    // A time in the future was recorded by a wrong clock.
    return { ...key, unusedSince: Date.parse(unusedSince) <= at.getTime() ? unusedSince : at.toISOString() };
  });
  const isRetired = ({ unusedSince }: Key) =>
    backupDays > 0 && unusedSince !== undefined && at.getTime() - Date.parse(unusedSince) > backupDays * DAY;
  return {
    kept: updated.filter((key) => !isRetired(key)),
    retired: updated.filter(isRetired).map(({ id }) => id),
  };
}

const WRAPPED_KEY_IDS = ["crypto.keyId", "sealing.byPassword.keyId", "sealOffer.byPassword.keyId"] as const;

/**
 * Ids of the ring keys that encrypt a data key, an email, a contact message, a sidecar file or a backup.
 * @internal Exported for tests.
 */
export async function keyIdsInUse(): Promise<Set<string>> {
  const found = new Set<string>();
  for (const field of WRAPPED_KEY_IDS)
    for (const id of await UserModel.distinct(field)) if (typeof id === "string") found.add(id);
  for await (const sealed of sealedForOperator()) {
    const id = operatorKeyId(storedBytes(sealed));
    if (id) found.add(id);
  }
  for (const id of [...(await keyIdsOfBackups()), ...(await sidecarKeyIds())]) found.add(id);
  return found;
}

/** Read with cursors, because there can be many emails. */
async function* sealedForOperator(): AsyncGenerator<Buffer> {
  const users = UserModel.find({ "pendingMail.at": { $gt: new Date(0) } })
    .select({ pendingMail: 1 })
    .lean();
  for await (const { pendingMail } of users.cursor()) for (const { sealed } of pendingMail) yield sealed;
  const mails = OutgoingMailModel.find().select({ sealed: 1 }).lean();
  for await (const { sealed } of mails.cursor()) yield sealed;
  const messages = ContactMessageModel.find().select({ sealed: 1 }).lean();
  for await (const { sealed } of messages.cursor()) yield sealed;
  const requests = PrayerRequestModel.find().select({ sealed: 1 }).lean();
  for await (const { sealed } of requests.cursor()) yield sealed;
}

/** Reads every file in the folder, because a copied backup can have any name. */
async function keyIdsOfBackups(): Promise<string[]> {
  const folder = backupsFolder();
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => path.join(folder, name));
  const ids = await Promise.all(files.map(backupKeyId));
  return ids.filter((id) => id !== null);
}
