import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { startServer } from "../../scripts/server.mjs";
import { fire, load, processorMs, show, spreadOf } from "../measure.mjs";
import { furnishedHouse, visitorsOf } from "../product.mjs";

/**
 * What pages cost, by throughput over ten connections and by the processor time of all threads. A public page stands beside
 * a bare server that sends the same bytes, a page of someone's own beside the smallest application of the same framework:
 * both are asked in turn, in the same run, each as fast as it answers.
 */
const PAGES = [
  { address: "/", goal: 5 },
  { address: "/login", goal: 5 },
  { address: "/faq", goal: 5 },
  { address: "/dashboard", as: "newcomer" },
  { address: "/settings", as: "demo", goal: 4, goalMs: 1.5 },
  { address: "/journal/evening", as: "demo", goal: 8, goalMs: 3 },
  { address: "/journal/history", as: "demo", goal: 8, goalMs: 3.5 },
  { address: "/dashboard", as: "demo", goal: 8, goalMs: 4 },
  { address: "/bible/john/15", as: "demo" },
  { address: "/bible?q=vine", as: "demo" },
];
const COLUMNS = {
  ...{ page: 28, bytes: 7, "a second": 9, "p99 ms": 7, "processor ms": 20, goal: 5 },
  ...{ beside: 10, "times slower": 20, "at most": 8, "ms packed": 20 },
};
const WIDTHS = Object.values(COLUMNS);
const row = ([first, ...cells]) =>
  console.log([first.padEnd(WIDTHS[0]), ...cells.map((cell, at) => cell.padStart(WIDTHS[at + 1]))].join(" "));

async function started(file) {
  const env = { ...process.env, NODE_ENV: "production" };
  const child = fork(path.join(import.meta.dirname, file), { env });
  const [port] = await once(child, "message");
  return { child, url: `http://127.0.0.1:${port}/` };
}

/** @param {{ short: boolean }} options */
export async function measurePages({ short }) {
  const { settings, demoPassword, remove } = await furnishedHouse();
  const logFile = path.join(".prepare", "bench-pages.log");
  const server = await startServer({ logFile, settings: { ...settings, TRUST_PROXY: "1" } });
  const [bare, minimal] = await Promise.all([started("bare.mjs"), started("minimal-remix.mjs")]);
  const effort = short ? { rounds: 2, seconds: 1, warmUp: 50 } : { rounds: 5, seconds: 3, warmUp: 500 };
  try {
    const visitors = await visitorsOf(server.origin, demoPassword);
    console.log(`\npages: ${effort.rounds} rounds in turn, ${load()}`);
    row(Object.keys(COLUMNS));
    for (const page of PAGES) row(await cellsOf(page, { server, bare, minimal, visitors, ...effort }));
  } finally {
    bare.child.disconnect();
    minimal.child.disconnect();
    await server.stop();
    remove();
  }
}

async function cellsOf(
  { address, as = "stranger", goal, goalMs },
  { server, bare, minimal, visitors, rounds, seconds, warmUp },
) {
  const isPublic = as === "stranger";
  const { headers } = visitors[as];
  const { text } = await visitors[as].go(address);
  if (isPublic) await fetch(bare.url, { method: "PUT", body: text });
  // No two requests for a page of someone's own are alike.
  let nth = 0;
  const other = () => `${address}${address.includes("?") ? "&" : "?"}n=${(nth += 1)}`;
  const requests = [{ setupRequest: (request) => ({ ...request, path: isPublic ? address : other() }) }];
  const ours = { url: server.origin.replace("localhost", "127.0.0.1"), headers, requests };
  const theirs = { url: isPublic ? bare.url : minimal.url };
  // As browsers ask. The smallest application packs nothing, so the others are beside it.
  const packed = { ...ours, headers: { ...headers, "Accept-Encoding": "gzip, deflate, br" } };
  for (const target of [ours, theirs, packed]) await fire({ ...target, amount: warmUp });
  const seen = { rate: [], p99: [], cost: [], ratio: [], packing: [] };
  const costOf = async (target) => {
    const before = processorMs(server.pid);
    const result = await fire({ ...target, duration: seconds });
    return { result, ms: (processorMs(server.pid) - before) / result.requests.total };
  };
  for (let round = 0; round < rounds; round++) {
    const { result: our, ms } = await costOf(ours);
    seen.cost.push(ms);
    seen.packing.push((await costOf(packed)).ms);
    const their = await fire({ ...theirs, duration: seconds });
    seen.rate.push(our.requests.total / our.duration);
    seen.p99.push(our.latency.p99);
    seen.ratio.push(their.requests.total / their.duration / (our.requests.total / our.duration));
  }
  const { rate, p99, cost, ratio, packing } = Object.fromEntries(
    Object.entries(seen).map(([name, values]) => [name, spreadOf(values)]),
  );
  return [
    ...[`${address}${isPublic ? "" : ` (${as})`}`, String(text.length), rate.median.toFixed(0)],
    ...[p99.median.toFixed(0), show(cost, 2), goalMs ? String(goalMs) : ""],
    ...[isPublic ? "bare" : "a minimal", show(ratio), goal ? String(goal) : "", show(packing, 2)],
  ];
}
