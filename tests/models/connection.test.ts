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

/** A remote database server behind a proxy that rejects connections until `open`. */
async function startRemoteServer() {
  const dataDir = mkdtempSync(path.join(tmpdir(), "still-"));
  const engine = await start({ dataDir });
  const [, socketPath = ""] = /^mongodb:\/\/([^/]+)\//.exec(engine.uri) ?? [];
  const sockets = new Set<Socket>();
  let isOpen = false;
  const proxy = createServer((socket) => {
    if (!isOpen) return void socket.destroy();
    const upstream = connectTo(decodeURIComponent(socketPath));
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on("error", () => undefined).on("close", () => other.destroy());
    }
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => proxy.once("listening", resolve));
  const { port } = proxy.address() as AddressInfo;
  return {
    uri: `mongodb://127.0.0.1:${port}/remote?directConnection=true&retryWrites=false`,
    open: () => (isOpen = true),
    shut() {
      isOpen = false;
      for (const socket of sockets) socket.destroy();
    },
    async stop() {
      proxy.close();
      await engine.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

describe("connection", () => {
  it("has longer timeouts for the embedded engine than for a server", () => {
    const { connectTimeoutMS, serverSelectionTimeoutMS } = mongoose.connection.getClient().options;
    expect([connectTimeoutMS, serverSelectionTimeoutMS]).toEqual(
      process.env.MONGODB_URI ? [2_000, 800] : [30_000, 10_000],
    );
  });

  it("waits for a remote server at the start only, and logs it", { tags: ["release"] }, async () => {
    const remote = await startRemoteServer();
    const { MONGODB_URI } = env;
    onTestFinished(async () => {
      await disconnect();
      env.MONGODB_URI = MONGODB_URI;
      await remote.stop();
      await connect();
    });
    await disconnect();
    env.MONGODB_URI = remote.uri;
    await expect(connect(undefined, 0)).rejects.toSatisfy(isDatabaseUnavailable);
    await disconnect();
    const messages: string[] = [];
    await connect((message) => {
      messages.push(message);
      remote.open();
    });
    expect(messages).toEqual([
      expect.stringMatching(/^The database does not answer yet \(.+\): the start waits up to 30 seconds\.$/),
    ]);
    await ping();
    const single = { insertOne: { document: { _id: "single" as never } } };
    const writes = mongoose.connection.collection("single").bulkWrite([single], { ordered: false });
    remote.shut();
    const interrupted: unknown = await writes.catch((error: unknown) => error);
    expect([(interrupted as Error).name, isDatabaseUnavailable(interrupted)]).toEqual([
      "MongoBulkWriteError",
      true,
    ]);
    const failure = await ping().catch((error: unknown) => error);
    expect(failure).toSatisfy(isDatabaseUnavailable);
    expect(mongoose.connection.getClient().options.serverSelectionTimeoutMS).toBe(800);
  });

  it("counts a broken pipe as unavailable only when it comes from the driver", () => {
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
