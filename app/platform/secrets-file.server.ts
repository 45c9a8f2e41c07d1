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
 * `DATA_DIR/secrets.json` (0600): the secrets beside the embedded database. Everyone's journal hangs on it, so it is made
 * once, changed by one process at a time, and on disk before anything is encrypted with what it holds.
 */
const StoredSchema = z.object({
  sessionSecret: z.string(),
  encryptionKeys: z
    .array(
      z.object({
        id: z.string(),
        key: z.string(),
        /** Since when nothing in the database was found to be encrypted with it. */
        unusedSince: z.string().optional(),
      }),
    )
    .min(1),
  passwordPepper: z.string(),
});
export type StoredSecrets = z.infer<typeof StoredSchema>;
export type StoredRingKey = StoredSecrets["encryptionKeys"][number];

/** The file was changed by something that does not wait for its turn; nothing was encrypted with what we wrote. */
export class SecretsFileError extends Error {
  override name = "SecretsFileError";
}

const place = () => path.join(env.DATA_DIR, "secrets.json");
const parse = (bytes: Buffer) => StoredSchema.parse(JSON.parse(bytes.toString("utf8")));
const newKey = () => randomBytes(32).toString("base64");

/** What is stored; null where there is no file. */
export function readSecretsFile(): StoredSecrets | null {
  try {
    return parse(readFileSync(place()));
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!["ENOENT", "ENOTDIR"].includes(code)) throw error;
    return null;
  }
}

/** Another text after every change of the file; empty where there is none. */
export function secretsFileVersion(): string {
  const found = statSync(place(), { throwIfNoEntry: false });
  return found ? [found.ino, found.size, found.mtimeMs, found.ctimeMs].join(" ") : "";
}

/** What is stored, made now where there is nothing yet. Two first starts at once agree on one file. */
export function readOrCreateSecrets(): StoredSecrets {
  const file = place();
  // A folder that existed before us is made private, too.
  if (existsSync(path.dirname(file))) chmodSync(path.dirname(file), 0o700);
  const stored = readSecretsFile();
  if (stored) return stored;
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const fresh: StoredSecrets = {
    sessionSecret: randomBytes(48).toString("base64url"),
    encryptionKeys: [{ id: "k1", key: newKey() }],
    passwordPepper: randomBytes(48).toString("base64url"),
  };
  // Linked, which replaces nothing: the first is what counts, and a crash leaves none half written.
  const aside = writeAside(file, inFile(fresh));
  try {
    linkSync(aside, file);
  } catch (error) {
    // The other came first, and a rotation after it may have cleared away what lay beside.
    if (!["EEXIST", "ENOENT"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
  syncFolder(file);
  return parse(readFileSync(file));
}

/** Changes the file, for the holder of its lock. */
export type ReplaceSecrets = (change: (stored: StoredSecrets) => StoredSecrets) => void;

/** Does `work` while no other process changes the file; waits for its turn. A process that is killed holds nothing up. */
export async function withSecretsFileLock<T>(work: (replace: ReplaceSecrets) => Promise<T>): Promise<T> {
  // Only here: a server never needs it.
  const { takeLock } = await import("embedded-mongodb");
  const release = await takeLock(path.join(env.DATA_DIR, "secrets.lock"));
  try {
    return await work(replaceStored);
  } finally {
    release();
  }
}

function replaceStored(change: (stored: StoredSecrets) => StoredSecrets): void {
  const file = place();
  clearBeside(file);
  const before = readFileSync(file);
  const after = inFile(change(parse(before)));
  const aside = writeAside(file, after);
  // An editor, or an earlier version of this program, waits for no lock.
  if (!readFileSync(file).equals(before)) {
    rmSync(aside);
    throw new SecretsFileError(`${file} was changed by something else meanwhile. Run the command again.`);
  }
  renameSync(aside, file);
  syncFolder(file);
  if (!readFileSync(file).equals(after))
    throw new SecretsFileError(`${file} is not as it was written. Run the command again.`);
}

/** An id that no other process, however unlucky, gives to another key; it fits into ENCRYPTION_KEYS. */
export function newRingKey(): StoredRingKey {
  return { id: `k${randomBytes(6).toString("hex")}`, key: newKey() };
}

const inFile = (content: StoredSecrets) => Buffer.from(`${JSON.stringify(content, null, 2)}\n`);

function writeAside(file: string, content: Buffer): string {
  const aside = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  const handle = openSync(aside, "wx", 0o600);
  try {
    writeFileSync(handle, content);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  return aside;
}

/** What a process that was killed has left holds keys, and nobody looks for them there. */
function clearBeside(file: string): void {
  const folder = path.dirname(file);
  const isLeft = (name: string) => /^secrets\.json\.\d+\.[0-9a-f]+$/.test(name);
  for (const name of readdirSync(folder).filter(isLeft)) rmSync(path.join(folder, name), { force: true });
}

/** A new name is on disk when its folder is. */
function syncFolder(file: string): void {
  const handle = openSync(path.dirname(file), "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
