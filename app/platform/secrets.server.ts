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

/** The version of the secrets file when it was last read. */
let knownVersion = "";

/**
 * Loads the secrets from the environment, or, with the embedded database, from `DATA_DIR/secrets.json`, which is created
 * once. Without that file the journals in the database cannot be decrypted.
 */
function loadSecrets(): Secrets {
  const { SESSION_SECRET, ENCRYPTION_KEYS, PASSWORD_PEPPER } = env;
  if (SESSION_SECRET && ENCRYPTION_KEYS && PASSWORD_PEPPER) {
    return { session: SESSION_SECRET, keyRing: ENCRYPTION_KEYS, pepper: PASSWORD_PEPPER };
  }
  const stored = readOrCreateSecrets();
  knownVersion = secretsFileVersion();
  return {
    session: SESSION_SECRET ?? [stored.sessionSecret],
    keyRing: ENCRYPTION_KEYS ?? ringFrom(stored),
    pepper: PASSWORD_PEPPER ?? stored.passwordPepper,
  };
}

const ringFrom = ({ encryptionKeys }: StoredSecrets): KeyRingEntry[] =>
  encryptionKeys.map(({ id, key }) => ({ id, key: Buffer.from(key, "base64") }));

export const secrets: Secrets = loadSecrets();

/** Reads the key ring again, because another process may have changed it. A ring from the environment never changes. */
export function reloadKeyRing(): void {
  if (env.ENCRYPTION_KEYS) return;
  // The version is taken before reading, so that a change in between is noticed at the next check.
  const version = secretsFileVersion();
  const stored = readSecretsFile();
  // The file was removed, so the ring in memory stays in use: it is the only copy of the keys.
  if (!stored) return;
  knownVersion = version;
  secrets.keyRing = ringFrom(stored);
}

/**
 * The up-to-date ring for encryption, including changes by other processes. For decryption the ring in memory suffices,
 * because a missing key causes a reload.
 */
export function currentKeyRing(): readonly KeyRingEntry[] {
  if (!env.ENCRYPTION_KEYS && secretsFileVersion() !== knownVersion) reloadKeyRing();
  return secrets.keyRing;
}

/** Adds a new key at the front of the ring and returns once it is on disk. */
export function addRingKey(replace: ReplaceSecrets): void {
  replace((stored) => ({ ...stored, encryptionKeys: [newRingKey(), ...stored.encryptionKeys] }));
  reloadKeyRing();
}

/** Replaces the ring's keys by the result of `change`. */
export function updateRingKeys(
  replace: ReplaceSecrets,
  change: (keys: readonly StoredRingKey[]) => StoredRingKey[],
): void {
  replace((stored) => ({ ...stored, encryptionKeys: change(stored.encryptionKeys) }));
  reloadKeyRing();
}
