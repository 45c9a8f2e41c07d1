/** @module-tag release */
import { spawn } from "node:child_process";
import { copyFileSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MongoClient, MongoServerError } from "mongodb";
import { describe, expect, it } from "vitest";
import { codeOf, ended, kill, killedDirectory, run, serve, temporaryDirectory } from "./fixture.js";

type Write = {
  _id: string;
  round: number;
  n: number;
  text: string;
  version: number;
};

/** Acknowledged writes, by `_id`. */
type AcknowledgedWrites = { inserted: Set<string>; updated: Set<string> };

const rounds = Number(process.env["KILL_ROUNDS"] ?? 20);

/** Writes with four concurrent clients and kills the server at acknowledgement number `last`, while other writes are pending. */
async function writeAndKill(
  directory: string,
  round: number,
  last: number,
  { inserted, updated }: AcknowledgedWrites,
): Promise<void> {
  const { child, uri } = await serve(directory);
  const client = new MongoClient(uri, { retryWrites: false });
  const writes = client.db("test").collection<Write>("writes");
  await writes.createIndexes([{ key: { round: 1, n: 1 }, unique: true }, { key: { text: 1 } }]);
  let acknowledged = 0;
  const note = (kind: Set<string>, id: string) => {
    kind.add(id);
    if (++acknowledged === last) child.kill("SIGKILL");
  };
  async function lane(number: number): Promise<void> {
    for (let n = 0; acknowledged < last; n++) {
      const _id = `${round}-${number}-${n}`;
      await writes.insertOne({ _id, round, n: n * 10 + number, text: `text ${n % 17}`, version: 0 });
      note(inserted, _id);
      if (n % 3 !== 0 || acknowledged >= last) continue;
      await writes.updateOne({ _id }, { $inc: { version: 1 }, $set: { text: `changed ${n}` } });
      note(updated, _id);
    }
  }
  const ends = await Promise.allSettled([0, 1, 2, 3].map(lane));
  // Pending writes fail because the connection is lost; the server rejected none.
  for (const end of ends) expect("reason" in end && end.reason).not.toBeInstanceOf(MongoServerError);
  await Promise.all([client.close(), ended(child)]);
}

describe("a killed server", () => {
  it(`loses no acknowledged write in ${rounds} rounds`, async () => {
    const directory = temporaryDirectory();
    const inserted = new Set<string>();
    const updated = new Set<string>();
    for (let round = 0; round < rounds; round++)
      await writeAndKill(directory, round, 20 + ((round * 37) % 150), { inserted, updated });
    const after = await run({ dataDir: directory });
    const found = new Map<string, number>();
    for await (const item of after.db.collection<Write>("writes").find()) found.set(item._id, item.version);
    expect([...inserted].filter((id) => !found.has(id))).toEqual([]);
    expect([...updated].filter((id) => (found.get(id) ?? 0) < 1)).toEqual([]);
    expect(inserted.size).toBeGreaterThan(rounds * 10);
    // The cached count equals the number of documents.
    expect(await after.db.collection("writes").estimatedDocumentCount()).toBe(found.size);
    await after.db.collection("writes").deleteOne({});
    expect(await after.db.collection("writes").estimatedDocumentCount()).toBe(found.size - 1);
    expect(await after.server.integrityCheck()).toEqual([]);
    await after.close();
  });

  it("opens a database whose write-ahead log is truncated at any point", async () => {
    // Few writes, so that no checkpoint has moved any from the log to the database.
    const directory = await killedDirectory();
    const files = ["database.sqlite", "database.sqlite-wal"].map((name) => join(directory, "db", name));
    const [database = "", log = ""] = files;
    for (const file of files) copyFileSync(file, `${file}.copy`);
    const size = statSync(log).size;
    expect(size).toBeLessThan(1000 * 4096);
    const counts: number[] = [];
    for (const part of [1, 0.9, 0.51, 0.2]) {
      for (const file of files) copyFileSync(`${file}.copy`, file);
      rmSync(`${database}-shm`, { force: true });
      truncateSync(log, Math.floor(size * part));
      const after = await run({ dataDir: directory });
      expect(await after.server.integrityCheck()).toEqual([]);
      counts.push(await after.db.collection("writes").countDocuments());
      await after.db.collection("writes").insertOne({ n: -counts.length });
      await after.close();
    }
    // The whole log contains every write. A shorter log yields an earlier state, never a mixture of states.
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
    expect(counts[0]).toBe(80);
  });
});

describe("a full disk", () => {
  it("rejects writes with code 14031 until there is space again, and serves reads", async () => {
    const directory = temporaryDirectory();
    const { child, uri } = await serve(directory);
    /** Limits the size of the server's files. */
    const setLimit = (bytes: string) =>
      ended(
        spawn("prlimit", [`--fsize=${bytes}:unlimited`, "--pid", String(child.pid)], { stdio: "inherit" }),
      );
    await setLimit("6000000");
    const client = new MongoClient(uri);
    const kept = client.db("test").collection<{ _id: number; text: string }>("kept");
    await kept.createIndex({ text: 1 });
    const text = "x".repeat(20_000);
    let acknowledged = 0;
    let refused: unknown;
    while (acknowledged < 2000 && refused === undefined) {
      refused = await codeOf(kept.insertOne({ _id: acknowledged, text: `${text}${acknowledged}` }));
      if (refused === undefined) acknowledged++;
    }
    expect(refused).toBe(14031);
    expect(acknowledged).toBeGreaterThan(10);
    expect(await kept.estimatedDocumentCount()).toBe(acknowledged);
    expect(await kept.countDocuments({ text: { $gte: "" } })).toBe(acknowledged);
    expect((await kept.findOne({ _id: acknowledged - 1 }))?.text).toBe(`${text}${acknowledged - 1}`);
    const together = await Promise.all(
      [1, 2, 3].map((n) => codeOf(kept.insertOne({ _id: 5000 + n, text: text + n }))),
    );
    expect(new Set(together)).toEqual(new Set([14031]));
    expect(await codeOf(kept.updateOne({ _id: 0 }, { $set: { text: `${text}new` } }))).toBe(14031);
    expect(await kept.find().toArray()).toHaveLength(acknowledged);
    await setLimit("unlimited");
    await kept.insertOne({ _id: 9000, text });
    expect(await kept.estimatedDocumentCount()).toBe(acknowledged + 1);
    await kept.updateOne({ _id: 0 }, { $set: { text: "short" } });
    await client.close();
    await kill(child);
    const after = await run({ dataDir: directory });
    expect(await after.db.collection("kept").countDocuments()).toBe(acknowledged + 1);
    expect(await after.server.integrityCheck()).toEqual([]);
    await after.close();
  });
});

describe("a damaged file", () => {
  it("is rejected at the start or reported by the integrity check", async () => {
    const directory = temporaryDirectory();
    const first = await run({ dataDir: directory });
    const documents = Array.from({ length: 500 }, (_, n) => ({ n, text: "y".repeat(100) }));
    await first.db.collection("x").insertMany(documents);
    await first.close();
    const file = join(directory, "db", "database.sqlite");
    const bytes = readFileSync(file);
    const page = Math.floor(bytes.length / 2 / 4096) * 4096;
    bytes.fill(0x55, page, page + 4096);
    writeFileSync(file, bytes);
    const reported = await run({ dataDir: directory }).then(
      async (second) => {
        const problems = await second.server.integrityCheck();
        await second.close();
        return problems.length > 0;
      },
      (error: Error) => error.message.includes("damaged"),
    );
    expect(reported).toBe(true);
    writeFileSync(file, Buffer.from("this is not a database, but a text of some length".repeat(100)));
    await expect(run({ dataDir: directory })).rejects.toThrow("damaged");
  });
});
