import { createHash } from "node:crypto";
import {
  chmodSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";

/** Where the files of one data directory are. */
export type Places = {
  directory: string;
  database: string;
  lock: string;
  socket: string;
  /** Where the socket is made, in a private directory if possible, before it moves to its place. */
  cradle: string;
  /** File that holds the address of the running server. */
  addressFile: string;
  uri: string;
};

/** A socket's path may have about 107 bytes on Linux and 103 on macOS. */
const MAX_SOCKET_PATH = 100;

/** Makes the directories (0700) and empty files (0600) that are missing. */
export function preparePlaces(dataDir: string, socketPath?: string): Places {
  const directory = join(dataDir, "db");
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  chmodSync(directory, 0o700);
  const home = realpathSync(dataDir);
  const near = join(home, "mongodb.sock");
  const socket = socketPath ?? chooseSocket(home, near);
  const places: Places = {
    directory,
    database: join(directory, "database.sqlite"),
    lock: join(directory, "owner.lock"),
    socket,
    cradle: socket === near ? join(home, "db", "socket") : `${socket}.new`,
    addressFile: join(dataDir, "mongodb.uri"),
    uri: `mongodb://${encodeURIComponent(socket)}/?directConnection=true&serverSelectionTimeoutMS=10000`,
  };
  for (const file of [places.database, places.lock]) createPrivately(file);
  return places;
}

/**
 * SQLite gives its side files the mode of the database file. An existing file is not even opened: closing
 * it would release the locks that another start in this process holds on it.
 */
function createPrivately(file: string): void {
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}

function chooseSocket(home: string, near: string): string {
  const name = createHash("sha256").update(home).digest("hex").slice(0, 16);
  if (process.platform === "win32") return `\\\\.\\pipe\\embedded-mongodb-${name}.sock`;
  if (Buffer.byteLength(near) <= MAX_SOCKET_PATH) return near;
  const folder = join(tmpdir(), `embedded-mongodb-${userInfo().uid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  // The temporary folder belongs to everybody: a folder that somebody else made there is not ours to use.
  if (!found.isDirectory() || found.uid !== userInfo().uid || (found.mode & 0o077) !== 0) {
    throw new Error(`${folder} is not a private directory of this user`);
  }
  return join(folder, `${name}.sock`);
}

/** Writes the address where other programs of the same user find it. */
export function publishAddress(places: Places): void {
  const temporary = join(dirname(places.addressFile), `.mongodb.uri.${process.pid}`);
  writeFileSync(temporary, `${places.uri}\n`, { mode: 0o600 });
  renameSync(temporary, places.addressFile);
}
