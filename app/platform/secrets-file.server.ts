import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { z } from "zod";
import { env } from "./env.server";

/**
 * `DATA_DIR/secrets.json` (0600): the secrets for the embedded database. All journals depend on it, so it is created once,
 * changed by one process at a time, and synced to disk before anything is encrypted with its keys.
 */
const StoredSchema = z.object({
  sessionSecret: z.string(),
  encryptionKeys: z
    .array(
      z.object({
        id: z.string(),
        key: z.string(),
        /** When a check first found no record encrypted with this key; absent while the key is in use. */
        unusedSince: z.string().optional(),
      }),
    )
    .min(1),
  passwordPepper: z.string(),
});
export type StoredSecrets = z.infer<typeof StoredSchema>;
export type StoredRingKey = StoredSecrets["encryptionKeys"][number];

/** Another process changed the file without the lock. A new key may be lost, but has not encrypted anything yet. */
export class SecretsFileError extends Error {
  override name = "SecretsFileError";
}

const secretsPath = () => path.join(env.DATA_DIR, "secrets.json");
const parse = (bytes: Buffer) => StoredSchema.parse(JSON.parse(bytes.toString("utf8")));
const newKey = () => randomBytes(32).toString("base64");

/** The stored secrets; null if there is no file. */
export function readSecretsFile(): StoredSecrets | null {
  try {
    return parse(readFileSync(secretsPath()));
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!["ENOENT", "ENOTDIR"].includes(code)) throw error;
    return null;
  }
}

/** A version that differs after every change of the file; empty if there is no file. */
export function secretsFileVersion(): string {
  const stats = statSync(secretsPath(), { throwIfNoEntry: false });
  return stats ? [stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs].join(" ") : "";
}

/** Reads the stored secrets, or creates them. Two concurrent first starts agree on one file. */
export function readOrCreateSecrets(): StoredSecrets {
  const file = secretsPath();
  // An existing folder becomes private too, because `mkdirSync` does not change its mode.
  if (existsSync(path.dirname(file))) chmodSync(path.dirname(file), 0o700);
  const stored = readSecretsFile();
  if (stored) return stored;
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const fresh: StoredSecrets = {
    sessionSecret: randomBytes(48).toString("base64url"),
    encryptionKeys: [{ id: "k1", key: newKey() }],
    passwordPepper: randomBytes(48).toString("base64url"),
  };
  // A link is atomic and never replaces a file: the first process wins, and a crash leaves no partial file.
  const temporary = writeTemporary(file, serialize(fresh));
  try {
    linkSync(temporary, file);
  } catch (error) {
    // EEXIST: another process was first. ENOENT: a rotation after it has removed the temporary file.
    if (!["EEXIST", "ENOENT"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
  syncFolder(file);
  return parse(readFileSync(file));
}

/** Rewrites the file with the result of `change`. Only valid while the lock is held. */
export type ReplaceSecrets = (change: (stored: StoredSecrets) => StoredSecrets) => void;

/** Runs `work` under the file's lock, which a killed process releases. */
export async function withSecretsFileLock<T>(work: (replace: ReplaceSecrets) => Promise<T>): Promise<T> {
  // Loaded here, because a server never needs it.
  const { takeLock } = await import("embedded-mongodb");
  const release = await takeLock(path.join(env.DATA_DIR, "secrets.lock"));
  try {
    return await work(replaceStored);
  } finally {
    release();
  }
}

function replaceStored(change: (stored: StoredSecrets) => StoredSecrets): void {
  const file = secretsPath();
  removeTemporaries(file);
  const before = readFileSync(file);
  const after = serialize(change(parse(before)));
  const temporary = writeTemporary(file, after);
  // An editor, or an earlier version of this program, does not take the lock.
  if (!readFileSync(file).equals(before)) {
    rmSync(temporary);
    throw new SecretsFileError(`${file} was changed by something else meanwhile. Run the command again.`);
  }
  renameSync(temporary, file);
  syncFolder(file);
  if (!readFileSync(file).equals(after))
    throw new SecretsFileError(`${file} is not as it was written. Run the command again.`);
}

/** A new key with a random id that fits into ENCRYPTION_KEYS; processes cannot choose the same one. */
export function newRingKey(): StoredRingKey {
  return { id: `k${randomBytes(6).toString("hex")}`, key: newKey() };
}

const serialize = (content: StoredSecrets) => Buffer.from(`${JSON.stringify(content, null, 2)}\n`);

function writeTemporary(file: string, content: Buffer): string {
  const temporary = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  const handle = openSync(temporary, "wx", 0o600);
  try {
    writeFileSync(handle, content);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  return temporary;
}

/** Removes the temporary files of killed processes, because they contain keys. */
function removeTemporaries(file: string): void {
  const folder = path.dirname(file);
  const isTemporary = (name: string) => /^secrets\.json\.\d+\.[0-9a-f]+$/.test(name);
  for (const name of readdirSync(folder).filter(isTemporary))
    rmSync(path.join(folder, name), { force: true });
}

/** Syncs the folder, which makes a new name durable. */
function syncFolder(file: string): void {
  const handle = openSync(path.dirname(file), "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
