import { readdir } from "node:fs/promises";
import path from "node:path";
import { ContactMessageModel } from "#models/contact-message.server";
import { storedBytes } from "#models/db/stored-bytes.server";
import { OutgoingMailModel } from "#models/outgoing-mail.server";
import { UserModel } from "#models/user.server";
import { keysOfNotes } from "~/domain/identity/account-notes/write-notes.server";
import { backupKeyId } from "~/platform/backup-file.server";
import { operatorKeyId } from "~/platform/encryption.server";
import { env } from "~/platform/env.server";

const WRAPS = ["crypto.keyId", "sealing.byPassword.keyId", "sealOffer.byPassword.keyId"] as const;

/** The ids of all keys of the ring that encrypt something: people's keys, mail, messages to us, backups here. */
export async function ringKeysInUse(): Promise<Set<string>> {
  const found = new Set<string>();
  for (const field of WRAPS)
    for (const id of await UserModel.distinct(field)) if (typeof id === "string") found.add(id);
  for await (const sealed of sealedForOperator()) {
    const id = operatorKeyId(storedBytes(sealed));
    if (id) found.add(id);
  }
  for (const id of [...(await keysOfBackups()), ...(await keysOfNotes())]) found.add(id);
  return found;
}

/** Record by record: of mail there may be much. */
async function* sealedForOperator(): AsyncGenerator<Buffer> {
  const users = UserModel.find({ "pendingMail.at": { $gt: new Date(0) } })
    .select({ pendingMail: 1 })
    .lean();
  for await (const { pendingMail } of users.cursor()) for (const { sealed } of pendingMail) yield sealed;
  const mails = OutgoingMailModel.find().select({ sealed: 1 }).lean();
  for await (const { sealed } of mails.cursor()) yield sealed;
  const messages = ContactMessageModel.find().select({ sealed: 1 }).lean();
  for await (const { sealed } of messages.cursor()) yield sealed;
}

/** Under any name: a file that was copied here counts too. */
async function keysOfBackups(): Promise<string[]> {
  const folder = path.join(env.DATA_DIR, "backups");
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => path.join(folder, name));
  const ids = await Promise.all(files.map(backupKeyId));
  return ids.filter((id) => id !== null);
}
