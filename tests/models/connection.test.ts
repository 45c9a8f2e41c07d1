import { mkdtempSync, rmSync } from "node:fs";
import { connect as connectTo, createServer, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { start } from "embedded-mongodb";
import mongoose from "mongoose";
import { describe, expect, it, onTestFinished } from "vitest";
import { connect, disconnect, ping } from "#models/db/connection.server";
import { isDatabaseUnavailable } from "#models/db/failures.server";
import { env } from "~/platform/env.server";

/** A database server elsewhere, which lets nobody in until its door is opened. */
async function serverElsewhere() {
  const dataDir = mkdtempSync(path.join(tmpdir(), "still-"));
  const engine = await start({ dataDir });
  const [, socketPath = ""] = /^mongodb:\/\/([^/]+)\//.exec(engine.uri) ?? [];
  const sockets = new Set<Socket>();
  let isOpen = false;
  const door = createServer((socket) => {
    if (!isOpen) return void socket.destroy();
    const inside = connectTo(decodeURIComponent(socketPath));
    for (const [one, other] of [
      [socket, inside],
      [inside, socket],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on("error", () => undefined).on("close", () => other.destroy());
    }
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => door.once("listening", resolve));
  const { port } = door.address() as AddressInfo;
  return {
    uri: `mongodb://127.0.0.1:${port}/elsewhere?directConnection=true&retryWrites=false`,
    open: () => (isOpen = true),
    shut() {
      isOpen = false;
      for (const socket of sockets) socket.destroy();
    },
    async stop() {
      door.close();
      await engine.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

describe("the connection", () => {
  it("forgives the embedded engine a pause, and only that", () => {
    const { connectTimeoutMS, serverSelectionTimeoutMS } = mongoose.connection.getClient().options;
    expect([connectTimeoutMS, serverSelectionTimeoutMS]).toEqual(
      process.env.MONGODB_URI ? [2_000, 800] : [30_000, 10_000],
    );
  });

  it(
    "waits at a start for a server elsewhere and says so; a request later does not wait",
    { tags: ["release"] },
    async () => {
      const elsewhere = await serverElsewhere();
      const { MONGODB_URI } = env;
      onTestFinished(async () => {
        await disconnect();
        env.MONGODB_URI = MONGODB_URI;
        await elsewhere.stop();
        await connect();
      });
      await disconnect();
      env.MONGODB_URI = elsewhere.uri;
      await expect(connect(undefined, 0)).rejects.toSatisfy(isDatabaseUnavailable);
      await disconnect();
      const said: string[] = [];
      await connect((message) => {
        said.push(message);
        elsewhere.open();
      });
      expect(said).toEqual([
        expect.stringMatching(
          /^The database does not answer yet \(.+\): the start waits up to 30 seconds\.$/,
        ),
      ]);
      await ping();
      const together = { insertOne: { document: { _id: "together" as never } } };
      const writes = mongoose.connection.collection("together").bulkWrite([together], { ordered: false });
      elsewhere.shut();
      const cutOff: unknown = await writes.catch((error: unknown) => error);
      expect([(cutOff as Error).name, isDatabaseUnavailable(cutOff)]).toEqual(["MongoBulkWriteError", true]);
      const failure = await ping().catch((error: unknown) => error);
      expect(failure).toSatisfy(isDatabaseUnavailable);
      expect(mongoose.connection.getClient().options.serverSelectionTimeoutMS).toBe(800);
    },
  );

  it("that is let go while the driver writes is a database that is away; another broken pipe is not", () => {
    const brokenAt = (place: string) =>
      Object.assign(new Error("write EPIPE"), {
        code: "EPIPE",
        stack: `Error: write EPIPE\n    at ${place}`,
      });
    const driver = "Connection.writeCommand (/app/node_modules/mongodb/src/cmap/connection.ts:722:23)";
    expect(isDatabaseUnavailable(brokenAt(driver))).toBe(true);
    expect(isDatabaseUnavailable(new Error("wrapped", { cause: brokenAt(driver) }))).toBe(true);
    expect(
      isDatabaseUnavailable(brokenAt("SMTPConnection (/app/node_modules/nodemailer/lib/smtp.js:1:1)")),
    ).toBe(false);
  });
});
