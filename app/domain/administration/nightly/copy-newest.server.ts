import { copyFile, open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { BackupNoteModel } from "#models/backup-note.server";
import { backupsFolder } from "~/domain/administration/database/backups.server";
import { copyNotes } from "~/domain/identity/account-notes/write-notes.server";
import { t } from "~/i18n/t";
import { readBackupThrough } from "~/platform/backup-file.server";
import { env } from "~/platform/env.server";
import { randomToken } from "~/platform/signing.server";
import { lackOfSpace } from "./night";
import {
  madeHere,
  NightlyTroubleError,
  PART,
  removeBeyondKept,
  sweepParts,
  type FreeSpaceIn,
} from "./nightly-files.server";

/** The newest nightly backup in the second folder, once, and the notes beside it as often as they are behind. */
export async function copyNewest(spaceIn: FreeSpaceIn): Promise<void> {
  const folder = env.BACKUP_COPY_TO;
  if (!folder) return;
  await copyNotes();
  const [newest] = await madeHere();
  if (!newest || newest.copiedTo === folder) return;
  const source = path.join(backupsFolder(), newest.name);
  if (!(await stat(source).catch(() => null))) return;
  // Never made by us: a folder that is missing is a disk that is not there.
  if (!(await stat(folder).catch(() => null))?.isDirectory())
    throw new NightlyTroubleError(
      t("The second folder, {folder}, is not there. Is its disk connected?", { folder }),
    );
  await sweepParts(folder);
  const lack = lackOfSpace(folder, newest.bytes, await spaceIn(folder));
  if (lack) throw new NightlyTroubleError(lack);
  const part = path.join(folder, `${newest.name}-${randomToken(4)}${PART}`);
  try {
    await copyFile(source, part);
    const copy = await open(part, "r+");
    try {
      await copy.sync();
    } finally {
      await copy.close();
    }
    await readBackupThrough(part);
    await rename(part, path.join(folder, newest.name));
  } finally {
    await rm(part, { force: true }).catch(() => undefined);
  }
  await BackupNoteModel.updateOne({ _id: newest._id }, { $set: { copiedTo: folder } });
  await removeBeyondKept(folder, newest.name);
}
