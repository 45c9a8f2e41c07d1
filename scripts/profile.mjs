/**
 * `npm run profile -- /dashboard [REQUESTS]`: what a page costs the server, and which layer takes it. Starts the built
 * server on an empty database with the demonstration account, asks for the page again and again, one request after another, and
 * prints processor time, which says the same on a busy machine as on a quiet one.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { SourceMap } from "node:module";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { prepare, PrepareError, root, runScript } from "./prepare.mjs";
import { emptySettings, startServer } from "./server.mjs";

const WARM_UP = 60;

/** Packages by what they do for a page; all others stand under their own names. */
const LAYERS = [
  [
    "routing",
    /\/node_modules\/(?:@remix-run\/(?:router|server-runtime|node|express|serve)|turbo-stream|express|path-to-regexp)\//,
  ],
  [
    "React",
    /\/node_modules\/(?:react|react-dom|@remix-run\/react|react-router|react-router-dom|scheduler)\//,
  ],
  ["form fields (conform)", /\/node_modules\/@conform-to\//],
  ["icons", /\/node_modules\/lucide-react\//],
  [
    "database driver",
    /\/node_modules\/(?:mongoose|mongodb|mongodb-connection-string-url|mquery|mpath|kareem|sift)\//,
  ],
  ["BSON", /\/node_modules\/bson\//],
  ["log", /\/node_modules\/(?:pino|thread-stream|sonic-boom|safe-stable-stringify|morgan)\//],
  ["compression", /\/node_modules\/(?:compression|compressible|on-headers)\//],
];

/** The signed-in cookie of someone with sixty days of entries. */
async function signIn(origin, dataDir) {
  const env = {
    ...process.env,
    ...emptySettings(),
    DATA_DIR: dataDir,
    NODE_ENV: "production",
    LOG_LEVEL: "error",
  };
  const command = [path.join(root, "build/commands/main.js"), "seed:demo"];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root, env });
  const [, email = ""] = /in the account (\S+),/.exec(stdout) ?? [];
  const [, password = ""] = /password: (\S+)/.exec(stdout) ?? [];
  const { headers, status } = await fetch(`${origin}/auth/login`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: origin },
    body: new URLSearchParams({ email, password }),
  });
  if (status !== 302) throw new PrepareError(`The demonstration account could not sign in (${status}).`);
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
}

async function ask(address, cookie, times) {
  let bytes = 0;
  for (let time = 0; time < times; time++) {
    const answer = await fetch(address, { headers: { Cookie: cookie }, redirect: "manual" });
    bytes = (await answer.arrayBuffer()).byteLength;
    if (answer.status >= 400) throw new PrepareError(`${address} answers ${answer.status}.`);
  }
  return bytes;
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
    if (!url || url.startsWith("node:") || url.includes("/scripts/profile-within")) return NODE;
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
  for (const [name, files] of LAYERS) if (files.test(file)) return name;
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
  const within = pathToFileURL(path.join(root, "scripts/profile-within.mjs")).href;
  const server = await startServer({
    logFile: path.join(".prepare", "profile-server.log"),
    settings: {
      LOG_LEVEL: "error",
      BCRYPT_COST: "10",
      PROFILE_FILE: file,
      NODE_OPTIONS: `--import ${within}`,
    },
  });
  try {
    const cookie = await signIn(server.origin, server.dataDir);
    const address = server.origin + page;
    await ask(address, cookie, WARM_UP);
    await tell(server.pid, `${file}.begun`);
    const bytes = await ask(address, cookie, count);
    await tell(server.pid, `${file}.ended`);
    const { profile, cpuMs, mainMs } = JSON.parse(readFileSync(file, "utf8"));
    const line = (name, ms, share = "") =>
      console.log(`${name.padEnd(32)} ${(ms / count).toFixed(3).padStart(8)} ms ${share.padStart(7)}`);
    console.log(
      `${page}: ${count} requests, ${bytes} bytes each, load average ${loadavg()[0]?.toFixed(1)}\n`,
    );
    line("processor time, all threads", cpuMs);
    line("main thread", mainMs, "100 %");
    for (const [name, share] of shares(profile))
      if (share >= 0.005) line(`  ${name}`, share * mainMs, `${(100 * share).toFixed(1)} %`);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
