/** @module-tag release */
import { start } from "embedded-mongodb";
import { describe, expect, it } from "vitest";
import { ended, kill, launch, run, temporaryDirectory, until } from "./fixture.js";

type ClientMessage = { ready?: boolean; won?: number; acknowledged?: number; at: number; owner?: boolean };

const messagesOf = (client: { messages: unknown[] }) => client.messages as ClientMessage[];

/** Intervals between consecutive acknowledgements. */
function pauses(messages: ClientMessage[]): number[] {
  const times = messages.flatMap(({ acknowledged, at }) => (acknowledged === undefined ? [] : [at]));
  return times.slice(1).map((at, before) => at - (times[before] ?? at));
}

describe("several processes on one data directory", () => {
  it("grant each key to one process and lose no increment", async () => {
    const directory = temporaryDirectory();
    const watch = await run({ dataDir: directory });
    await watch.db.collection("claims").createIndex({ key: 1 }, { unique: true });
    const clients = ["one", "two", "three", "four"].map((name) =>
      launch("racer.mjs", [directory, name, "150"]),
    );
    await until(() => clients.every((client) => client.messages.length > 0));
    expect(clients.map((client) => messagesOf(client)[0]?.ready)).toEqual([false, false, false, false]);
    for (const { child } of clients) child.send("race");
    await until(() =>
      clients.every((client) => messagesOf(client).some((message) => message.won !== undefined)),
    );
    const wins = clients.map(
      (client) => messagesOf(client).find((message) => message.won !== undefined)?.won ?? 0,
    );
    expect(wins.reduce((sum, won) => sum + won)).toBe(150);
    expect(await watch.db.collection("claims").countDocuments()).toBe(150);
    expect((await watch.db.collection("counters").findOne({ _id: "shared" as never }))?.["n"]).toBe(600);
    for (const { child } of clients) child.send("stop");
    await Promise.all(clients.map(({ child }) => ended(child)));
    await watch.close();
  });

  it("replace a killed owner within two seconds without losing an acknowledged write", async () => {
    const directory = temporaryDirectory();
    const owner = launch("racer.mjs", [directory, "owner", "0"]);
    await until(() => owner.messages.length > 0);
    expect(messagesOf(owner)[0]?.ready).toBe(true);
    const others = ["two", "three"].map((name) => launch("racer.mjs", [directory, name, "0"]));
    await until(() => others.every((client) => client.messages.length > 0));
    for (const { child } of [owner, ...others]) child.send("write");
    await until(() => [owner, ...others].every((client) => client.messages.length > 100));
    // On a busy machine, where single writes are slow, the takeover may take longer.
    const slowest = Math.max(...others.flatMap((client) => pauses(messagesOf(client))));
    const most = Math.max(2_000, 20 * slowest);
    const killedAt = Date.now();
    await kill(owner.child);
    const seen = others.map((client) => client.messages.length);
    await until(() => others.every((client, at) => client.messages.length > (seen[at] ?? 0) + 50));
    for (const [at, client] of others.entries()) {
      const next = messagesOf(client)
        .slice(seen[at])
        .find((message) => message.at > killedAt + 1);
      expect((next?.at ?? Infinity) - killedAt).toBeLessThan(most);
    }
    expect(others.filter((client) => messagesOf(client).at(-1)?.owner)).toHaveLength(1);
    await Promise.all(others.map(({ child }) => kill(child)));
    const after = await run({ dataDir: directory });
    for (const [name, client] of [
      ["owner", owner],
      ["two", others[0]],
      ["three", others[1]],
    ] as const) {
      const acknowledged = Math.max(
        ...messagesOf(client ?? owner).map((message) => message.acknowledged ?? -1),
      );
      const log = after.db.collection("log");
      // A retried write is recognised: each number is there exactly once.
      expect(await log.countDocuments({ by: name, n: { $lte: acknowledged } })).toBe(acknowledged + 1);
      const counter = await after.db.collection("counters").findOne({ _id: name as never });
      expect(counter?.["last"]).toBeGreaterThanOrEqual(acknowledged);
    }
    expect(await after.server.integrityCheck()).toEqual([]);
    await after.close();
  });

  it("may each start several servers, and another takes over when one stops", async () => {
    const directory = temporaryDirectory();
    const first = await run({ dataDir: directory });
    const second = await start({ dataDir: directory });
    expect([first.server.isOwner(), second.isOwner()]).toEqual([true, false]);
    expect(second.uri).toBe(first.server.uri);
    await first.db.collection("x").insertOne({ n: 1 });
    await second.backup(`${directory}/copy.sqlite`);
    expect(await second.integrityCheck()).toEqual([]);
    expect(await first.db.collection("x").countDocuments()).toBe(1);
    await first.server.stop();
    await until(() => second.isOwner(), 2000);
    expect(await first.db.collection("x").countDocuments()).toBe(1);
    await first.client.close();
    await second.stop();
  });
});
