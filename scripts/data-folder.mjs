import { accessSync, constants, existsSync, mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { PrepareError, root } from "./prepare.mjs";

/** Exit code for a configuration error (sysexits.h, EX_CONFIG). */
const EX_CONFIG = 78;

const isContainer = () => existsSync("/.dockerenv") || existsSync("/run/.containerenv");

/**
 * Makes DATA_DIR where it is missing and checks that this user owns it: journals, keys and backups are private to one user.
 * @param {string | undefined} setting the value of DATA_DIR
 * @throws {PrepareError} with the command that gives the folder to this user
 */
export function ensureDataFolder(setting) {
  const folder = path.resolve(root, setting?.trim() || "data");
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch ({ code }) {
    throw new PrepareError(`Still and Know cannot start: DATA_DIR, ${folder}, cannot be made (${code}).`, {
      exitCode: EX_CONFIG,
    });
  }
  const user = process.getuid();
  const isOwner = user === 0 || [folder, ...parts(folder)].every((file) => statSync(file).uid === user);
  if (isOwner && isUsable(folder)) return;
  const command = `sudo chown -R ${user}:${process.getgid()} ${folder}`;
  const where = isContainer() ? "On the host, for the folder that is mounted there, run" : "Run";
  throw new PrepareError(
    `Still and Know cannot start: DATA_DIR, ${folder}, belongs to another user or cannot be written. ${where}: ${command}`,
    { exitCode: EX_CONFIG },
  );
}

const parts = (folder) =>
  isUsable(folder) ? ["db", "secrets.json"].map((name) => path.join(folder, name)).filter(existsSync) : [];

function isUsable(folder) {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
