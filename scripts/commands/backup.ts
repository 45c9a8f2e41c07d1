import { stat } from "node:fs/promises";
import path from "node:path";
import {
  copyFromServer,
  copyToServer,
  restoreFromDump,
  withDatabaseDump,
  type ReplaceReport,
} from "#models/db/backup.server";
import { embeddedEngine } from "#models/db/connection.server";
import { CopyRefusedError, type CopyReport } from "#models/db/copy-database.server";
import { recordBackup } from "~/domain/administration/backups.server";
import { reconcileAccounts, type ReconcileCounts } from "~/domain/administration/reconcile-accounts.server";
import { readSidecar, sidecarFolder, type Sidecar } from "~/domain/identity/backup-sidecar.server";
import { BackupFileError, decryptFile, encryptFile } from "~/platform/backup-file.server";
import { now } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { CommandError } from "./command-line";

const total = ({ collections }: CopyReport) => {
  const documents = collections.reduce((sum, { documents: count }) => sum + count, 0);
  return `${documents} documents in ${collections.length} collections`;
};

/** Reports expected errors as one sentence. */
async function withReadableErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const expected = error instanceof BackupFileError || error instanceof CopyRefusedError;
    if (
      expected ||
      (error instanceof Error && /^Mongo(ServerSelection|Parse|Network)Error$/.test(error.name))
    ) {
      throw new CommandError((error as Error).message);
    }
    throw error;
  }
}

/** `npm run backup -- FILE`: an encrypted copy, while the server runs or not. */
export async function backup([file]: string[]): Promise<string> {
  if (!file) throw new CommandError("Usage: npm run backup -- FILE");
  const target = path.resolve(file);
  return withReadableErrors(async () => {
    await withDatabaseDump(embeddedEngine(), (plain) => encryptFile(plain, target));
    await recordBackup((await stat(target)).size);
    return `Backup written to ${target}. It opens with your ENCRYPTION_KEYS only; keep them elsewhere.`;
  });
}

const replacedDatabaseNote = ({ kept }: ReplaceReport) =>
  kept ? ` What was there before is kept in ${kept} until the server starts.` : "";

/** The warning before a restore. */
function restoreWarning(folders: readonly string[], { list, damaged, missing }: Sidecar): string {
  const since = list
    ? `Accounts that were deleted since then stay deleted, passwords stay the last ones, and journals that were sealed since then are sealed again, as the notes beside the backups say up to ${list.reached.toISOString()}.`
    : `No notes of what came after the backup were found in ${folders.join(", ")}: accounts that were deleted since then, earlier passwords, and journals from before they were sealed come back.`;
  return [
    "Everything becomes what the backup holds. Everyone is signed out, keys for programs end, and all are told by mail and on their next page.",
    since,
    ...(damaged > 0 ? [`${damaged} of these notes cannot be opened and are left out.`] : []),
    ...(missing > 0
      ? [`${missing} of these notes are missing: what those accounts have ended since then comes back.`]
      : []),
  ].join("\n");
}

const outcome = ({ deleted, changed, sealed, sealOff, unread }: ReconcileCounts) =>
  [
    ` By the notes: ${deleted} deleted accounts, ${changed} with later passwords or rights, ${sealed} journals sealed again.`,
    ...(sealOff + unread > 0
      ? [
          `${sealOff} journals could not be sealed again, and ${unread} notes fit no key; those people are told.`,
        ]
      : []),
  ].join(" ");

/**
 * `npm run restore -- FILE`: replaces the database, which no process may have open. Sessions, keys and accounts that were
 * ended since the backup stay ended.
 */
export async function restore([file]: string[], say: (line: string) => void = console.log): Promise<string> {
  if (!file) throw new CommandError("Usage: npm run restore -- FILE");
  const source = path.resolve(file);
  return withReadableErrors(async () => {
    const { mtime } = await stat(source).catch(() => ({ mtime: now() }));
    const places = [path.join(env.DATA_DIR, "backups"), env.BACKUP_COPY_TO ?? "", path.dirname(source)];
    const folders = [...new Set(places.filter(Boolean).map(sidecarFolder))];
    const notes = await readSidecar(folders);
    say(restoreWarning(folders, notes));
    const count = { deleted: 0, changed: 0, sealed: 0, sealOff: 0, unread: 0 };
    const done = await restoreFromDump(
      (place) => decryptFile(source, place),
      reconcileAccounts(notes, count, mtime),
    );
    return `Restored ${total(done)} from ${source}.${outcome(count)}${replacedDatabaseNote(done)}`;
  });
}

/** `npm run db:move -- URI [--back]`: copies everything to another server, or back from it. */
export async function moveDatabase(args: string[]): Promise<string> {
  const uri = args.find((argument) => argument.startsWith("mongodb"));
  if (!uri) throw new CommandError("Usage: npm run db:move -- MONGODB_URI [--back]");
  return withReadableErrors(async () => {
    if (isReverseMove(args)) {
      const done = await copyFromServer(uri);
      return `Copied ${total(done)} from there; counts and checksums agree.${replacedDatabaseNote(done)}`;
    }
    return `Copied ${total(await copyToServer(uri))}; counts and checksums agree. Set MONGODB_URI and start again to use it.`;
  });
}

/** Whether `db:move` copies into the embedded database. */
export const isReverseMove = (args: string[]): boolean => args.includes("--back");
