import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import path from "node:path";
import { startServer } from "../server.mjs";
import { ask, furnishedHouse, visitorsOf } from "./visitor.mjs";

/**
 * What pages cost beside bare node:http, which sends the same bytes: time of the main thread for a request, in turn, so
 * that what else the machine does falls out. Linux tells a thread's time by the nanosecond.
 *
 * Both are asked in the same rhythm: before each request to a page of someone's own, and before each to the bare server
 * beside it, that person writes something, because a processor that did something else meanwhile takes longer for the
 * same work. The last column says what the bare server takes when nothing comes between two requests.
 */
const PAIRS = 5;
const REQUESTS = 60;
/** Of each page before it is measured, and of the bare server too: V8 has settled then, as in a server that has run for a while. */
const WARM_UP = 300;
const PAGES = [
  { address: "/", goal: 5 },
  { address: "/login", goal: 5 },
  { address: "/faq", goal: 5 },
  { address: "/dashboard", as: "new", goal: 20 },
  { address: "/settings", as: "new", goal: 20 },
  { address: "/dashboard", as: "demo", goal: 40 },
  { address: "/journal/evening", as: "demo", goal: 40 },
  { address: "/journal/history", as: "demo", goal: 40 },
  { address: "/bible/john/15", as: "demo" },
  { address: "/bible?q=vine", as: "demo" },
];

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const mainThreadMs = (pid) =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;

/** The time of a server's main thread for each of some requests, with a change of the person's own between any two. */
async function timed(pid, once, between = async () => {}) {
  let ms = 0;
  for (let at = 0; at < REQUESTS; at++) {
    await between(at);
    const before = mainThreadMs(pid);
    await once();
    ms += mainThreadMs(pid) - before;
  }
  return ms / REQUESTS;
}

async function started(file) {
  const child = fork(path.join(import.meta.dirname, file), {
    env: { ...process.env, NODE_ENV: "production" },
  });
  const [port] = await once(child, "message");
  return { child, origin: `http://127.0.0.1:${port}` };
}

export async function measurePages() {
  const { settings, demoPassword, remove } = await furnishedHouse();
  const server = await startServer({ logFile: path.join(".prepare", "bench-pages.log"), settings });
  const [bare, minimal] = await Promise.all([started("bare.mjs"), started("minimal-remix.mjs")]);
  try {
    const visitors = await visitorsOf(server.origin, demoPassword);
    console.log(
      `\npages: main thread, median of ${PAIRS} pairs; ${cpus().length} cores, load average ${loadavg()[0]?.toFixed(1)}`,
    );
    console.log(
      "page                         status   bytes   ours ms   bare ms     ratio (min–max)   goal   bare in a row",
    );
    for (const page of [...PAGES, { address: "/", minimal: true }])
      console.log(await lineOf(page, { server, bare, minimal, visitors }));
  } finally {
    bare.child.disconnect();
    minimal.child.disconnect();
    await server.stop();
    remove();
  }
}

async function lineOf(
  { address, as = "stranger", goal, minimal: isMinimal },
  { server, bare, minimal, visitors },
) {
  const visitor = visitors[as];
  const get = isMinimal
    ? () => ask(minimal.origin, address)
    : as === "stranger"
      ? () => ask(server.origin, address)
      : () => visitor.get(address);
  const pid = isMinimal ? minimal.child.pid : server.pid;
  const first = await get();
  await ask(bare.origin, "/same", { method: "PUT", body: first.body });
  // No two requests alike: what a person writes changes what the next page reads.
  const write = (at) => visitor.post("/journal/free", { intent: "draft", body: `Between two pages, ${at}.` });
  const between = as === "stranger" ? undefined : write;
  const plain = () => ask(bare.origin, "/same");
  for (let at = 0; at < WARM_UP; at++) {
    await get();
    await plain();
  }
  await timed(pid, get, between);
  const [ours, theirs, inARow] = [[], [], []];
  for (let pair = 0; pair < PAIRS; pair++) {
    ours.push(await timed(pid, get, between));
    theirs.push(await timed(bare.child.pid, plain, between));
    inARow.push(await timed(bare.child.pid, plain));
  }
  const ratios = ours.map((ms, at) => ms / theirs[at]);
  const name = isMinimal ? "(a minimal Remix app)" : `${address}${as === "stranger" ? "" : ` (${as})`}`;
  const spread = `${Math.min(...ratios).toFixed(1)}–${Math.max(...ratios).toFixed(1)}`;
  return [
    name.padEnd(28),
    String(first.status).padStart(6),
    String(first.body.length).padStart(8),
    median(ours).toFixed(2).padStart(9),
    median(theirs).toFixed(3).padStart(9),
    `${median(ratios).toFixed(1)} (${spread})`.padStart(20),
    (goal ? String(goal) : "").padStart(6),
    median(inARow).toFixed(3).padStart(15),
  ].join(" ");
}
