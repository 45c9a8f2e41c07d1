import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createDemoInstance } from "../instance.mjs";
import {
  formatLoad,
  formatSpread,
  loadOf,
  printTable,
  processorMs,
  sendLoad,
  spreadOf,
} from "../measurements.mjs";

/** Maximum ratio of the reference's requests per second to the page's. */
const PAGES = [
  { path: "/settings", limit: 7 },
  { path: "/journal/evening", limit: 13 },
  { path: "/journal/history", limit: 15 },
  { path: "/dashboard", limit: 16 },
  { path: "/login", isPublic: true, limit: 8 },
  { path: "/faq", isPublic: true, isBesideBare: true, limit: 8 },
];

async function startReference(file) {
  const env = { ...process.env, NODE_ENV: "production" };
  const child = fork(path.join(import.meta.dirname, file), { env });
  const [port] = await once(child, "message");
  return { child, url: `http://127.0.0.1:${port}/` };
}

/**
 * Requests per second over ten connections: pages compared with a minimal Remix page of the same versions, and a public
 * page without a form compared with a bare node:http server that sends the same bytes.
 * @param {{ short: boolean }} options
 */
export async function measurePages({ short }) {
  const effort = short ? { rounds: 1, seconds: 1, warmUp: 20 } : { rounds: 5, seconds: 3, warmUp: 1_000 };
  const instance = await createDemoInstance();
  const server = await instance.start("pages");
  const references = [];
  try {
    const minimal = await startReference("minimal-remix.mjs");
    const bare = await startReference("bare-server.mjs");
    references.push(minimal, bare);
    const client = await instance.signIn(server);
    console.log(`\npages: ${effort.rounds} rounds, ${formatLoad()}`);
    const rows = [];
    for (const page of PAGES)
      rows.push(await measurePage(page, { server, client, minimal, bare, ...effort }));
    printTable(rows);
  } finally {
    for (const { child } of references) child.disconnect();
    await server.stop();
    instance.remove();
  }
}

async function measurePage(
  { isBesideBare, limit, ...page },
  { server, client, minimal, bare, rounds, seconds, warmUp },
) {
  const load = loadOf(server, page, client);
  const reference = { url: isBesideBare ? bare.url : minimal.url };
  if (isBesideBare) {
    const response = await fetch(load.url + page.path);
    await fetch(bare.url, { method: "PUT", body: await response.text() });
  }
  for (const target of [load, reference]) await sendLoad({ ...target, amount: warmUp });
  const rates = [];
  const costs = [];
  const ratios = [];
  for (let round = 0; round < rounds; round++) {
    const before = processorMs(server.pid);
    const own = await sendLoad({ ...load, duration: seconds });
    costs.push((processorMs(server.pid) - before) / own.requests.total);
    const other = await sendLoad({ ...reference, duration: seconds });
    rates.push(own.requests.total / own.duration);
    ratios.push(other.requests.total / other.duration / rates[round]);
  }
  const ratio = spreadOf(ratios);
  return {
    page: page.path,
    "a second": formatSpread(spreadOf(rates), 0),
    "processor ms": formatSpread(spreadOf(costs), 2),
    beside: isBesideBare ? "bare node:http" : "minimal Remix",
    "times slower": formatSpread(ratio),
    limit: String(limit),
    "": ratio.median <= limit ? "within" : "OVER",
  };
}
