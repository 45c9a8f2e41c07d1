/** @module-tag release */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { MongoClient } from "mongodb";
import mongoose, { Schema } from "mongoose";
import { describe, expect, it } from "vitest";
import { kill, serve, temporaryDirectory } from "./fixture.js";

/** Resident memory of a process in megabytes, from its status file: peak (VmHWM) or current (VmRSS). */
function memoryOf(status: string, which: "VmHWM" | "VmRSS"): number {
  return Number(new RegExp(`${which}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
}

/** Peak memory of a Node process that runs nothing. */
function bareNode(): number {
  const { stdout } = spawnSync(process.execPath, [
    "-p",
    "require('fs').readFileSync('/proc/self/status', 'utf8')",
  ]);
  return memoryOf(stdout.toString(), "VmHWM");
}

/** Additional memory of a worker thread from Node 22 on, in megabytes. */
const THREAD_MB = Number(process.versions.node.split(".")[0]) < 22 ? 0 : 25;

const statusOf = ({ pid }: { pid?: number | undefined }) => readFileSync(`/proc/${pid}/status`, "utf8");

describe.runIf(process.platform === "linux")("an idle server", () => {
  it("uses less than 40 MB more than an empty Node process and a worker thread", async () => {
    const { child } = await serve(temporaryDirectory());
    const used = memoryOf(statusOf(child), "VmHWM") - bareNode();
    process.stdout.write(`at the start it is ${used.toFixed(0)} MB above an empty Node process\n`);
    expect(used).toBeLessThan(40 + THREAD_MB);
    await kill(child, "SIGTERM");
  });
});

describe("a plan", () => {
  it("is garbage-collected after its command", () => {
    const program = fileURLToPath(new URL("programs/planner.mjs", import.meta.url));
    const flags = ["--expose-gc", "--single-threaded-gc", "--max-semi-space-size=5"];
    const { stdout } = spawnSync(process.execPath, [...flags, program, temporaryDirectory()], {
      encoding: "utf8",
    });
    process.stdout.write(`a plan leaves ${Number(stdout).toFixed(0)} bytes for the next full collection\n`);
    expect(Number(stdout)).toBeGreaterThan(-5_000);
    expect(Number(stdout)).toBeLessThan(5_000);
  });
});

describe.runIf(process.platform === "linux")("150 idle cursors", () => {
  it("use less than a megabyte each, sorted or not", async () => {
    const { child, uri } = await serve(temporaryDirectory());
    const client = await new MongoClient(uri).connect();
    const large = client.db("test").collection("large");
    await large.insertMany(Array.from({ length: 300 }, (_, n) => ({ n, text: "x".repeat(20_000) })));
    const before = memoryOf(statusOf(child), "VmRSS");
    const cursors = Array.from({ length: 150 }, (_, at) => {
      const found = large.find({}, { batchSize: 2 });
      return at % 15 > 0 ? found : found.sort({ n: -1 });
    });
    for (const cursor of cursors) expect(await cursor.next()).not.toBeNull();
    const used = memoryOf(statusOf(child), "VmRSS") - before;
    process.stdout.write(`150 cursors hold ${used.toFixed(0)} MB\n`);
    expect(used).toBeLessThan(150);
    for (const cursor of cursors) await cursor.close();
    await client.close();
    await kill(child, "SIGTERM");
  });
});

describe.runIf(process.platform === "linux")("100,000 documents", () => {
  it("are written, read, counted and sorted in less than 80 MB", async () => {
    const { child, uri } = await serve(temporaryDirectory());
    const connection = await mongoose.createConnection(uri, { dbName: "long" }).asPromise();
    const schema = new Schema({ n: Number, user: Number, date: Date, text: String });
    schema.index({ n: 1 });
    schema.index({ user: 1, date: -1 });
    const Row = connection.model("Row", schema);
    await Row.init();
    const text = "x".repeat(400);
    for (let part = 0; part < 100; part++) {
      await Row.collection.insertMany(
        Array.from({ length: 1000 }, (_, at) => {
          const n = part * 1000 + at;
          return { n, user: n % 50, date: new Date(n * 60_000), text };
        }),
      );
    }
    let expected = 0;
    for await (const row of Row.find().sort({ n: 1 }).lean().cursor({ batchSize: 500 })) {
      if (row.n !== expected++) throw new Error(`row ${row.n} instead of ${expected - 1}`);
    }
    expect(expected).toBe(100_000);
    const week = { user: 7, date: { $gte: new Date(0), $lt: new Date(7 * 86_400_000) } };
    expect(await Row.countDocuments(week)).toBe(202);
    expect(await Row.estimatedDocumentCount()).toBe(100_000);
    for (let n = 0; n < 500; n++) {
      const page = Row.find({ user: n % 50 }, null, { sort: { date: -1 }, limit: 20 });
      expect(await page.lean()).toHaveLength(20);
    }
    expect(await Row.find().sort({ text: 1, n: -1 }).limit(3).lean()).toHaveLength(3);
    expect(await Row.countDocuments({ text: "none" })).toBe(0);
    expect(await Row.distinct("user")).toHaveLength(50);
    const used = memoryOf(statusOf(child), "VmHWM") - bareNode();
    process.stdout.write(`the server's peak is ${used.toFixed(0)} MB above an empty Node process\n`);
    expect(used).toBeLessThan(80 + THREAD_MB);
    await connection.close();
    await kill(child, "SIGTERM");
  });
});
