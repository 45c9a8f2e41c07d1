import { fork, spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createConnection, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { start, type EmbeddedServer, type StartOptions } from "embedded-mongodb";
import { BSON, MongoClient, type Db, type Document, type MongoClientOptions } from "mongodb";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";

/** A server on its own directory, with a connected driver. */
export type Running = {
  dataDir: string;
  server: EmbeddedServer;
  client: MongoClient;
  db: Db;
  close(): Promise<void>;
};

const PREFIX = join(tmpdir(), "embedded-mongodb-test-");
const remove = (directory: string) => rmSync(directory, { recursive: true, force: true });

/** A new directory, removed at the end of the test. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(PREFIX);
  onTestFinished(() => remove(directory));
  return directory;
}

/** Starts a server. `close` stops it, and removes its directory unless the caller chose the directory. */
export async function run(
  options: Partial<StartOptions> = {},
  driver: MongoClientOptions = {},
): Promise<Running> {
  const dataDir = options.dataDir ?? mkdtempSync(PREFIX);
  const server = await start({ log: (message) => process.stderr.write(`${message}\n`), ...options, dataDir });
  const client = new MongoClient(server.uri, driver);
  await client.connect();
  return {
    dataDir,
    server,
    client,
    db: client.db("test"),
    async close() {
      await client.close();
      await server.stop();
      if (!options.dataDir) remove(dataDir);
    },
  };
}

/** A server for all tests of a file. After the last test it checks that the indexes are consistent. */
export function sharedServer(options?: Partial<StartOptions>): Running {
  const running = {} as Running;
  beforeAll(async () => void Object.assign(running, await run(options)));
  afterAll(async () => {
    expect(await running.server.integrityCheck()).toEqual([]);
    await running.close();
  });
  return running;
}

/** Opens a connection without a driver, which would add its own sessions and transaction numbers. */
export function openSocket(uri: string): Socket {
  const [, path = ""] = /^mongodb:\/\/([^/]+)\//.exec(uri) ?? [];
  return createConnection(decodeURIComponent(path));
}

/** Sends a command as one message. */
export function send(socket: Socket, body: Document): void {
  const content = Buffer.concat([Buffer.alloc(5), BSON.serialize(body)]);
  const header = Buffer.alloc(16);
  header.writeInt32LE(content.length + 16, 0);
  header.writeInt32LE(2013, 12);
  socket.write(Buffer.concat([header, content]));
}

/** Starts a program of the folder `programs` and collects its messages. */
export function launch(program: string, parameters: string[]): { child: ChildProcess; messages: unknown[] } {
  const path = fileURLToPath(new URL(`./programs/${program}`, import.meta.url));
  const child = fork(path, parameters, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const messages: unknown[] = [];
  // A test that fails half-way must not leave processes behind.
  onTestFinished(() => void child.kill("SIGKILL"));
  child.on("message", (message) => messages.push(message));
  return { child, messages };
}

/** Starts the package's command, which runs only a server. */
export async function serve(dataDir: string): Promise<{ child: ChildProcess; uri: string }> {
  const program = fileURLToPath(new URL("../bin/embedded-mongodb.mjs", import.meta.url));
  const child = spawn(process.execPath, [program, dataDir], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let printed = "";
  child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  await until(() => printed.includes("\n"));
  return { child, uri: printed.trim() };
}

/** Kills a child process, and resolves when it has ended. */
export function kill(child: ChildProcess, signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
  child.kill(signal);
  return ended(child);
}

/** Resolves when a child process has ended. */
export function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once("exit", () => resolve()));
}

/** A directory of a killed server, in which some of 80 acknowledged documents are only in the write-ahead log. */
export async function killedDirectory(): Promise<string> {
  const directory = temporaryDirectory();
  const { child, uri } = await serve(directory);
  const client = new MongoClient(uri);
  const writes = client.db("test").collection("writes");
  await writes.createIndexes([{ key: { n: 1 }, unique: true }, { key: { text: 1 } }]);
  for (let n = 0; n < 80; n++) {
    await writes.insertOne({ n, text: `text ${n % 17}` });
    if (n % 3 === 0) await writes.updateOne({ n }, { $set: { text: `changed ${n}` } });
  }
  // In this order: the driver's last message to a dead server may wait without end.
  await client.close();
  await kill(child);
  return directory;
}

/** Waits until `condition` holds. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  milliseconds = 60_000,
): Promise<void> {
  const end = Date.now() + milliseconds;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error("waited in vain");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The MongoDB error code of a failed operation; undefined if it succeeds. */
export async function codeOf(operation: Promise<unknown>): Promise<unknown> {
  try {
    await operation;
    return undefined;
  } catch (error) {
    return error instanceof Error && "code" in error ? error.code : error;
  }
}
