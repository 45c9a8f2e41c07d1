import { existsSync, readFileSync, statSync } from "node:fs";
import { createConnection, type Socket } from "node:net";
import { join } from "node:path";
import { deserialize, Long, serialize, UUID, type Document } from "bson";
import { start } from "embedded-mongodb";
import Libsql from "libsql";
import { describe, expect, it, onTestFinished } from "vitest";
import { codeOf, run, sharedServer, temporaryDirectory } from "./fixture.js";

const running = sharedServer();

/** A connection that speaks raw frames. */
class Wire {
  readonly #socket: Socket;
  #bytes: Buffer = Buffer.alloc(0);
  #wake: (() => void) | undefined;

  constructor(path: string) {
    this.#socket = createConnection(path);
    this.#socket.on("data", (chunk) => {
      this.#bytes = Buffer.concat([this.#bytes, chunk]);
      this.#wake?.();
    });
  }

  send(bytes: Buffer): void {
    this.#socket.write(bytes);
  }

  async receive(): Promise<Document> {
    while (this.#bytes.length < 4 || this.#bytes.length < this.#bytes.readInt32LE(0)) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    const length = this.#bytes.readInt32LE(0);
    const frame = this.#bytes.subarray(0, length);
    this.#bytes = this.#bytes.subarray(length);
    return deserialize(frame.subarray(frame.readInt32LE(12) === 1 ? 36 : 21));
  }

  close(): void {
    this.#socket.destroy();
  }
}

function frame(opCode: number, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const header = Buffer.alloc(16);
  header.writeInt32LE(body.length + 16, 0);
  header.writeInt32LE(7, 4);
  header.writeInt32LE(opCode, 12);
  return Buffer.concat([header, body]);
}

function message(
  body: Document,
  options: { flags?: number; section?: [name: string, documents: Document[]] } = {},
): Buffer {
  const flags = Buffer.alloc(4);
  flags.writeUInt32LE(options.flags ?? 0);
  const parts: Uint8Array[] = [flags, Buffer.from([0]), serialize(body)];
  if (options.section) {
    const [name, documents] = options.section;
    const content = Buffer.concat([Buffer.from(`${name}\0`), ...documents.map((item) => serialize(item))]);
    const size = Buffer.alloc(4);
    size.writeInt32LE(content.length + 4);
    parts.push(Buffer.from([1]), size, content);
  }
  if ((options.flags ?? 0) & 1) parts.push(Buffer.alloc(4));
  return frame(2013, ...parts);
}

/** A connection that is closed at the end of the test. */
function connect(): Wire {
  const wire = new Wire(join(running.dataDir, "mongodb.sock"));
  onTestFinished(() => wire.close());
  return wire;
}

describe("the wire protocol", () => {
  it("replies to the legacy handshake and to hello", async () => {
    const wire = connect();
    const numbers = Buffer.alloc(8);
    numbers.writeInt32LE(-1, 4);
    const query = serialize({ ismaster: 1, helloOk: true });
    wire.send(frame(2004, Buffer.alloc(4), Buffer.from("admin.$cmd\0"), numbers, query));
    const legacy = await wire.receive();
    const known = { ok: 1, ismaster: true, helloOk: true, setName: "embedded", maxWireVersion: 21 };
    expect(legacy).toMatchObject(known);
    expect(legacy["compression"]).toBeUndefined();
    wire.send(message({ hello: 1, $db: "admin" }));
    const hello = await wire.receive();
    expect(hello).toMatchObject({ ok: 1, isWritablePrimary: true, logicalSessionTimeoutMinutes: 30 });
    expect(hello["me"]).toBe(hello["primary"]);
  });

  it("reads documents from sections of kind 1, with a checksum at the end", async () => {
    const wire = connect();
    const section: [string, Document[]] = ["documents", [{ _id: 1 }, { _id: 2 }]];
    wire.send(message({ insert: "sections", $db: "test" }, { flags: 1, section }));
    expect(await wire.receive()).toMatchObject({ ok: 1, n: 2 });
  });

  it("sends no reply to a message with moreToCome, and keeps the order of a connection", async () => {
    const wire = connect();
    const insert = { insert: "silent", documents: [{ _id: 1 }], $db: "test", writeConcern: { w: 0 } };
    wire.send(message(insert, { flags: 2 }));
    wire.send(message({ find: "silent", filter: {}, $db: "test" }));
    expect((await wire.receive())["cursor"].firstBatch).toEqual([{ _id: 1 }]);
  });

  it("executes a retried write with the same transaction number once", async () => {
    const wire = connect();
    const updates = [{ q: { _id: 1 }, u: { $inc: { n: 1 } }, upsert: true }];
    const lsid = { id: new UUID() };
    const ask = async (number: number) => {
      wire.send(
        message({ update: "retried", updates, lsid, txnNumber: Long.fromNumber(number), $db: "test" }),
      );
      return wire.receive();
    };
    const first = await ask(5);
    expect(first).toMatchObject({ ok: 1, n: 1, upserted: [{ index: 0, _id: 1 }] });
    expect(await ask(5)).toEqual(first);
    expect(await running.db.collection("retried").findOne()).toEqual({ _id: 1, n: 1 });
    expect(await ask(4)).toMatchObject({ ok: 0, code: 225 });
    expect(await ask(6)).toMatchObject({ ok: 1, n: 1, nModified: 1 });
  });

  it("rejects an undefined _id at any position", async () => {
    const wire = connect();
    for (const document of [{ _id: null }, { a: 1, _id: null }]) {
      const section: [string, Document[]] = ["documents", [document]];
      const bytes = message({ insert: "nobody", $db: "test" }, { section });
      // 6 is BSON's deprecated type for undefined. A value of this type has no content, like null.
      bytes[bytes.indexOf("\x0a_id\0", "latin1")] = 6;
      wire.send(bytes);
      expect(await wire.receive()).toMatchObject({ ok: 1, n: 0, writeErrors: [{ code: 53 }] });
    }
    expect(await running.db.collection("nobody").countDocuments()).toBe(0);
  });

  it("reads a message that arrives in small chunks", async () => {
    const wire = connect();
    for (const byte of message({ ping: 1, $db: "admin" })) {
      wire.send(Buffer.from([byte]));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await wire.receive()).toEqual({ ok: 1 });
  });

  it("rejects unknown commands and damaged BSON and keeps running", async () => {
    const wire = connect();
    wire.send(message({ makeCoffee: 1, $db: "admin" }));
    expect(await wire.receive()).toMatchObject({ ok: 0, code: 59, codeName: "CommandNotFound" });
    const damaged = message({ ping: 1, $db: "admin" });
    damaged.writeInt32LE(9_999, 21);
    wire.send(damaged);
    expect(await wire.receive()).toMatchObject({ ok: 0, code: 22, codeName: "InvalidBSON" });
    const text = message({ find: "x", filter: { name: "ab" }, $db: "test" });
    text[text.indexOf("ab\0")] = 0xff;
    wire.send(text);
    expect(await wire.receive()).toMatchObject({ ok: 0 });
    wire.send(message({ ping: 1, $db: "admin" }));
    expect(await wire.receive()).toEqual({ ok: 1 });
  });

  it("skips a message over 48 MB and keeps running", async () => {
    const wire = connect();
    const huge = Buffer.alloc(50_000_000);
    frame(2013).copy(huge);
    huge.writeInt32LE(huge.length, 0);
    wire.send(huge);
    expect(await wire.receive()).toMatchObject({ ok: 0, code: 10334 });
    wire.send(message({ ping: 1, $db: "admin" }));
    expect(await wire.receive()).toEqual({ ok: 1 });
  });
});

describe("cursors", () => {
  it("return batches, close at the end, and can be killed", async () => {
    const { db } = running;
    const numbers = db.collection<{ _id: number }>("numbers");
    await numbers.insertMany(Array.from({ length: 1000 }, (_, _id) => ({ _id })));
    const first = await db.command({ find: "numbers", sort: { _id: 1 }, batchSize: 10 });
    expect(first["cursor"].firstBatch).toHaveLength(10);
    const more = { getMore: first["cursor"].id as Long, collection: "numbers" };
    const next = await db.command({ ...more, batchSize: 5 });
    expect(next["cursor"].nextBatch.map((item: Document) => item["_id"])).toEqual([10, 11, 12, 13, 14]);
    const killed = await db.command({ killCursors: "numbers", cursors: [first["cursor"].id] });
    expect(killed["cursorsKilled"]).toHaveLength(1);
    expect(await codeOf(db.command(more))).toBe(43);
    expect(await numbers.find().batchSize(7).toArray()).toHaveLength(1000);
    const empty = await db.command({ find: "numbers", batchSize: 0 });
    expect(empty["cursor"].firstBatch).toEqual([]);
    expect(Number(empty["cursor"].id)).not.toBe(0);
    const limited = await db.command({ find: "numbers", limit: 10, batchSize: 10 });
    expect(Number(limited["cursor"].id)).toBe(0);
    const single = await db.command({ find: "numbers", batchSize: 3, singleBatch: true });
    expect(Number(single["cursor"].id)).toBe(0);
  });

  it("keep batches of large documents below the message limit", { tags: ["release"] }, async () => {
    const large = running.db.collection("large");
    const text = "x".repeat(3_000_000);
    for (let n = 0; n < 6; n++) await large.insertOne({ n, text });
    expect((await large.find().sort({ n: 1 }).toArray()).map((item) => item["n"])).toEqual([
      0, 1, 2, 3, 4, 5,
    ]);
    await large.drop();
  });

  it("continue after writes between two batches", async () => {
    const moving = running.db.collection<{ _id: number; n: number }>("moving");
    await moving.insertMany(Array.from({ length: 600 }, (_, _id) => ({ _id, n: _id })));
    const seen: number[] = [];
    for await (const item of moving.find().sort({ _id: 1 }).batchSize(50)) {
      seen.push(item._id);
      if (item._id % 100 === 0) await moving.deleteOne({ _id: item._id + 99 });
    }
    expect(seen).toHaveLength(594);
  });
});

describe("limits", () => {
  it("reject documents over 16 MB and keep the connection", { tags: ["release"] }, async () => {
    const big = running.db.collection("big");
    const tooLarge = { _id: 1, text: "x".repeat(16 * 1024 * 1024) } as never;
    await big.insertOne({ _id: 2 as never, text: "x".repeat(16_777_000) });
    const wire = connect();
    wire.send(message({ insert: "big", $db: "test" }, { section: ["documents", [tooLarge, { _id: 3 }]] }));
    const reply = await wire.receive();
    expect(reply["writeErrors"][0]).toMatchObject({ index: 0, code: 10334 });
    wire.send(message({ ping: 1, $db: "admin" }));
    expect(await wire.receive()).toEqual({ ok: 1 });
    expect(await codeOf(big.insertOne(tooLarge))).toBe(10334);
    const grow = big.updateOne({ _id: 2 as never }, { $set: { more: "y".repeat(1000) } });
    expect(await codeOf(grow)).toBe(10334);
    expect(await big.countDocuments()).toBe(1);
    await big.drop();
  });

  it("end an operation after maxTimeMS", async () => {
    const many = running.db.collection("many");
    await many.insertMany(Array.from({ length: 20_000 }, (_, n) => ({ n })));
    expect(await codeOf(many.find({ m: 1 }).maxTimeMS(1).toArray())).toBe(50);
  });
});

describe("files", () => {
  it("are private and contain the address of the server", async () => {
    const { dataDir, server } = running;
    const mode = (path: string) => statSync(join(dataDir, path)).mode & 0o777;
    expect(mode("db")).toBe(0o700);
    for (const file of [
      "db/database.sqlite",
      "db/database.sqlite-wal",
      "db/owner.lock",
      "mongodb.sock",
      "mongodb.uri",
    ]) {
      expect([file, mode(file)]).toEqual([file, 0o600]);
    }
    expect(readFileSync(join(dataDir, "mongodb.uri"), "utf8").trim()).toBe(server.uri);
  });

  it("do not include the socket when the directory's path is too long for a socket", async () => {
    const long = await run({ dataDir: join(temporaryDirectory(), "d".repeat(120)) });
    expect(await long.db.command({ ping: 1 })).toEqual({ ok: 1 });
    expect(existsSync(join(long.dataDir, "mongodb.sock"))).toBe(false);
    await long.close();
  });

  it("are rejected unchanged when a newer version wrote them", async () => {
    const dataDir = temporaryDirectory();
    await (await start({ dataDir })).stop();
    const file = join(dataDir, "db", "database.sqlite");
    const database = new Libsql(file);
    database.exec("PRAGMA user_version = 99");
    database.close();
    const before = readFileSync(file);
    await expect(start({ dataDir })).rejects.toThrow("schema version 99");
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});
