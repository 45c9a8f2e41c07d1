import { stat } from "node:fs/promises";
import path from "node:path";
import { loadFrom, moveFrom, moveTo, withDump, type Exchanged } from "#models/db/backup.server";
import { embeddedEngine } from "#models/db/connection.server";
import { CopyRefusedError, type CopyReport } from "#models/db/copy-database.server";
import { noteBackup } from "~/domain/administration/database/backups.server";
import { BackupFileError, openFile, sealFile } from "~/platform/backup-file.server";
import { CommandError } from "./command-error";

const total = ({ collections }: CopyReport) => {
  const documents = collections.reduce((sum, { documents: count }) => sum + count, 0);
  return `${documents} documents in ${collections.length} collections`;
};

/** The operator's mistakes are reported in a sentence. */
async function inWords<T>(work: () => Promise<T>): Promise<T> {
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
  return inWords(async () => {
    await withDump(embeddedEngine(), (plain) => sealFile(plain, target));
    await noteBackup((await stat(target)).size);
    return `Backup written to ${target}. It opens with your ENCRYPTION_KEYS only; keep them elsewhere.`;
  });
}

const whereTheOldIs = ({ kept }: Exchanged) =>
  kept ? ` What was there before is kept in ${kept} until the server starts.` : "";

/** `npm run restore -- FILE`: puts the backup in the place of the database, which nobody may be using. */
export async function restore([file]: string[]): Promise<string> {
  if (!file) throw new CommandError("Usage: npm run restore -- FILE");
  const source = path.resolve(file);
  return inWords(async () => {
    const done = await loadFrom((place) => openFile(source, place));
    return `Restored ${total(done)} from ${source}.${whereTheOldIs(done)}`;
  });
}

/** `npm run db:move -- URI [--back]`: copies everything to another server, or back from it. */
export async function move(args: string[]): Promise<string> {
  const uri = args.find((argument) => argument.startsWith("mongodb"));
  if (!uri) throw new CommandError("Usage: npm run db:move -- MONGODB_URI [--back]");
  return inWords(async () => {
    if (isBack(args)) {
      const done = await moveFrom(uri);
      return `Copied ${total(done)} from there; counts and checksums agree.${whereTheOldIs(done)}`;
    }
    return `Copied ${total(await moveTo(uri))}; counts and checksums agree. Set MONGODB_URI and start again to use it.`;
  });
}

/** Whether `db:move` fills the database here. */
export const isBack = (args: string[]): boolean => args.includes("--back");
