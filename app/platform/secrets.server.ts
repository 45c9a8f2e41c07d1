import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { z } from "zod";
import { env } from "./env.server";

export type KeyRingEntry = { id: string; key: Buffer };
export type Secrets = {
  /** Newest first; the newest signs, all verify. */
  session: readonly string[];
  /** Newest first; the newest wraps, all unwrap. */
  keyRing: readonly KeyRingEntry[];
  pepper: string;
};

const StoredSchema = z.object({
  sessionSecret: z.string(),
  encryptionKeys: z.array(z.object({ id: z.string(), key: z.string() })).min(1),
  passwordPepper: z.string(),
});

/**
 * The process's secrets: from the environment, or, beside the embedded database, made once and kept in
 * `DATA_DIR/secrets.json` (0600). The database file without this file does not open the journals.
 */
function loadSecrets(): Secrets {
  const { SESSION_SECRET, ENCRYPTION_KEYS, PASSWORD_PEPPER } = env;
  if (SESSION_SECRET && ENCRYPTION_KEYS && PASSWORD_PEPPER) {
    return { session: SESSION_SECRET, keyRing: ENCRYPTION_KEYS, pepper: PASSWORD_PEPPER };
  }
  const stored = readOrCreate(path.join(env.DATA_DIR, "secrets.json"));
  return {
    session: SESSION_SECRET ?? [stored.sessionSecret],
    keyRing:
      ENCRYPTION_KEYS ??
      stored.encryptionKeys.map(({ id, key }) => ({ id, key: Buffer.from(key, "base64") })),
    pepper: PASSWORD_PEPPER ?? stored.passwordPepper,
  };
}

function readOrCreate(file: string): z.infer<typeof StoredSchema> {
  // A folder that existed before us is made private, too.
  if (existsSync(path.dirname(file))) chmodSync(path.dirname(file), 0o700);
  const read = () => StoredSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const fresh: z.infer<typeof StoredSchema> = {
    sessionSecret: randomBytes(48).toString("base64url"),
    encryptionKeys: [{ id: "k1", key: randomBytes(32).toString("base64") }],
    passwordPepper: randomBytes(48).toString("base64url"),
  };
  // Written aside and linked into place: two first starts at once agree on one file, and a crash leaves none half written.
  const aside = writeAside(file, fresh);
  try {
    linkSync(aside, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(aside);
  }
  return read();
}

function writeAside(file: string, content: z.infer<typeof StoredSchema>): string {
  const aside = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  const handle = openSync(aside, "wx", 0o600);
  writeSync(handle, `${JSON.stringify(content, null, 2)}\n`);
  fsyncSync(handle);
  closeSync(handle);
  return aside;
}

export const secrets: Secrets = loadSecrets();

/** Reads the key ring again: another process may have added a key. Only the file beside the embedded database can grow. */
export function reloadKeyRing(): void {
  secrets.keyRing = loadSecrets().keyRing;
}

/**
 * Puts a new key in front of the ring in `DATA_DIR/secrets.json`. False where ENCRYPTION_KEYS rules: then the operator
 * adds it there.
 */
export function addRingKey(): boolean {
  if (env.ENCRYPTION_KEYS) return false;
  const file = path.join(env.DATA_DIR, "secrets.json");
  const stored = StoredSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  const highest = Math.max(...stored.encryptionKeys.map(({ id }) => Number(id.slice(1)) || 0));
  const key = { id: `k${highest + 1}`, key: randomBytes(32).toString("base64") };
  const aside = writeAside(file, { ...stored, encryptionKeys: [key, ...stored.encryptionKeys] });
  renameSync(aside, file);
  reloadKeyRing();
  return true;
}
