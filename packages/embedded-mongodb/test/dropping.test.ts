/** @module-tag release */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import Libsql from "libsql";
import { MongoClient, type Db } from "mongodb";
import { beforeEach, describe, expect, it } from "vitest";
import { codeOf, kill, run, serve, temporaryDirectory, until } from "./fixture.js";

const DOCUMENTS = 20_000;
const SECRET = "a page that was torn out";
let dataDir: string;
beforeEach(() => void (dataDir = temporaryDirectory()));

/** The result of a query on the file while the server runs. */
function inFile<Value>(sql: string): Value[] {
  const database = new Libsql(join(dataDir, "db", "database.sqlite"), { timeout: 5000 });
  try {
    return database.prepare(sql).pluck().all() as Value[];
  } finally {
    database.close();
  }
}
const droppedTables = () => inFile<string>("SELECT name FROM dropped ORDER BY name");

async function fill(db: Db): Promise<void> {
  const large = db.collection("large");
  await large.createIndex({ n: 1 });
  for (let at = 0; at < DOCUMENTS; at += 5000)
    await large.insertMany(Array.from({ length: 5000 }, (_, n) => ({ n: at + n, text: SECRET })));
}

describe("a large dropped collection", () => {
  it("disappears at once, and is deleted in batches", async () => {
    const { db, server, client, close } = await run({ dataDir });
    await fill(db);
    const cursors = [db.collection("large").find(), db.collection("large").find().hint({ n: 1 })];
    for (const cursor of cursors) await cursor.batchSize(2).next();
    const commits = async () =>
      (await client.db("admin").command({ serverStatus: 1 }))["counters"].commits as number;
    const before = await commits();
    await db.collection("large").drop();
    expect(await db.listCollections().toArray()).toEqual([]);
    for (const cursor of cursors) {
      await cursor.next();
      expect(await codeOf(cursor.next())).toBe(175);
    }
    // A backup during the deletion contains nothing of the dropped collection.
    const copy = join(dataDir, "copy.sqlite");
    await server.backup(copy);
    expect(readFileSync(copy).includes(SECRET)).toBe(false);
    // A new collection may use the name of the dropped one.
    await db.collection("large").insertOne({ n: 1 });
    await db.collection("large").createIndex({ n: 1 });
    await until(() => droppedTables().length === 0);
    expect((await commits()) - before).toBeGreaterThan(6);
    expect(inFile("SELECT name FROM sqlite_schema WHERE name IN ('c_1', 'i_1')")).toEqual([]);
    expect(await db.collection("large").countDocuments({ n: 1 })).toBe(1);
    expect(await server.integrityCheck()).toEqual([]);
    await close();
  });

  it("is deleted after a crash during its deletion", async () => {
    const { child, uri } = await serve(dataDir);
    const client = await new MongoClient(uri).connect();
    await fill(client.db("test"));
    await client.close();
    await kill(child);
    // The state after a crash: the collection is marked as dropped, and half of its rows are deleted.
    const database = new Libsql(join(dataDir, "db", "database.sqlite"));
    database.exec(`BEGIN; DELETE FROM collections; DELETE FROM indexes; INSERT INTO dropped VALUES ('c_1'), ('i_1');
      DELETE FROM c_1 WHERE r < ${DOCUMENTS / 2}; COMMIT`);
    database.close();
    const after = await run({ dataDir });
    // Table numbers of undeleted tables are not reused.
    await after.db.collection("large").insertOne({ n: 1 });
    await after.db.collection("large").createIndex({ n: 1 });
    await until(() => droppedTables().length === 0);
    // If the deletion ended before the new collection was created, the number is reused for its one document.
    for (const table of inFile("SELECT name FROM sqlite_schema WHERE name IN ('c_1', 'i_1')"))
      expect(inFile(`SELECT COUNT(*) AS name FROM ${String(table)}`)).toEqual([1]);
    expect(await after.db.collection("large").countDocuments({ n: 1 })).toBe(1);
    expect(await after.server.integrityCheck()).toEqual([]);
    await after.close();
  });
});
