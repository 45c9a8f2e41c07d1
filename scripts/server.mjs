import { spawn } from "node:child_process";
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { root } from "./prepare.mjs";

const READY = /^Still and Know is ready on (http:\/\/localhost:(\d+))$/;
/** Size of V8's young generation, as in package.json's "start". */
export const START_FLAGS = ["--max-semi-space-size=16"];
const START_WITHIN_MS = 60_000;

/**
 * Starts the production server as `npm start` does, on a free port, with an empty database in a temporary folder and
 * none of the settings of its environment.
 * @param {{ settings?: Record<string, string>, logFile: string }} options
 * @returns {Promise<{ origin: string, port: number, pid: number, dataDir: string, stop(): Promise<number | null> }>}
 */
export async function startServer({ settings = {}, logFile }) {
  const dataDir = settings.DATA_DIR ?? mkdtempSync(path.join(tmpdir(), "still-"));
  const removeData = () =>
    settings.DATA_DIR || rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  const child = spawn(process.execPath, [...START_FLAGS, path.join(root, "scripts/start.mjs")], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      ...emptySettings(),
      // Inherited from the parent, which may be a Vitest test: the server is the one that people run.
      VITEST: "",
      PORT: "0",
      DATA_DIR: dataDir,
      ...settings,
      // As under npm: it ends when its starter is gone.
      npm_lifecycle_event: "start",
    },
  });
  const log = createWriteStream(logFile);
  child.stderr.pipe(log, { end: false });
  child.stdout.pipe(log, { end: false });
  const ended = new Promise((resolve) => child.once("exit", resolve));

  const origin = await new Promise((resolve, reject) => {
    const fail = (reason) => {
      child.kill("SIGKILL");
      removeData();
      reject(new Error(`The server ${reason}.\n${readFileSync(logFile, "utf8").slice(-4_000)}`));
    };
    const timer = setTimeout(() => fail("was not ready in time"), START_WITHIN_MS);
    createInterface(child.stdout).on("line", (line) => {
      const [, address] = READY.exec(line) ?? [];
      if (!address) return;
      clearTimeout(timer);
      resolve(address);
    });
    void ended.then((code) => {
      clearTimeout(timer);
      fail(`ended with ${code}`);
    });
  });

  return {
    origin,
    port: Number(new URL(origin).port),
    pid: child.pid,
    dataDir,
    async stop() {
      child.kill("SIGTERM");
      const force = setTimeout(() => child.kill("SIGKILL"), 15_000);
      const code = await ended;
      clearTimeout(force);
      log.end();
      removeData();
      return code;
    },
  };
}

/** Every name of .env.example, empty: an empty value counts as absent and keeps .env from filling it in. */
export function emptySettings() {
  const names = [...readFileSync(path.join(root, ".env.example"), "utf8").matchAll(/^([A-Z][A-Z0-9_]+)=/gm)];
  return Object.fromEntries(names.map(([, name]) => [name, ""]));
}
