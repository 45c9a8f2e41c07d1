/**
 * Prepares a checkout: installs packages, compiles the engine and builds the workers, the texts and the application, each
 * only when it is missing or its sources have changed. Uses nothing but Node, because it runs before packages are installed.
 *
 *     node scripts/prepare.mjs [install | engine | workers | texts | app]     each includes the ones before it; default: app
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

export const root = path.resolve(fileURLToPath(import.meta.url), "../..");
export const workFolder = path.join(root, ".prepare");
const at = (place) => path.join(root, place);
/** The holder touches the lock every second; a lock untouched for this time belongs to a killed process. */
const LOCK_TIMEOUT_MS = 10_000;

/** A failure reported in a sentence, without a stack. */
export class PrepareError extends Error {
  /** @param {string} message @param {{ exitCode?: number }} [options] */
  constructor(message, { exitCode = 1 } = {}) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Reads .env if it exists; the environment takes precedence. */
export function loadEnv(folder = root) {
  const file = path.join(folder, ".env");
  if (fs.existsSync(file)) process.loadEnvFile(file);
}

/** @returns {string | undefined} why this Node cannot run the application */
export function nodeProblem(version = process.versions.node, platform = process.platform) {
  if (platform === "win32")
    return "Still and Know does not run on Windows itself: use WSL (the Windows Subsystem for Linux), or the container.";
  const [major, minor] = version.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return undefined;
  return `Still and Know needs Node 20.19 or newer; this is ${version}.`;
}

const ENGINE = "packages/embedded-mongodb";
const node = (...args) => [process.execPath, ...args];

/** Every step but the first builds its sources into `OUTPUT.new`, which then replaces the output. */
const STEPS = {
  install: {
    label: "Installing packages",
    // Development packages build the application; a NODE_ENV of production would leave them out.
    commands: [["npm", "ci", "--include=dev", "--loglevel=warn"]],
  },
  engine: {
    label: "Compiling the embedded database",
    sources: ["src", "tsconfig.json", "package.json"].map((name) => `${ENGINE}/${name}`),
    output: `${ENGINE}/dist`,
    commands: [node("node_modules/.bin/tsc", "-p", ENGINE, "--outDir", `${ENGINE}/dist.new`)],
  },
  workers: {
    label: "Building the workers",
    sources: ["paths.ts", "browser", "content", "domain", "i18n", "platform", "worker"]
      .map((name) => `app/${name}`)
      .concat(
        ["build-workers.mjs", "content-plugin.mjs", "build-bible-texts.ts"].map((name) => `scripts/${name}`),
      )
      .concat("package-lock.json"),
    output: ".prepare/workers",
    commands: [node("scripts/build-workers.mjs", ".prepare/workers.new")],
  },
  texts: {
    label: "Preparing the texts of the Bible",
    sources: [".prepare/workers/build-bible-texts.js", "package-lock.json"],
    output: ".prepare/texts",
    commands: [node(".prepare/workers/build-bible-texts.js", ".prepare/texts.new")],
  },
  app: {
    label: "Building",
    sources: ["app", "models", "public", "scripts/commands", "scripts/content-plugin.mjs"].concat(
      ["scripts/module-resolution.mjs"],
      ["package.json", "package-lock.json", "tsconfig.json", "postcss.config.js", "remix.config.js"],
      ["tailwind.config.ts", "vite.config.ts", "vite.commands.config.ts"],
    ),
    output: "build",
    env: { NODE_ENV: "production", BUILD_DIRECTORY: "build.new" },
    commands: [
      node("node_modules/.bin/remix", "vite:build"),
      node("node_modules/.bin/vite", "build", "-c", "vite.commands.config.ts"),
    ],
  },
};

/**
 * @param {keyof typeof STEPS} upTo
 * @param {{ env?: NodeJS.ProcessEnv }} [options] the environment of the tools that are run
 */
export async function prepare(upTo = "app", { env = process.env } = {}) {
  const problem = nodeProblem();
  if (problem) throw new PrepareError(problem);
  // A package (scripts/package.mjs) is complete, and its folder may be read-only.
  if (fs.existsSync(at("build-info.json"))) return;
  const names = Object.keys(STEPS);
  const wanted = names.slice(0, names.indexOf(upTo) + 1);
  if (wanted.every(isDone)) return;
  fs.mkdirSync(workFolder, { recursive: true });
  await withLock(async () => {
    for (const name of wanted) if (!isDone(name)) await perform(name, env);
  });
}

const stampFile = (name) => path.join(workFolder, `${name}.stamp`);

function isDone(name) {
  const { sources, output } = STEPS[name];
  if (!sources) return isInstalled();
  if (!fs.existsSync(at(output)) || !fs.existsSync(stampFile(name))) return false;
  return fs.readFileSync(stampFile(name), "utf8") === hashOf(sources);
}

/** Hashes contents, not times: a fresh checkout or a copy has new times and the same files. Ignores tests. */
function hashOf(sources) {
  const files = sources.flatMap((source) =>
    fs.statSync(at(source)).isDirectory()
      ? fs.readdirSync(at(source), { recursive: true }).map((name) => path.join(source, name))
      : source,
  );
  const hash = createHash("sha256");
  for (const file of files.filter((name) => /\.\w+$/.test(name) && !/\.(test|spec)\./.test(name)).sort())
    hash.update(file).update(fs.readFileSync(at(file)));
  return hash.digest("hex");
}

/** Compares npm's record in node_modules with the lock file. Optional packages may be missing: some are for other machines. */
function isInstalled() {
  const [locked, installed] = ["package-lock.json", "node_modules/.package-lock.json"].map((file) =>
    fs.existsSync(at(file)) ? JSON.parse(fs.readFileSync(at(file), "utf8")).packages : {},
  );
  return Object.entries(locked).every(
    ([place, { version, optional, link }]) =>
      !place.startsWith("node_modules/") || optional || link || installed[place]?.version === version,
  );
}

async function perform(name, env) {
  const { label, sources, output, commands, env: own } = STEPS[name];
  const remove = (place) => fs.rmSync(place, { recursive: true, force: true, maxRetries: 3 });
  process.stderr.write(`${label}…\n`);
  // The hash is taken before the build, so that a file changed during the build counts as new.
  const stamp = sources && hashOf(sources);
  for (const place of [stampFile(name), at(`${output}.new`), at(`${output}.old`)]) remove(place);
  // The browser's code contains the id (app/browser/use-service-worker.ts).
  const toolEnv = { ...env, ...own, VITE_BUILD_ID: stamp?.slice(0, 12) };
  for (const command of commands) await run(label, command, toolEnv);
  if (!output) return;
  if (output === "build") renameAssetsFolder();
  if (fs.existsSync(at(output))) fs.renameSync(at(output), at(`${output}.old`));
  fs.renameSync(at(`${output}.new`), at(output));
  fs.writeFileSync(stampFile(name), stamp);
  remove(at(`${output}.old`));
}

/** Remix writes the folder of its assets into the server's bundle. */
function renameAssetsFolder() {
  const file = at("build.new/server/index.js");
  fs.writeFileSync(file, fs.readFileSync(file, "utf8").replace("build.new/client", "build/client"));
}

/** Runs a tool; a failure shows the end of its output. */
function run(label, [command, ...args], env) {
  return new Promise((resolve, reject) => {
    const child = execFile(command, args, { cwd: root, env, maxBuffer: 2 ** 27 }, (error, stdout, stderr) => {
      process.off("exit", stop);
      if (!error) return resolve();
      const end = `${stdout}${stderr}`.trimEnd().split("\n").slice(-25).join("\n");
      reject(new PrepareError(`${label} failed (${error.signal ?? error.code}):\n\n${end}`));
    });
    const stop = () => child.kill();
    process.once("exit", stop);
  });
}

/** Lets one process at a time prepare a checkout. */
async function withLock(work) {
  const lock = path.join(workFolder, "lock");
  const release = () => fs.rmSync(lock, { recursive: true, force: true });
  for (let hasReported = false; !takeLock(lock); hasReported = true) {
    if (!hasReported) process.stderr.write("Waiting for another start in this folder to finish building…\n");
    await delay(200);
  }
  const heartbeat = setInterval(() => fs.utimes(lock, new Date(), new Date(), () => undefined), 1_000);
  process.once("exit", release);
  try {
    await work();
  } finally {
    clearInterval(heartbeat);
    process.off("exit", release);
    release();
  }
}

function takeLock(lock) {
  try {
    fs.mkdirSync(lock);
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    const touched = fs.statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - touched > LOCK_TIMEOUT_MS) fs.rmSync(lock, { recursive: true, force: true });
    return false;
  }
}

/**
 * Runs a script's main function: a PrepareError is reported as a sentence, and a signal while tools run ends them too.
 * @param {() => Promise<void>} main
 */
export async function runScript(main) {
  const interrupted = (signal) => process.exit(signal === "SIGINT" ? 130 : 143);
  process.on("SIGINT", interrupted).on("SIGTERM", interrupted);
  try {
    await main();
  } catch (error) {
    if (!(error instanceof PrepareError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(error.exitCode);
  } finally {
    process.off("SIGINT", interrupted).off("SIGTERM", interrupted);
  }
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url))
  await runScript(() => prepare(process.argv[2] ?? "app"));
