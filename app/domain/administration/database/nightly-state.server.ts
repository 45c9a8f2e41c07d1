import { BackupNoteModel } from "#models/backup-note.server";
import { now } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { lastBackup } from "./backups.server";

/** What is known of the nightly backups, for the pages and the alerts. */
export type NightlyState = {
  /** When one is due; null where they are off. */
  dueAt: string | null;
  usesServer: boolean;
  last: { at: Date; bytes: number; name: string; tookMs: number; copiedTo: string } | null;
  trouble: string | null;
};

/** The nightly backups, as they stand. */
export async function nightlyState(): Promise<NightlyState> {
  const [last, trouble] = await Promise.all([
    BackupNoteModel.findOne({ night: { $gt: "" }, bytes: { $gt: 0 } })
      .sort({ at: -1 })
      .lean(),
    nightlyTrouble(),
  ]);
  return { dueAt: env.BACKUP_AT, usesServer: Boolean(env.MONGODB_URI), last, trouble };
}

/** Why the last nightly backup is not whole; null when nothing is wrong or no backup is wanted. */
export async function nightlyTrouble(): Promise<string | null> {
  if (!env.BACKUP_AT) return null;
  return (await BackupNoteModel.findById("trouble").lean())?.trouble ?? null;
}

/** Remembers since when this house looks after backups. A clock that was ahead then is set right. */
export async function noteBeginning(night: string): Promise<void> {
  const at = now();
  if (await BackupNoteModel.exists({ _id: "began", at: { $lte: at } })) return;
  await BackupNoteModel.updateOne({ _id: "began" }, { $set: { at, bytes: 0, night } }, { upsert: true });
}

/** When the last backup was made; before the first, when this house began to look after them. */
export async function lastBackupAt(): Promise<Date | null> {
  const last = await lastBackup();
  return last ?? (await BackupNoteModel.findById("began").lean())?.at ?? null;
}
