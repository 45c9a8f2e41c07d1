/**
 * `npm run profile -- /dashboard [REQUESTS]`: what a page costs the server, and which layer takes it. Starts the built
 * server on an empty database with the demonstration account, asks for the page again and again, one request after another, and
 * prints processor time, which says the same on a busy machine as on a quiet one.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { SourceMap } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { prepare, PrepareError, root, runScript } from "../scripts/prepare.mjs";
import { startServer } from "../scripts/server.mjs";
import { fire, load } from "./measure.mjs";
import { furnishedHouse, visitorsOf } from "./product.mjs";

const WARM_UP = 60;

/** Asks for a page again and again, one request after another. @returns the bytes of an answer */
async function ask(url, headers, amount) {
  const { requests, throughput } = await fire({ url, headers, connections: 1, amount });
  return Math.round(throughput.total / requests.total);
}

async function tell(pid, file) {
  process.kill(pid, "SIGUSR2");
  while (!existsSync(file)) await delay(20);
}

const NODE = "Node itself";

/** Which layer a place in the code belongs to. */
function layers() {
  const server = path.join(root, "build/server/index.js");
  const map = new SourceMap(JSON.parse(readFileSync(`${server}.map`, "utf8")));
  return ({ functionName, url, lineNumber, columnNumber }) => {
    if (functionName === "(garbage collector)") return "garbage collector";
    if (!url || url.startsWith("node:") || url.includes("/tools/profile/within-server")) return NODE;
    const file = url.startsWith("file:") ? fileURLToPath(url.split("?", 1)[0]) : url;
    if (file !== server) return ofPackage(file);
    const { originalSource = "" } = map.findEntry(lineNumber, columnNumber);
    // Built aside and moved, so only the end of the path is true.
    const [, place = ""] = /(?:^|\/)((?:app|models|node_modules)\/.*)$/.exec(originalSource) ?? [];
    if (place.startsWith("node_modules/")) return ofPackage(`/${place}`);
    const [top = "", area = "", part = ""] = place.split("/");
    if (top !== "app") return top || "our own: build";
    return area === "domain" ? `our own: domain/${part}` : `our own: ${area}`;
  };
}

function ofPackage(file) {
  const [, name = path.relative(root, file)] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file) ?? [];
  return name;
}

/** Parts of the whole by layer. What a layer calls of Node is its own. */
function shares({ nodes, samples, timeDeltas }) {
  const layerOf = layers();
  const above = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const own = new Map(nodes.map(({ id, callFrame }) => [id, layerOf(callFrame)]));
  const names = new Map(nodes.map(({ id, callFrame }) => [id, callFrame.functionName]));
  const told = new Map();
  let whole = 0;
  samples.forEach((id, at) => {
    if (/^\((?:idle|program|root)\)$/.test(names.get(id))) return;
    let caller = id;
    while (own.get(caller) === NODE && above.has(caller)) caller = above.get(caller);
    const layer = own.get(caller) ?? NODE;
    whole += timeDeltas[at];
    told.set(layer, (told.get(layer) ?? 0) + timeDeltas[at]);
  });
  return [...told].map(([name, time]) => [name, time / whole]).sort(([, a], [, b]) => b - a);
}

await runScript(async () => {
  const [page = "/dashboard", times = "300"] = process.argv.slice(2);
  const count = Number(times);
  if (!page.startsWith("/") || !Number.isInteger(count) || count < 1)
    throw new PrepareError("Usage: npm run profile -- /dashboard [REQUESTS]");
  await prepare("app");
  const folder = mkdtempSync(path.join(tmpdir(), "still-profile-"));
  const file = path.join(folder, "profile.json");
  const within = pathToFileURL(path.join(root, "tools/profile/within-server.mjs")).href;
  const house = await furnishedHouse();
  const server = await startServer({
    logFile: path.join(".prepare", "profile-server.log"),
    settings: {
      ...house.settings,
      PROFILE_FILE: file,
      NODE_OPTIONS: `--import ${within}`,
    },
  });
  try {
    const { demo } = await visitorsOf(server.origin, house.demoPassword);
    const address = server.origin.replace("localhost", "127.0.0.1") + page;
    await ask(address, demo.headers, WARM_UP);
    await tell(server.pid, `${file}.begun`);
    const bytes = await ask(address, demo.headers, count);
    await tell(server.pid, `${file}.ended`);
    const { profile, cpuMs, mainMs } = JSON.parse(readFileSync(file, "utf8"));
    const line = (name, ms, share = "") =>
      console.log(`${name.padEnd(32)} ${(ms / count).toFixed(3).padStart(8)} ms ${share.padStart(7)}`);
    console.log(`${page}: ${count} requests, ${bytes} bytes each, ${load()}\n`);
    line("processor time, all threads", cpuMs);
    line("main thread", mainMs, "100 %");
    for (const [name, share] of shares(profile))
      if (share >= 0.005) line(`  ${name}`, share * mainMs, `${(100 * share).toFixed(1)} %`);
  } finally {
    await server.stop();
    house.remove();
    rmSync(folder, { recursive: true, force: true });
  }
});
