import { createHash } from "node:crypto";
import {
  chmodSync,
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export type SocketLocation = {
  path: string;
  /** Path of the new socket, in a private directory if possible, before it is renamed. */
  temporary: string;
  /** Folder of the socket in the shared temporary folder; a folder that another user owns must not be used. */
  folder?: string;
};

/** Paths of the files of one data directory. */
export type Paths = {
  /** Folder of the database, its locks and its markers. */
  directory: string;
  database: string;
  lock: string;
  /** Lock file: shared by every process that uses the directory, exclusive while the database is replaced. */
  presence: string;
  /** Folder of an unfinished replacement database. */
  incoming: string;
  /** Marker file: it exists while the next start must purge deleted content. */
  purgeMarker: string;
  /** Candidate locations of the socket, best first; not every file system supports sockets. */
  sockets: SocketLocation[];
  /** File that holds the address of the running server. */
  addressFile: string;
};

/** The numeric id, because a user in a container may have no name. */
const OWN_USER = process.getuid?.() ?? -1;

/** A socket's path may have about 107 bytes on Linux and 103 on macOS. */
const MAX_SOCKET_PATH = 100;

/** Creates missing directories (0700) and empty files (0600). */
export function preparePaths(dataDir: string, socketPath?: string): Paths {
  const directory = join(dataDir, "db");
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  chmodSync(directory, 0o700);
  const home = realpathSync(dataDir);
  const paths: Paths = {
    directory,
    database: join(directory, "database.sqlite"),
    lock: join(directory, "owner.lock"),
    presence: join(directory, "presence.lock"),
    incoming: join(directory, "incoming"),
    purgeMarker: join(directory, "forget-at-next-start"),
    sockets: socketPath === undefined ? socketsFor(home) : [locationOf(socketPath)],
    addressFile: join(dataDir, "mongodb.uri"),
  };
  for (const file of [paths.database, paths.lock, paths.presence]) createPrivately(file);
  return paths;
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

function locationOf(path: string, folder?: string): SocketLocation {
  return { path, folder, temporary: process.platform === "win32" ? path : `${path}.new` };
}

function socketsFor(home: string): SocketLocation[] {
  const name = createHash("sha256").update(home).digest("hex").slice(0, 16);
  if (process.platform === "win32") return [locationOf(`\\\\.\\pipe\\embedded-mongodb-${name}.sock`)];
  const near = { path: join(home, "mongodb.sock"), temporary: join(home, "db", "socket") };
  const folder = join(tmpdir(), `embedded-mongodb-${OWN_USER}`);
  const far = locationOf(join(folder, `${name}.sock`), folder);
  return Buffer.byteLength(near.path) <= MAX_SOCKET_PATH ? [near, far] : [far];
}

/** Creates the folder of a socket that needs one. @throws if another user could access it */
export function prepareFolder({ folder }: SocketLocation): void {
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== OWN_USER || (found.mode & 0o077) !== 0)
    throw new Error(`${folder} is not a private directory of this user`);
}

/** Whether a server accepts connections on this socket. */
export function isAnswering(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(path);
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", () => end(true)).once("error", () => end(false));
  });
}

/** The address of a server for drivers on this machine. */
export function uriOf(socket: string): string {
  return `mongodb://${encodeURIComponent(socket)}/?directConnection=true&serverSelectionTimeoutMS=10000`;
}

/** Writes the address where other programs of the same user find it. */
export function publishAddress(paths: Paths, socket: string): void {
  const temporary = join(dirname(paths.addressFile), `.mongodb.uri.${process.pid}`);
  writeFileSync(temporary, `${uriOf(socket)}\n`, { mode: 0o600 });
  renameSync(temporary, paths.addressFile);
}

/** Creates and syncs the marker that makes the next start purge deleted content. */
export function requestPurge(note: string): void {
  for (const file of [openSync(note, "a", 0o600), openSync(dirname(note), "r")]) {
    fsyncSync(file);
    closeSync(file);
  }
}
