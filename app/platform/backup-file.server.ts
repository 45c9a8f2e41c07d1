import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, rm, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { currentKeyRing } from "./secrets.server";

/**
 * Encrypted backup files: AES-256-GCM with the newest key of the ring. Layout: "SNKBACK1", length and text of the key's
 * id, nonce 12, ciphertext, tag 16.
 */
const MAGIC = Buffer.from("SNKBACK1");
const NONCE = 12;
const TAG = 16;

export class BackupFileError extends Error {
  override name = "BackupFileError";
}

/** Encrypts `plainFile` into the new file `file` (0600). @throws BackupFileError if `file` exists or cannot be written */
export async function encryptFile(plainFile: string, file: string): Promise<void> {
  const newest = currentKeyRing()[0];
  if (!newest) throw new BackupFileError("There is no encryption key.");
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv("aes-256-gcm", newest.key, nonce, { authTagLength: TAG });
  const header = Buffer.concat([MAGIC, Buffer.of(newest.id.length), Buffer.from(newest.id), nonce]);
  cipher.setAAD(header);
  async function* sealed() {
    yield header;
    for await (const chunk of createReadStream(plainFile)) yield cipher.update(chunk as Buffer);
    yield cipher.final();
    yield cipher.getAuthTag();
  }
  // `flush` syncs the file to disk before the promise resolves.
  await pipeline(sealed, createWriteStream(file, { flags: "wx", mode: 0o600, flush: true })).catch(
    (error: NodeJS.ErrnoException) => {
      const why = error.code === "EEXIST" ? "is there already" : `cannot be written (${error.code})`;
      throw new BackupFileError(`${file} ${why}.`);
    },
  );
}

/**
 * Decrypts `file` into the new file `plainFile`.
 * @throws BackupFileError for a file that is not a backup, is damaged, or needs another key
 */
export async function decryptFile(file: string, plainFile: string): Promise<void> {
  const { body, decipher } = await openBackup(file);
  try {
    await pipeline(body, decipher, createWriteStream(plainFile, { flags: "wx", mode: 0o600 }));
  } catch (error) {
    await rm(plainFile, { force: true });
    const { code, syscall } = error as NodeJS.ErrnoException;
    // A failed system call, as on a full disk, does not mean that the backup is damaged.
    if (syscall) throw new BackupFileError(`${file} cannot be decrypted into ${plainFile} (${code}).`);
    throw new BackupFileError(`${file} is damaged, or was made with another key.`);
  }
}

/** The header of a SQLite file: "SQLite format 3" and a zero byte. */
const SQLITE_HEADER = Buffer.from("53514c69746520666f726d6174203300", "hex");

/** Decrypts `file` to its end without writing, so that its tag authenticates every byte. @throws BackupFileError */
export async function verifyBackup(file: string): Promise<void> {
  const { body, decipher } = await openBackup(file);
  let first = Buffer.alloc(0);
  try {
    await pipeline(body, decipher, async (plain: AsyncIterable<Buffer>) => {
      for await (const chunk of plain)
        if (first.length < SQLITE_HEADER.length) first = Buffer.concat([first, chunk]);
    });
  } catch {
    throw new BackupFileError(`${file} is damaged, or was made with another key.`);
  }
  if (!first.subarray(0, SQLITE_HEADER.length).equals(SQLITE_HEADER))
    throw new BackupFileError(`${file} holds no database.`);
}

async function openBackup(file: string) {
  const { size } = await stat(file).catch(() => {
    throw new BackupFileError(`${file} cannot be read.`);
  });
  const { header, keyId } = await readHeader(file);
  const entry = currentKeyRing().find(({ id }) => id === keyId);
  if (!entry)
    throw new BackupFileError(
      `This backup needs the encryption key "${keyId}", which is not in ENCRYPTION_KEYS.`,
    );
  const bodyEnd = size - TAG;
  const decipher = createDecipheriv("aes-256-gcm", entry.key, header.subarray(-NONCE), {
    authTagLength: TAG,
  });
  decipher.setAAD(header);
  decipher.setAuthTag(await readAt(file, bodyEnd, TAG));
  return { body: createReadStream(file, { start: header.length, end: bodyEnd - 1 }), decipher };
}

/** The id of the key that decrypts `file`; null if it is not a backup. */
export async function backupKeyId(file: string): Promise<string | null> {
  return readHeader(file).then(
    ({ keyId }) => keyId,
    (error: unknown) => {
      if (error instanceof BackupFileError) return null;
      throw error;
    },
  );
}

async function readHeader(file: string): Promise<{ header: Buffer; keyId: string }> {
  const start = await readAt(file, 0, MAGIC.length + 1);
  if (!start.subarray(0, MAGIC.length).equals(MAGIC))
    throw new BackupFileError(`${file} is not a backup of Still and Know.`);
  const length = start[MAGIC.length] ?? 0;
  const header = await readAt(file, 0, MAGIC.length + 1 + length + NONCE);
  return { header, keyId: header.subarray(MAGIC.length + 1, -NONCE).toString() };
}

async function readAt(file: string, position: number, length: number): Promise<Buffer> {
  const handle = await open(file, "r");
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, Math.max(0, position));
    if (bytesRead < length)
      throw new BackupFileError(`${file} is not a backup of Still and Know, or is cut off.`);
    return buffer;
  } finally {
    await handle.close();
  }
}
