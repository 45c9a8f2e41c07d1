import { constants, existsSync } from "node:fs";
import { access, mkdtemp, readdir, rmdir, stat, statfs } from "node:fs/promises";
import { freemem, totalmem } from "node:os";
import path from "node:path";
import { env } from "~/platform/env.server";
import { formatMegabytes, newFinding, type Finding } from "./finding";

/** Facts about the machine. */
export type MachineInfo = { node: string; memory: number; freeMemory: number; freeDisk: number | null };

const LEAST_MEMORY = 400e6;
const LEAST_FREE_MEMORY = 60e6;
const LEAST_DISK = 300e6;

/** Reads the facts; a container's limit counts as its memory. */
export async function machineInfo(): Promise<MachineInfo> {
  const limit = process.constrainedMemory();
  const memory = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  const disk = await statfs(env.DATA_DIR).catch(() => null);
  const freeMemory = typeof process.availableMemory === "function" ? process.availableMemory() : freemem();
  return { node: process.versions.node, memory, freeMemory, freeDisk: disk && disk.bavail * disk.bsize };
}

export function checkMachine({ node, memory, freeMemory, freeDisk }: MachineInfo): Finding[] {
  const [major = 0, minor = 0] = node.split(".").map(Number);
  const isNew = major > 20 || (major === 20 && minor >= 19);
  const isTight = memory < LEAST_MEMORY || freeMemory < LEAST_FREE_MEMORY;
  const memoryWords = `${formatMegabytes(memory)} of memory, ${formatMegabytes(freeMemory)} of it free`;
  return [
    isNew
      ? newFinding("Node", "good", `Node ${node}.`)
      : newFinding("Node", "wrong", `This is Node ${node}; 20.19 or newer is needed.`),
    isTight
      ? newFinding("Memory", "wrong", `${memoryWords}: too little for the server and its threads.`)
      : newFinding("Memory", "good", `${memoryWords}.`),
    freeDisk === null
      ? newFinding("Disk", "note", "The disk of DATA_DIR cannot be asked how much room it has.")
      : freeDisk < LEAST_DISK
        ? newFinding(
            "Disk",
            "wrong",
            `Only ${formatMegabytes(freeDisk)} are free on the disk of DATA_DIR. Make room before writing stops.`,
          )
        : newFinding("Disk", "good", `${formatMegabytes(freeDisk)} are free on the disk of DATA_DIR.`),
  ];
}

const isWritable = (place: string) =>
  access(place, constants.R_OK | constants.W_OK).then(
    () => true,
    () => false,
  );

/** Whether other users of this machine may read private files. */
async function isOpenToOthers(place: string): Promise<boolean> {
  const there = await stat(place).catch(() => null);
  return there !== null && (there.mode & 0o077) !== 0;
}

/** Whether the first start can create a folder, by an attempt in its nearest existing ancestor. */
async function checkMissingFolder(folder: string): Promise<Finding> {
  let ancestor = path.dirname(folder);
  while (!(await stat(ancestor).catch(() => null))) ancestor = path.dirname(ancestor);
  try {
    await rmdir(await mkdtemp(path.join(ancestor, ".still-and-know-")));
    return newFinding("DATA_DIR", "note", `${folder} is not there yet; the first start makes it.`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const words = `${folder} cannot be made: this user cannot make a folder in ${ancestor} (${code}).`;
    return newFinding("DATA_DIR", "wrong", words);
  }
}

/** Checks the permissions of the folders that the server writes. */
export async function checkFolders(): Promise<Finding[]> {
  const { DATA_DIR, BACKUP_COPY_TO } = env;
  const findings: Finding[] = [];
  if (!(await stat(DATA_DIR).catch(() => null))) return [await checkMissingFolder(DATA_DIR)];
  const places = [DATA_DIR, ...["db", "backups", "secrets.json"].map((name) => path.join(DATA_DIR, name))];
  for (const place of places) {
    if (!(await stat(place).catch(() => null))) continue;
    if (!(await isWritable(place)))
      findings.push(newFinding("DATA_DIR", "wrong", `This user may not read and write ${place}.`));
  }
  for (const place of [DATA_DIR, path.join(DATA_DIR, "secrets.json")])
    if (await isOpenToOthers(place))
      findings.push(
        newFinding("DATA_DIR", "wrong", `Others on this machine may read ${place}. Run: chmod go= ${place}`),
      );
  if (findings.length === 0)
    findings.push(newFinding("DATA_DIR", "good", `${DATA_DIR} can be written, by this user alone.`));
  if (BACKUP_COPY_TO) findings.push(await checkSecondFolder(BACKUP_COPY_TO));
  return findings;
}

async function checkSecondFolder(folder: string): Promise<Finding> {
  const what = "BACKUP_COPY_TO";
  const there = await stat(folder).catch(() => null);
  if (!there?.isDirectory()) return newFinding(what, "wrong", `The folder ${folder} is not there.`);
  if (!(await isWritable(folder))) return newFinding(what, "wrong", `This user may not write ${folder}.`);
  return newFinding(what, "good", `${folder} can be written.`);
}

const MAX_CLOCK_DRIFT_MS = 60_000;

/** Compares the clock with another machine's, or else with the times of the database's files. */
export async function checkClock(seen: { at: number; who: string } | null, now: number): Promise<Finding> {
  if (seen) {
    const drift = Math.round((now - seen.at) / 1000);
    const words = `${Math.abs(drift)} seconds ${drift < 0 ? "behind" : "ahead of"} the clock of ${seen.who}`;
    return Math.abs(drift) * 1000 > MAX_CLOCK_DRIFT_MS
      ? newFinding("Clock", "wrong", `This machine is ${words}. Codes of two-step sign-in will fail.`)
      : newFinding("Clock", "good", `This machine is ${words}.`);
  }
  const folder = path.join(env.DATA_DIR, "db");
  const names = await readdir(folder).catch(() => []);
  const times = await Promise.all(
    names.map((name) =>
      stat(path.join(folder, name)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  );
  if (times.some((time) => time > now + MAX_CLOCK_DRIFT_MS))
    return newFinding(
      "Clock",
      "wrong",
      "Files of the database are from the future: this machine’s clock is behind.",
    );
  return newFinding(
    "Clock",
    "good",
    "No other machine told its time; no file of the database is from the future.",
  );
}

const HOUR = 3_600_000;
const MAX_BACKUP_AGE_MS = 48 * HOUR;

/** The age of the newest backup on this machine, and whether it opens. */
export async function checkBackup(now: number, mayOpen: boolean): Promise<Finding> {
  const what = "Backup";
  const folder = path.join(env.DATA_DIR, "backups");
  const names = (await readdir(folder).catch(() => [])).filter((name) => /\.(snk|backup)$/.test(name));
  const files = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(path.join(folder, name))).mtimeMs })),
  );
  const newest = files.sort((a, b) => b.at - a.at)[0];
  if (!newest) {
    const began = await stat(path.join(env.DATA_DIR, "db")).catch(() => null);
    if (!env.BACKUP_AT) {
      return env.MONGODB_URI
        ? newFinding(what, "note", "None here; your MongoDB server should be backed up with its own tools.")
        : newFinding(what, "wrong", `There is no backup, and BACKUP_AT is off.`);
    }
    if (!began || now - began.birthtimeMs < MAX_BACKUP_AGE_MS)
      return newFinding(what, "note", `None yet; the first is made at ${env.BACKUP_AT}.`);
    return newFinding(what, "wrong", `There is no backup in ${folder}, though one is due every night.`);
  }
  const hours = Math.round((now - newest.at) / HOUR);
  const told = `${newest.name} is ${hours} ${hours === 1 ? "hour" : "hours"} old`;
  if (!mayOpen)
    return newFinding(what, "note", `${told}; it was not opened, because its keys cannot be read.`);
  const problem = await problemOf(path.join(folder, newest.name));
  if (problem) return newFinding(what, "wrong", problem);
  if (now - newest.at > MAX_BACKUP_AGE_MS)
    return newFinding(what, "wrong", `${told}. A newer one should be there.`);
  return newFinding(what, "good", `${told}, and opens with the keys that are here.`);
}

async function problemOf(file: string): Promise<string | null> {
  // Imported late: loading the keys would create them if they did not exist.
  const { BackupFileError, verifyBackup: readBackupThrough } = await import("~/platform/backup-file.server");
  return readBackupThrough(file).then(
    () => null,
    (error: unknown) => {
      if (error instanceof BackupFileError) return error.message;
      throw error;
    },
  );
}

/** Whether the secrets can be read without creating or changing them. */
export const hasSecrets = (): boolean =>
  existsSync(path.join(env.DATA_DIR, "secrets.json")) ||
  Boolean(env.SESSION_SECRET && env.ENCRYPTION_KEYS && env.PASSWORD_PEPPER);
