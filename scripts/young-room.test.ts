/** @module-tag release */
import { execFileSync } from "node:child_process";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { START_FLAGS } from "./server.mjs";

const MODULE = pathToFileURL(path.resolve("scripts/young-room.mjs")).href;

/**
 * Objects that stay for a while make V8 ask for more room. Says how many megabytes it has. The least of a few times: while
 * a full collection is under way V8 goes beyond what it has, and gives that back at the next small one.
 */
const PROGRAM = `
  import { once } from "node:events";
  import { getHeapSpaceStatistics } from "node:v8";
  import { Worker } from "node:worker_threads";
  import { holdRoom } from ${JSON.stringify(MODULE)};

  const room = () => getHeapSpaceStatistics().find((space) => space.space_name === "new_space").space_size / 2 ** 20;
  const fillOnce = () => {
    const kept = [];
    for (let index = 0; index < 200_000; index++) kept.push({ index, list: [index] });
    return room();
  };
  const fill = () => Math.min(...Array.from({ length: 5 }, fillOnce));
  const letGrow = holdRoom();
  const first = fill();
  await once(new Worker("setTimeout(() => {}, 50)", { eval: true }), "online");
  const withThread = fill();
  letGrow();
  await once(new Worker("setTimeout(() => {}, 50)", { eval: true }), "online");
  console.log(JSON.stringify({ first, withThread, afterwards: fill() }));
`;

it("the room for short-lived objects stays small until it may grow, threads or not", () => {
  const said = execFileSync(process.execPath, [...START_FLAGS, "--input-type=module", "-e", PROGRAM], {
    encoding: "utf8",
  });
  const { first, withThread, afterwards } = JSON.parse(said) as Record<string, number>;
  // Once it may grow before it is told again, while the thread comes up.
  expect(withThread).toBeLessThanOrEqual(2 * (first ?? 0));
  expect(afterwards).toBeGreaterThan(2 * (first ?? 0));
});
