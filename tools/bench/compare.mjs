import { existsSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { PrepareError } from "../../scripts/prepare.mjs";
import { createDemoInstance } from "../instance.mjs";
import {
  formatLoad,
  formatSpread,
  loadOf,
  measureCost,
  memoryOf,
  printTable,
  sendLoad,
  spreadOf,
} from "../measurements.mjs";

/** Maximum ratio of a page's processor time to that of the other checkout. */
const PAGES = [
  { path: "/settings", limit: 1.8 },
  { path: "/journal/evening", limit: 1.5 },
  { path: "/journal/history", limit: 1.5 },
  { path: "/dashboard", limit: 1.5 },
  { path: "/login", isPublic: true, limit: 3.2 },
];
const MAX_START_RATIO = 1.3;
const MAX_START_MB = 180;
const MAX_LOADED_MB = 270;
const PACKED = { "Accept-Encoding": "gzip, deflate, br" };

/**
 * Compares this build with another checkout, usually an older commit. Both servers run and receive requests alternately.
 * The other checkout needs `npm start`, `npm run seed:demo` and HTTP only.
 * @param {string | undefined} folder
 * @param {{ short: boolean, packed: boolean, seconds: string, pairs: string }} options
 */
export async function comparePages(folder, { short, packed, seconds, pairs }) {
  if (!folder || !existsSync(path.join(folder, "scripts/start.mjs")))
    throw new PrepareError("Usage: npm run bench -- compare FOLDER [--pairs 7] [--seconds 30] [--packed]");
  const effort = short
    ? { pairs: 1, amount: 20, warmUp: 20, seconds: 1 }
    : { pairs: Number(pairs), amount: 500, warmUp: 1_000, seconds: Number(seconds) };
  const sides = [{ name: "this" }, { name: "other", checkout: path.resolve(folder) }];
  try {
    for (const side of sides) side.instance = await createDemoInstance(side.checkout);
    console.log(`\ncompare: ${effort.pairs} pairs, ${formatLoad()}`);
    await compareStarts(sides, effort);
    for (const side of sides) {
      side.server = await side.instance.start(`compare-${side.name}`);
      side.client = await side.instance.signIn(side.server);
    }
    const rows = [];
    for (const page of PAGES) rows.push(await comparePage(page, sides, { ...effort, packed }));
    printTable(rows);
    await compareMemoryUnderLoad(sides, effort);
  } finally {
    for (const { server, instance } of sides) {
      await server?.stop();
      instance?.remove();
    }
  }
}

/** Processor time of a page on both servers. */
async function comparePage({ limit, ...page }, sides, { pairs, amount, warmUp, packed }) {
  const loads = sides.map(({ server, client }) => {
    const load = loadOf(server, page, client);
    return { ...load, headers: { ...load.headers, ...(packed && PACKED) } };
  });
  for (const load of loads) await sendLoad({ ...load, amount: warmUp });
  const costs = [[], []];
  for (let pair = 0; pair < pairs; pair++)
    for (const [at, { server }] of sides.entries())
      costs[at].push(await measureCost(server, loads[at], amount));
  return {
    "processor time": page.path,
    "this, ms": formatSpread(spreadOf(costs[0]), 2),
    "other, ms": formatSpread(spreadOf(costs[1]), 2),
    ...ratioCells(costs, limit),
  };
}

/** The median of the ratios of the pairs. */
function ratioCells([ours, theirs], limit) {
  const ratio = spreadOf(ours.map((value, at) => value / theirs[at]));
  return {
    ratio: formatSpread(ratio, 2),
    limit: String(limit),
    "": ratio.median <= limit ? "within" : "OVER",
  };
}

/** Compares start times on a folder with data, and the memory of idle servers. */
async function compareStarts(sides, { pairs }) {
  const starts = [[], []];
  const idle = [[], []];
  for (let pair = 0; pair < pairs; pair++)
    for (const [at, { name, instance }] of sides.entries()) {
      const begun = performance.now();
      const server = await instance.start(`compare-${name}-start`);
      starts[at].push(performance.now() - begun);
      await delay(3_000);
      idle[at].push(memoryOf(server.pid));
      await server.stop();
    }
  const [ours, theirs] = starts.map((values) => formatSpread(spreadOf(values), 0));
  printTable([
    { start: "second start", "this, ms": ours, "other, ms": theirs, ...ratioCells(starts, MAX_START_RATIO) },
  ]);
  printMemory("three seconds after the start", idle, MAX_START_MB);
}

async function compareMemoryUnderLoad(sides, { seconds }) {
  const loaded = [[], []];
  for (const [at, { server, client }] of sides.entries()) {
    const loads = PAGES.map((page) => loadOf(server, page, client));
    const requests = loads.flatMap(({ headers, requests }) => requests.map((each) => ({ headers, ...each })));
    await sendLoad({ url: loads[0].url, requests, connections: 8, duration: seconds });
    loaded[at].push(memoryOf(server.pid));
  }
  printMemory(`after ${seconds} s of load`, loaded, MAX_LOADED_MB);
}

function printMemory(when, [ours, theirs], limit) {
  printTable(
    ["rss", "pss"].map((kind) => {
      const [own, other] = [ours, theirs].map((values) => spreadOf(values.map((each) => each[kind])));
      return {
        memory: `${kind.toUpperCase()} ${when}`,
        "this, MB": formatSpread(own, 0),
        "other, MB": formatSpread(other, 0),
        limit: String(limit),
        "": own.median <= limit ? "within" : "OVER",
      };
    }),
  );
}
