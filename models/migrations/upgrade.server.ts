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

/** A database that this version does not open. Its sentence says what to do; a service manager does not try again. */
export class UpgradeError extends Error {
  override name = "UpgradeError";
  readonly exitCode = 78;
}

type Opening = {
  /** The version of this program. */
  version: string;
  log?: (message: string) => void;
  migrations?: readonly Migration[];
  /** The free bytes of the disk with DATA_DIR; null where nobody can say. */
  spaceOf?: () => Promise<number | null>;
};
type Opened = {
  lifted: string[];
  /** The folder with the database of before, which is kept until the next start. */
  kept?: string;
};

const inDb = (name: string) => path.join(env.DATA_DIR, "db", name);

/**
 * Opens the database and brings it to this version. The embedded one is copied before anything in it is changed, and put
 * back when the change fails; killed in between, the next start goes on, or an earlier version puts it back.
 * On a MongoDB server the operator makes the copy. @throws UpgradeError
 */
export async function openDatabase(opening: Opening): Promise<Opened> {
  const { log, version, migrations = MIGRATIONS } = opening;
  if (env.MONGODB_URI) {
    await open(version, log, migrations);
    return { lifted: await prepareDatabase(migrations, version) };
  }
  if (!(await isBehind(version))) {
    await open(version, log, migrations);
    if ((await pendingMigrations(migrations)).length === 0) {
      await prepareDatabase(migrations, version);
      await noteVersion(version);
      return { lifted: [] };
    }
  }
  return alone(() => upgrade(opening));
}

async function open(version: string, log: Opening["log"], migrations: readonly Migration[]): Promise<void> {
  await connect(log);
  await requireCompleteCopy(liveDatabase());
  const newer = newerAppliedVersion(migrations, await listAppliedMigrations());
  if (!newer) return;
  await disconnect();
  throw newerSentence(newer, version);
}

/** Whether something is to be done before the files are opened. @throws UpgradeError for those of a later version */
async function isBehind(version: string): Promise<boolean> {
  const { formatOf, upgradeInProgress } = await import("embedded-mongodb");
  const { found, known } = await formatOf(env.DATA_DIR);
  const begun = upgradeInProgress(env.DATA_DIR);
  if (begun !== undefined) return true;
  if (found > known) throw newerSentence((await readNote()) || "a later version", version);
  return found > 0 && found < known;
}

function newerSentence(newer: string, version: string): UpgradeError {
  return new UpgradeError(
    `this database was brought to the shape of ${newer}, and this is ${version}. Start ${newer} again, or restore a backup from before.`,
  );
}

async function upgrade(opening: Opening): Promise<Opened> {
  const { log, version, migrations = MIGRATIONS } = opening;
  const { startUpgrade, endUpgrade, formatOf, undoUpgrade, upgradeInProgress } =
    await import("embedded-mongodb");
  const begun = upgradeInProgress(env.DATA_DIR);
  if (begun !== undefined && begun !== version) {
    await disconnect();
    await undoUpgrade(env.DATA_DIR);
  }
  const begin = async () => {
    await refuseWithoutSpace(opening.spaceOf);
    await startUpgrade(env.DATA_DIR, version);
  };
  const { found, known } = await formatOf(env.DATA_DIR);
  try {
    if (found > 0 && found < known) await begin();
    await open(version, log, migrations);
    const due = await pendingMigrations(migrations);
    if (due.length > 0 && (await holdsPeople())) await begin();
    const lifted = await prepareDatabase(migrations, version);
    await noteVersion(version);
    return { lifted, kept: await endUpgrade(env.DATA_DIR) };
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

/** One process upgrades; the others that start meanwhile wait, and find it done. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  const { takeLock } = await import("embedded-mongodb");
  const release = await takeLock(inDb("upgrade.lock"));
  try {
    return await work();
  } finally {
    release();
  }
}

async function freeSpace(): Promise<number | null> {
  const found = await statfs(env.DATA_DIR).catch(() => null);
  return found && found.bavail * found.bsize;
}

async function refuseWithoutSpace(spaceOf = freeSpace): Promise<void> {
  const sizes = ["database.sqlite", "database.sqlite-wal"].map((name) => stat(inDb(name)).catch(() => null));
  const bytes = (await Promise.all(sizes)).reduce((sum, found) => sum + (found?.size ?? 0), 0);
  const free = await spaceOf();
  if (free === null || free > bytes) return;
  const megabytes = (count: number) => `${Math.ceil(count / 1e6)} MB`;
  throw new UpgradeError(
    `this version changes the database and copies it before, which needs ${megabytes(bytes)}. The disk of DATA_DIR has ${megabytes(free)} free. Nothing was changed.`,
  );
}

const holdsPeople = async () =>
  (await liveDatabase()
    .collection("users")
    .findOne({}, { projection: { _id: 1 } })) !== null;

/** Beside the files, because a program that does not know their format cannot ask them. */
const NOTE = "version";

const readNote = () => readFile(inDb(NOTE), "utf8").catch(() => "");

async function noteVersion(version: string): Promise<void> {
  if ((await readNote()) === version) return;
  const file = inDb(`${NOTE}.${process.pid}`);
  await writeFile(file, version, { mode: 0o600 });
  await rename(file, inDb(NOTE));
}
