import { MongoClient, type Collection, type Document, type MongoClientOptions } from "mongodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run, type Running } from "../fixture.js";
import { document } from "./documents.js";
import { documentDb, embedded, type Difference } from "./known-differences.js";
import { contents, normal, operation, perform, show, text } from "./operations.js";
import { Random } from "./random.js";

const DEFAULTS = { seed: 20261122, operations: 5000 };
const seed = Number(process.env["FUZZ_SEED"] ?? DEFAULTS.seed);
const operations = Number(process.env["FUZZ_OPERATIONS"] ?? DEFAULTS.operations);
const isDefaultRun = seed === DEFAULTS.seed && operations === DEFAULTS.operations;
const uri = process.env["MONGODB_URI"];

const LANES = 4;
/** Number of operations before a collection gets new documents. */
const ROUND = 25;
/** Preserves number types, which must be equal on both servers. */
const driver: MongoClientOptions = { promoteValues: false, promoteLongs: false };
const INDEXES = ["a", "s", "d.e", "l", "k.e"];

/** The same collection on both servers. */
type Pair = { ours: Collection; theirs: Collection };

async function fill({ ours, theirs }: Pair, documents: Document[]): Promise<void> {
  await Promise.all(
    [ours, theirs].map(async (collection) => {
      await collection.deleteMany({});
      if (documents.length > 0) await collection.insertMany(documents.map((doc) => ({ ...doc })));
    }),
  );
}

/** Runs one lane's share of the operations and calls `found` for each with different results. */
async function drive(
  pair: Pair,
  random: Random,
  count: number,
  found: (difference: Difference) => void,
): Promise<void> {
  let before: Document[] = [];
  for (let n = 0; n < count; n++) {
    if (n % ROUND === 0) {
      await fill(
        pair,
        random.list(6, 12, (at) => document(random, at)),
      );
      before = await contents(pair.ours);
      // A random index on our side must not change the results.
      await pair.ours.dropIndexes();
      if (!random.oneIn(3)) await pair.ours.createIndex({ [random.pick(INDEXES)]: random.pick([1, -1]) });
    }
    const next = operation(random);
    const [ours, theirs] = await Promise.all([perform(pair.ours, next), perform(pair.theirs, next)]);
    let same = normal(next, ours) === normal(next, theirs);
    let after = before;
    if (next.writes) {
      const [left, right] = await Promise.all([contents(pair.ours), contents(pair.theirs)]);
      after = left;
      // A failed updateMany may or may not have changed earlier documents.
      const sameAfter =
        text(left) === text(right) || (ours.code !== undefined && next.method === "updateMany");
      if (same && !sameAfter) {
        ours.result = left;
        theirs.result = right;
      }
      same &&= sameAfter;
      if (text(left) !== text(right)) await fill(pair, left);
    }
    if (!same) found({ operation: next, before, ours, theirs });
    before = after;
  }
}

function formatDifference({ operation: { method, parameters }, before, ours, theirs }: Difference): string {
  return [
    `${method} ${parameters.map(show).join(", ")}`,
    `  on      ${before.map(show).join("\n          ")}`,
    `  ours    ${show(ours)}`,
    `  theirs  ${show(theirs)}`,
  ].join("\n");
}

describe.runIf(uri)("random operations compared with the server at MONGODB_URI", () => {
  let running: Running;
  let client: MongoClient;
  const name = `fuzz_${process.pid}_${Date.now().toString(36)}`;
  beforeAll(async () => {
    running = await run({}, driver);
    client = await new MongoClient(uri!, driver).connect();
  });
  afterAll(async () => {
    await client.db(name).dropDatabase();
    await client.close();
    await running.close();
  });

  it(
    `have the same results on both servers (${operations} operations, seed ${seed})`,
    { timeout: 600_000 },
    async () => {
      const info = await client.db("admin").command({ buildInfo: 1 });
      const isDocumentDb = show(info).toLowerCase().includes("documentdb");
      const known = [...(isDocumentDb ? documentDb : []), ...embedded];
      const met = new Map(known.map((each) => [each, 0]));
      const unknown: Difference[] = [];
      const lanes = Array.from({ length: LANES }, async (_, lane) => {
        const pair = {
          ours: running.client.db("fuzz").collection(`lane${lane}`),
          theirs: client.db(name).collection(`lane${lane}`),
        };
        await running.client.db("fuzz").createCollection(`lane${lane}`);
        await client.db(name).createCollection(`lane${lane}`);
        await drive(pair, new Random(seed + lane), operations / LANES, (difference) => {
          const found = known.find(({ is }) => is(difference));
          if (found) met.set(found, met.get(found)! + 1);
          else unknown.push(difference);
        });
      });
      await Promise.all(lanes);
      const list = [...met].map(
        ([{ name, reason }, times]) => `${String(times).padStart(6)} × ${name}: ${reason}`,
      );
      process.stdout.write(
        `${operations} operations, seed ${seed}; known differences:\n${list.join("\n")}\n`,
      );
      const report = unknown.slice(0, 5).map(formatDifference).join("\n\n");
      expect(report, `${unknown.length} differences, seed ${seed}`).toBe("");
      // A difference that no longer occurs must be removed from the list.
      const gone = [...met].filter(([{ seed }, times]) => times === 0 && seed === undefined);
      if (isDefaultRun && isDocumentDb) expect(gone.map(([{ name }]) => name)).toEqual([]);
    },
  );
});
