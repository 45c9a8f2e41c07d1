import { rm, stat } from "node:fs/promises";
import path from "node:path";
import { dumpTo, loadFrom, moveFrom, moveTo } from "#models/db/backup.server";
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
  const plain = `${target}.${process.pid}.tmp`;
  try {
    return await inWords(async () => {
      await dumpTo(plain, embeddedEngine());
      await sealFile(plain, target);
      await noteBackup((await stat(target)).size);
      return `Backup written to ${target}. It opens with your ENCRYPTION_KEYS only; keep them elsewhere.`;
    });
  } finally {
    await rm(plain, { force: true });
  }
}

/** `npm run restore -- FILE`: replaces everything by the backup's content. */
export async function restore([file]: string[]): Promise<string> {
  if (!file) throw new CommandError("Usage: npm run restore -- FILE");
  const source = path.resolve(file);
  return inWords(
    async () => `Restored ${total(await loadFrom((place) => openFile(source, place)))} from ${source}.`,
  );
}

/** `npm run db:move -- URI [--back]`: copies everything to another server, or back from it. */
export async function move(args: string[]): Promise<string> {
  const back = args.includes("--back");
  const uri = args.find((argument) => argument.startsWith("mongodb"));
  if (!uri) throw new CommandError("Usage: npm run db:move -- MONGODB_URI [--back]");
  return inWords(async () => {
    if (back) return `Copied ${total(await moveFrom(uri))} from there; counts and checksums agree.`;
    return `Copied ${total(await moveTo(uri))}; counts and checksums agree. Set MONGODB_URI and start again to use it.`;
  });
}
