import { env } from "./env.server";
import {
  newRingKey,
  readOrCreateSecrets,
  readSecretsFile,
  secretsFileVersion,
  type ReplaceSecrets,
  type StoredRingKey,
  type StoredSecrets,
} from "./secrets-file.server";

export type KeyRingEntry = { id: string; key: Buffer };
export type Secrets = {
  /** Newest first; the newest signs, all verify. */
  session: readonly string[];
  /** Newest first; the newest wraps, all unwrap. */
  keyRing: readonly KeyRingEntry[];
  pepper: string;
};

/** How the file was when it was read last. */
let seenState = "";

/**
 * The process's secrets: from the environment, or, beside the embedded database, made once and kept in
 * `DATA_DIR/secrets.json`. The database file without this file does not open the journals.
 */
function loadSecrets(): Secrets {
  const { SESSION_SECRET, ENCRYPTION_KEYS, PASSWORD_PEPPER } = env;
  if (SESSION_SECRET && ENCRYPTION_KEYS && PASSWORD_PEPPER) {
    return { session: SESSION_SECRET, keyRing: ENCRYPTION_KEYS, pepper: PASSWORD_PEPPER };
  }
  const stored = readOrCreateSecrets();
  seenState = secretsFileVersion();
  return {
    session: SESSION_SECRET ?? [stored.sessionSecret],
    keyRing: ENCRYPTION_KEYS ?? ringOf(stored),
    pepper: PASSWORD_PEPPER ?? stored.passwordPepper,
  };
}

const ringOf = ({ encryptionKeys }: StoredSecrets): KeyRingEntry[] =>
  encryptionKeys.map(({ id, key }) => ({ id, key: Buffer.from(key, "base64") }));

export const secrets: Secrets = loadSecrets();

/** Reads the key ring again: another process may have added a key. Only the file beside the embedded database can grow. */
export function reloadKeyRing(): void {
  if (env.ENCRYPTION_KEYS) return;
  // Before it is read: a change in between is seen the next time.
  const state = secretsFileVersion();
  const stored = readSecretsFile();
  // Without a file what is remembered is all that there is.
  if (!stored) return;
  seenState = state;
  secrets.keyRing = ringOf(stored);
}

/**
 * The ring to encrypt with: as it is now, whatever another process has added or retired. To open, what is remembered will
 * do; a key that is missed is looked for.
 */
export function currentKeyRing(): readonly KeyRingEntry[] {
  if (!env.ENCRYPTION_KEYS && secretsFileVersion() !== seenState) reloadKeyRing();
  return secrets.keyRing;
}

/** Puts a new key in front of the ring, on disk before it is answered. */
export function addRingKey(replace: ReplaceSecrets): void {
  replace((stored) => ({ ...stored, encryptionKeys: [newRingKey(), ...stored.encryptionKeys] }));
  reloadKeyRing();
}

/** Changes what is noted of the ring's keys, and which of them stay. */
export function updateRingKeys(
  replace: ReplaceSecrets,
  change: (keys: readonly StoredRingKey[]) => StoredRingKey[],
): void {
  replace((stored) => ({ ...stored, encryptionKeys: change(stored.encryptionKeys) }));
  reloadKeyRing();
}
