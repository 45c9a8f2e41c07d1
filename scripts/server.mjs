import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { root } from "./prepare.mjs";

/** V8's memory limits, as in package.json's "start". */
export const START_FLAGS = ["--max-semi-space-size=16", "--max-old-space-size=1024"];
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 15_000;

/**
 * Starts the production server as `npm start` does, on a free port, with an empty database in a temporary folder and
 * without the settings of the environment.
 * @param {{ settings?: Record<string, string>, logFile: string, checkout?: string }} options `checkout`: the folder of another commit
 * @returns {Promise<{ origin: string, port: number, pid: number, dataDir: string, stop(): Promise<number | null> }>}
 */
export async function startServer({ settings = {}, logFile, checkout = root }) {
  const dataDir = settings.DATA_DIR ?? mkdtempSync(path.join(tmpdir(), "still-"));
  const own = { ...emptySettings(), VITEST: "", PORT: "0", DATA_DIR: dataDir, ...settings };
  const child = spawn(process.execPath, [...START_FLAGS, path.join(checkout, "scripts/start.mjs")], {
    cwd: checkout,
    stdio: ["ignore", "pipe", "pipe"],
    // Makes the server end with its parent process, as under npm.
    env: { ...process.env, ...own, npm_lifecycle_event: "start" },
  });
  const log = createWriteStream(logFile);
  child.stderr.pipe(log, { end: false });
  child.stdout.pipe(log, { end: false });
  const killAfter = (ms) => setTimeout(() => child.kill("SIGKILL"), ms);
  const starting = killAfter(START_TIMEOUT_MS);
  const ended = once(child, "exit").then(([code]) => code);
  const origin = await new Promise((resolve, reject) => {
    createInterface(child.stdout).on("line", (line) => {
      const [, address] = /^Still and Know is ready on (http:\/\/localhost:\d+)$/.exec(line) ?? [];
      if (address) resolve(address);
    });
    void ended.then((code) =>
      reject(new Error(`The server ended with ${code}.\n${readFileSync(logFile, "utf8").slice(-4_000)}`)),
    );
  });
  clearTimeout(starting);
  const stop = async () => {
    child.kill("SIGTERM");
    const stopping = killAfter(STOP_TIMEOUT_MS);
    const code = await ended;
    clearTimeout(stopping);
    log.end();
    if (!settings.DATA_DIR) rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    return code;
  };
  return { origin, port: Number(new URL(origin).port), pid: child.pid, dataDir, stop };
}

/** The settings of .env.example with empty values. An empty value counts as absent, and .env does not replace it. */
export function emptySettings() {
  const names = readFileSync(path.join(root, ".env.example"), "utf8").matchAll(/^([A-Z][A-Z0-9_]+)=/gm);
  return Object.fromEntries([...names].map(([, name]) => [name, ""]));
}
