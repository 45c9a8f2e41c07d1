/**
 * `npm run profile -- /dashboard [REQUESTS]`: the processor time of a page by package and by our own folders. Requests the page
 * of the demonstration account one at a time; processor time is the same on a busy machine as on a quiet one.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { SourceMap } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { prepare, PrepareError, root, runScript } from "../scripts/prepare.mjs";
import { createDemoInstance } from "./instance.mjs";
import { formatLoad, loadOf, measureCost, printTable, sendLoad } from "./measurements.mjs";

const WARM_UP_REQUESTS = 200;
const NODE = "Node itself";

/** @returns a function from a call frame to its package or project folder */
function createLayerOf() {
  const server = path.join(root, "build/server/index.js");
  const map = new SourceMap(JSON.parse(readFileSync(`${server}.map`, "utf8")));
  return ({ functionName, url, lineNumber, columnNumber }) => {
    if (functionName === "(garbage collector)") return "garbage collector";
    if (!url || url.startsWith("node:") || url.includes("/tools/profile/")) return NODE;
    const file = url.startsWith("file:") ? fileURLToPath(url.split("?", 1)[0]) : url;
    // The application is built in another folder and moved, so only the end of a source's path is right.
    const source =
      file === server ? `/${map.findEntry(lineNumber, columnNumber).originalSource ?? ""}` : file;
    const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source) ?? [];
    const [, own] = /\/(app\/domain\/[^/]+|app\/[^/]+|models|packages\/[^/]+|scripts)\//.exec(source) ?? [];
    return name ?? own ?? path.relative(root, file);
  };
}

/** Shares of the sampled time by layer, largest first. A function of Node counts for the layer that calls it. */
function sharesOf({ nodes, samples, timeDeltas }) {
  const layerOf = createLayerOf();
  const byId = new Map(nodes.map((node) => [node.id, { ...node, layer: layerOf(node.callFrame) }]));
  for (const { id, children = [] } of nodes)
    for (const child of children) byId.get(child).caller = byId.get(id);
  const times = new Map();
  let total = 0;
  for (const [at, id] of samples.entries()) {
    let node = byId.get(id);
    if (/^\((?:idle|program|root)\)$/.test(node.callFrame.functionName)) continue;
    while (node.layer === NODE && node.caller) node = node.caller;
    total += timeDeltas[at];
    times.set(node.layer, (times.get(node.layer) ?? 0) + timeDeltas[at]);
  }
  return [...times].map(([layer, time]) => [layer, time / total]).sort(([, one], [, other]) => other - one);
}

async function signal({ pid }, file) {
  process.kill(pid, "SIGIO");
  while (!existsSync(file)) await delay(20);
}

await runScript(async () => {
  const [page = "/dashboard", typed = "300"] = process.argv.slice(2);
  const amount = Number(typed);
  if (!page.startsWith("/") || !Number.isInteger(amount) || amount < 1)
    throw new PrepareError("Usage: npm run profile -- /dashboard [REQUESTS]");
  await prepare("app");
  const folder = mkdtempSync(path.join(tmpdir(), "still-profile-"));
  const file = path.join(folder, "profile.json");
  const sampler = pathToFileURL(path.join(root, "tools/profile/sample-main-thread.mjs")).href;
  const instance = await createDemoInstance();
  const server = await instance.start("profile", { PROFILE_FILE: file, NODE_OPTIONS: `--import ${sampler}` });
  try {
    const client = await instance.signIn(server);
    const load = { ...loadOf(server, { path: page }, client), connections: 1 };
    await sendLoad({ ...load, amount: WARM_UP_REQUESTS });
    await signal(server, `${file}.started`);
    const ms = await measureCost(server, load, amount);
    await signal(server, file);
    console.log(`${page}: ${amount} requests, ${ms.toFixed(2)} ms of all threads each, ${formatLoad()}\n`);
    printTable(
      sharesOf(JSON.parse(readFileSync(file, "utf8")))
        .filter(([, share]) => share >= 0.005)
        .map(([layer, share]) => ({ "main thread": layer, share: `${(100 * share).toFixed(1)} %` })),
    );
  } finally {
    await server.stop();
    instance.remove();
    rmSync(folder, { recursive: true, force: true });
  }
});
