import { readFile, rename, stat, statfs, writeFile } from "node:fs/promises";
import path from "node:path";
import { connect, disconnect, liveDatabase } from "#models/db/connection.server";
import { requireCompleteCopy } from "#models/db/copy-database.server";
import { isDiskFull } from "#models/db/failures.server";
import { env } from "~/platform/env.server";
import {
  listAppliedMigrations,
  MIGRATIONS,
  newerAppliedVersion,
  pendingMigrations,
  prepareDatabase,
  type Migration,
} from "./migrations.server";

/** This version cannot open the database. The message says how to proceed; the exit code prevents automatic restarts. */
export class UpgradeError extends Error {
  override name = "UpgradeError";
  readonly exitCode = 78;
}

type Opening = {
  /** The version of this program. */
  version: string;
  log?: (message: string) => void;
  migrations?: readonly Migration[];
  /** The free bytes on the disk of DATA_DIR; null if unknown. */
  spaceOf?: () => Promise<number | null>;
};
type Opened = {
  migrated: string[];
  /** The folder with the previous database, kept until the next start. */
  kept?: string;
};

const databasePath = (name: string) => path.join(env.DATA_DIR, "db", name);

/**
 * Opens the database and migrates it to this version. The embedded database is copied before it changes and restored when a
 * migration fails. After a kill in between, the next start continues, or an earlier version restores the copy. On a MongoDB
 * server the copy is the operator's task. @throws UpgradeError
 */
export async function openDatabase(opening: Opening): Promise<Opened> {
  const { log, version, migrations = MIGRATIONS } = opening;
  if (env.MONGODB_URI) {
    await open(version, log, migrations);
    return { migrated: await prepareDatabase(migrations, version) };
  }
  if (!(await needsUpgrade(version))) {
    await open(version, log, migrations);
    if ((await pendingMigrations(migrations)).length === 0) {
      await prepareDatabase(migrations, version);
      await writeVersionFile(version);
      return { migrated: [] };
    }
  }
  return withUpgradeLock(() => upgrade(opening));
}

async function open(version: string, log: Opening["log"], migrations: readonly Migration[]): Promise<void> {
  await connect(log);
  await requireCompleteCopy(liveDatabase());
  const newer = newerAppliedVersion(migrations, await listAppliedMigrations());
  if (!newer) return;
  await disconnect();
  throw newerVersionError(newer, version);
}

/** Whether the files need an upgrade before they are opened. @throws UpgradeError for files of a later version */
async function needsUpgrade(version: string): Promise<boolean> {
  const { formatOf, upgradeInProgress } = await import("embedded-mongodb");
  const { found, known } = await formatOf(env.DATA_DIR);
  const startedVersion = upgradeInProgress(env.DATA_DIR);
  if (startedVersion !== undefined) return true;
  if (found > known) throw newerVersionError((await readVersionFile()) || "a later version", version);
  return found > 0 && found < known;
}

function newerVersionError(newer: string, version: string): UpgradeError {
  return new UpgradeError(
    `this database was brought to the shape of ${newer}, and this is ${version}. Start ${newer} again, or restore a backup from before.`,
  );
}

async function upgrade(opening: Opening): Promise<Opened> {
  const { log, version, migrations = MIGRATIONS } = opening;
  const { startUpgrade, endUpgrade, formatOf, undoUpgrade, upgradeInProgress } =
    await import("embedded-mongodb");
  const startedVersion = upgradeInProgress(env.DATA_DIR);
  if (startedVersion !== undefined && startedVersion !== version) {
    await disconnect();
    await undoUpgrade(env.DATA_DIR);
  }
  const begin = async () => {
    await requireSpace(opening.spaceOf);
    await startUpgrade(env.DATA_DIR, version);
  };
  const { found, known } = await formatOf(env.DATA_DIR);
  try {
    if (found > 0 && found < known) await begin();
    await open(version, log, migrations);
    const pending = await pendingMigrations(migrations);
    if (pending.length > 0 && (await hasUsers())) await begin();
    const migrated = await prepareDatabase(migrations, version);
    await writeVersionFile(version);
    return { migrated, kept: await endUpgrade(env.DATA_DIR) };
  } catch (error) {
    await disconnect();
    if (error instanceof UpgradeError) throw error;
    if (upgradeInProgress(env.DATA_DIR) === undefined) throw error;
    const reason = isDiskFull(error) ? "the disk is full" : error instanceof Error ? error.message : "";
    await undoUpgrade(env.DATA_DIR).catch(() => {
      throw new UpgradeError(
        `the database could not be brought to version ${version} (${reason}), and not be put back while another process uses it. Stop that, and start again.`,
      );
    });
    throw new UpgradeError(
      `the database could not be brought to version ${version} (${reason}). It is as it was before: the version you came from opens it.`,
    );
  }
}

/** Serializes upgrades: other processes wait and then find the database upgraded. */
async function withUpgradeLock<T>(work: () => Promise<T>): Promise<T> {
  const { takeLock } = await import("embedded-mongodb");
  const release = await takeLock(databasePath("upgrade.lock"));
  try {
    return await work();
  } finally {
    release();
  }
}

async function freeSpace(): Promise<number | null> {
  const stats = await statfs(env.DATA_DIR).catch(() => null);
  return stats && stats.bavail * stats.bsize;
}

async function requireSpace(spaceOf = freeSpace): Promise<void> {
  const sizes = ["database.sqlite", "database.sqlite-wal"].map((name) =>
    stat(databasePath(name)).catch(() => null),
  );
  const bytes = (await Promise.all(sizes)).reduce((sum, stats) => sum + (stats?.size ?? 0), 0);
  const free = await spaceOf();
  if (free === null || free > bytes) return;
  const megabytes = (count: number) => `${Math.ceil(count / 1e6)} MB`;
  throw new UpgradeError(
    `this version changes the database and copies it before, which needs ${megabytes(bytes)}. The disk of DATA_DIR has ${megabytes(free)} free. Nothing was changed.`,
  );
}

const hasUsers = async () =>
  (await liveDatabase()
    .collection("users")
    .findOne({}, { projection: { _id: 1 } })) !== null;

/** The version has its own file, because an earlier version cannot read it from a database of an unknown format. */
const VERSION_FILE = "version";

const readVersionFile = () => readFile(databasePath(VERSION_FILE), "utf8").catch(() => "");

async function writeVersionFile(version: string): Promise<void> {
  if ((await readVersionFile()) === version) return;
  const file = databasePath(`${VERSION_FILE}.${process.pid}`);
  await writeFile(file, version, { mode: 0o600 });
  await rename(file, databasePath(VERSION_FILE));
}
