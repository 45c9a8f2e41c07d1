import { MongoClient, type Collection, type Db, type Document } from "mongodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sharedServer } from "../fixture.js";
import { aggregate } from "./aggregate.js";
import type { Call, Case } from "./case.js";
import { errors } from "./errors.js";
import { indexes } from "./indexes.js";
import { documentDb } from "./known-differences.js";
import { order } from "./order.js";
import { query } from "./query.js";
import { update } from "./update.js";

const tables = { query, order, update, errors, aggregate, indexes };
const uri = process.env.MONGODB_URI;

/** Creates the collections of a case, its own as `cases`, with their documents and indexes. */
async function prepare(db: Db, { docs = [], others = {}, indexes: wanted = [] }: Case): Promise<Collection> {
  for (const { name } of await db.listCollections().toArray()) await db.dropCollection(name);
  const collection = db.collection("cases");
  await db.createCollection("cases");
  if (docs.length > 0) await collection.insertMany(structuredCloneOf(docs));
  for (const [name, content] of Object.entries(others))
    await db.collection(name).insertMany(structuredCloneOf(content));
  if (wanted.length > 0) await collection.createIndexes(wanted);
  return collection;
}

/** Copies the documents, because the driver adds an `_id` to those that it inserts. */
function structuredCloneOf(docs: Document[]): Document[] {
  return docs.map((doc) => ({ ...doc }));
}

type Method = (...parameters: unknown[]) => Promise<unknown> & { toArray?: () => Promise<unknown> };

function call(collection: Collection, [method, ...parameters]: Call): Promise<unknown> {
  const run = (collection as unknown as Record<string, Method>)[method]!.bind(collection);
  const result = run(...parameters);
  return result.toArray ? result.toArray() : result;
}

async function perform(
  collection: Collection,
  { find, update: change, aggregate: stages, calls = [] }: Case,
): Promise<unknown> {
  if (find) {
    const found = await collection.find(...find).toArray();
    return find[1]?.sort ? found : found.sort((a, b) => Number(a._id) - Number(b._id));
  }
  if (change) return collection.updateOne(...change);
  if (stages) return collection.aggregate(...stages).toArray();
  let result: unknown;
  for (const each of calls) result = await call(collection, each);
  // The order of distinct values is unspecified, so they are sorted for the comparison.
  return calls.at(-1)?.[0] === "distinct" ? (result as unknown[]).sort(byJson) : result;
}

const byJson = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

async function check(collection: Collection, row: Case): Promise<void> {
  if (row.code !== undefined) {
    const failure = await perform(collection, row).then(
      (result) => expect.fail(`gave ${JSON.stringify(result)} instead of an error`),
      (error: unknown) => error as Document,
    );
    expect(row.code, String(failure.message)).toSatisfy((code: unknown) =>
      [code].flat().includes(failure.code),
    );
    if (row.error) expect(failure).toMatchObject(row.error);
  } else {
    const result = await perform(collection, row);
    if (row.ids) expect((result as Document[]).map(({ _id }) => _id as unknown)).toEqual(row.ids);
    if ("want" in row) expect(result).toEqual(row.want);
    if (row.has) expect(result).toMatchObject(row.has);
  }
  if (row.after) expect(await collection.find().sort({ _id: 1 }).toArray()).toEqual(row.after);
}

function suite(database: () => Db, differs: () => Record<string, string>): void {
  for (const [table, rows] of Object.entries(tables)) {
    describe(table, () => {
      it.each(rows.map((row) => [row.name, row] as const))("%s", async (name, row) => {
        const known = differs()[name];
        const outcome = prepare(database(), row).then((collection) => check(collection, row));
        if (known === undefined) return outcome;
        await expect(outcome, `no longer differs: ${known}`).rejects.toThrow();
      });
    });
  }
}

describe("parity: the tables", () => {
  it("have at least 150 cases with unique names", () => {
    const names = Object.values(tables).flatMap((rows) => rows.map(({ name }) => name));
    expect(names.length).toBeGreaterThanOrEqual(150);
    expect(new Set(names).size).toBe(names.length);
    expect(Object.keys(documentDb).filter((name) => !names.includes(name))).toEqual([]);
  });
});

describe("parity: the embedded server", () => {
  const server = sharedServer();
  suite(
    () => server.client.db("parity"),
    () => ({}),
  );
});

describe.runIf(uri)("parity: the server at MONGODB_URI", () => {
  let client: MongoClient;
  let differs: Record<string, string> = {};
  const name = `parity_${process.pid}_${Date.now().toString(36)}`;
  beforeAll(async () => {
    client = await new MongoClient(uri!).connect();
    const info = await client.db("admin").command({ buildInfo: 1 });
    if (JSON.stringify(info).toLowerCase().includes("documentdb")) differs = documentDb;
  });
  afterAll(async () => {
    await client.db(name).dropDatabase();
    await client.close();
  });
  suite(
    () => client.db(name),
    () => differs,
  );
});
