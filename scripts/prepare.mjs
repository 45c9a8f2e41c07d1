/**
 * Brings a checkout to where it can run: packages installed, the embedded engine compiled, the texts of the Bible made
 * into files that are read by place, the application built; each only when it is missing or older than its sources. Uses nothing but Node, because it runs before anything is installed.
 *
 *     node scripts/prepare.mjs [install | engine | texts | app]     each includes the ones before it; default: app
 */
import { execFileSync, spawn } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { isCurrent, listFiles, snapshot, writeStamp } from "./fingerprint.mjs";
import { isAlive, takeLock } from "./lock.mjs";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
export const workFolder = path.join(root, ".prepare");
const ENGINE = "packages/embedded-mongodb";
const TEXTS = ".prepare/texts";

/** A failure reported in a sentence, without a stack. */
export class PrepareError extends Error {
  /** @param {string} message @param {{ exitCode?: number }} [options] */
  constructor(message, { exitCode = 1 } = {}) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** @returns {string | undefined} why this Node cannot run the application */
export function nodeProblem(version = process.versions.node, platform = process.platform) {
  if (platform === "win32")
    return "Still and Know does not run on Windows itself: use WSL (the Windows Subsystem for Linux), or the container.";
  const [major, minor] = version.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return undefined;
  return `Still and Know needs Node 20.19 or newer; this is ${version}.`;
}

/** Those that are there: an image has no tools. */
const workspaceManifests = () =>
  [...readdirSync(path.join(root, "packages")).map((name) => `packages/${name}`), "tools"]
    .map((folder) => `${folder}/package.json`)
    .filter((file) => existsSync(path.join(root, file)));

const steps = [
  {
    name: "install",
    saying: "Installing packages…",
    files: () => listFiles(root, ["package.json", "package-lock.json", ...workspaceManifests()]),
    outputs: ["node_modules/.package-lock.json"],
    facts: { platform: `${process.platform}-${process.arch}` },
    adopt: isInstalledAsLocked,
    run: install,
  },
  {
    name: "engine",
    saying: "Compiling the embedded database…",
    files: () => listFiles(root, [`${ENGINE}/src`, `${ENGINE}/tsconfig.json`, `${ENGINE}/package.json`]),
    outputs: [`${ENGINE}/dist/index.js`],
    run: compileEngine,
  },
  {
    name: "texts",
    saying: "Preparing the texts of the Bible…",
    files: () =>
      listFiles(root, [
        "app/content/bible/all-books.ts",
        "app/domain/scripture/translations",
        "app/i18n/words.ts",
        "scripts/make-texts.mjs",
        "package-lock.json",
      ]),
    outputs: [`${TEXTS}/web.text`, `${TEXTS}/kjv.text`],
    run: makeTexts,
  },
  {
    name: "app",
    saying: "Building…",
    files: () =>
      listFiles(root, [
        "app",
        "models",
        "public",
        "scripts/commands",
        "scripts/check-bundle.mjs",
        "scripts/chunk-of.mjs",
        "scripts/bundle-plugin.mjs",
        "scripts/content-plugin.mjs",
        "package.json",
        "package-lock.json",
        "postcss.config.js",
        "remix.config.js",
        "tailwind.config.ts",
        "tsconfig.json",
        "vite.commands.config.ts",
        "vite.config.ts",
      ]),
    outputs: ["build/server/index.js", "build/commands/main.js"],
    run: buildApplication,
  },
];

/**
 * @param {"install" | "engine" | "texts" | "app"} upTo
 * @param {{ env?: NodeJS.ProcessEnv }} [options] the environment of the tools that are run
 */
export async function prepare(upTo = "app", { env = process.env } = {}) {
  const problem = nodeProblem();
  if (problem) throw new PrepareError(problem);
  // A package (scripts/package.mjs) is ready as it is, and may be a tree that nobody can write.
  if (existsSync(path.join(root, "build-info.json"))) return;
  const wanted = steps.slice(0, steps.findIndex(({ name }) => name === upTo) + 1);
  if (wanted.every(isDone)) return;

  mkdirSync(workFolder, { recursive: true });
  const lock = await takeLock(path.join(workFolder, "lock"), {
    onWait: () => say("Waiting for another start in this folder to finish building…"),
  });
  try {
    for (const step of wanted) if (!isDone(step)) await perform(step, env);
  } finally {
    lock.release();
  }
}

const stampOf = (step) => path.join(workFolder, `${step.name}.json`);
const isDone = (step) => isCurrent(root, stampOf(step), { files: step.files(), facts: step.facts });

async function perform(step, env) {
  const inputs = snapshot(root, step.files());
  rmSync(stampOf(step), { force: true });
  if (!step.adopt?.()) {
    say(step.saying);
    await step.run(env);
  }
  writeStamp(root, stampOf(step), { inputs, outputs: step.outputs, facts: step.facts });
}

function say(line) {
  process.stderr.write(`${line}\n`);
}

// --- Packages ---

/**
 * Whether node_modules is what `npm ci` would make of the lock file. True for someone who ran `npm install` first,
 * and when only scripts in package.json changed.
 */
function isInstalledAsLocked() {
  try {
    const wanted = readJson("package-lock.json").packages;
    const there = readJson("node_modules/.package-lock.json").packages;
    for (const manifest of ["package.json", ...workspaceManifests()]) {
      const declared = readJson(manifest);
      const locked = wanted[path.dirname(manifest).replace(/^\.$/, "")] ?? {};
      for (const kind of ["dependencies", "devDependencies", "optionalDependencies"]) {
        if (!sameEntries(declared[kind], locked[kind])) return false;
      }
    }
    return Object.entries(wanted).every(([place, { version, optional, link }]) => {
      if (optional || link || !place.startsWith("node_modules/")) return true;
      return there[place]?.version === version;
    });
  } catch {
    return false;
  }
}

const readJson = (file) => JSON.parse(readFileSync(path.join(root, file), "utf8"));

function sameEntries(left = {}, right = {}) {
  const names = Object.keys(left);
  return names.length === Object.keys(right).length && names.every((name) => left[name] === right[name]);
}

async function install(env) {
  await installLeftBehind();
  if (isInstalledAsLocked()) return;
  // Development packages too: they build the application. A NODE_ENV of production would leave them out.
  const options = ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=warn"];
  const npm = process.env.npm_execpath;
  const [command, args] = npm?.endsWith(".js") ? [process.execPath, [npm, ...options]] : ["npm", options];
  const failing = "The packages could not be installed";
  await runTool({ name: "npm ci", log: "install", failing, command, args, env, remember: true });
}

/** An install whose starter was killed keeps running; a second one beside it would spoil both. */
async function installLeftBehind() {
  const file = path.join(workFolder, "install.pid");
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, "utf8"));
  let told = false;
  while (isAlive(pid) && isNpm(pid)) {
    if (!told) say("Waiting for an earlier install that still runs…");
    told = true;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  rmSync(file, { force: true });
}

function isNpm(pid) {
  try {
    if (process.platform === "linux") return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("npm");
    return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).includes("npm");
  } catch {
    return false;
  }
}

// --- Builds: made aside and moved into place, so that a killed build leaves nothing half done ---

async function compileEngine(env) {
  // Beside dist, so that the paths in its source maps hold after the move.
  const aside = `${ENGINE}/build`;
  remove(aside);
  const failing = "The embedded database could not be compiled";
  const options = ["--outDir", aside, "--incremental", "false", "--tsBuildInfoFile", "null"];
  const args = ["node_modules/typescript/bin/tsc", "-p", ENGINE, ...options];
  await runTool({ name: "tsc", log: "engine", failing, args, env });
  moveIntoPlace(aside, `${ENGINE}/dist`);
}

async function makeTexts(env) {
  const failing = "The texts of the Bible could not be prepared";
  const args = ["scripts/make-texts.mjs", TEXTS];
  await runTool({ name: "make-texts.mjs", log: "texts", failing, args, env });
}

async function buildApplication(env) {
  for (const name of readdirSync(workFolder)) if (/^(build|old)-/.test(name)) remove(`.prepare/${name}`);
  const aside = `.prepare/build-${process.pid}`;
  const building = { ...env, NODE_ENV: "production", BUILD_DIRECTORY: aside };
  const failing = "The application could not be built";
  const remix = ["node_modules/@remix-run/dev/dist/cli.js", "vite:build"];
  await runTool({ name: "remix vite:build", log: "build", failing, args: remix, env: building });
  nameFinalPlace(aside);
  const vite = ["node_modules/vite/bin/vite.js", "build", "-c", "vite.commands.config.ts"];
  const commands = [...vite, "--outDir", `${aside}/commands`];
  await runTool({ name: "vite build", log: "commands", failing, args: commands, env: building });
  const { leaks } = (await import("./check-bundle.mjs")).checkBundle(path.join(root, aside));
  if (leaks.length > 0) throw new PrepareError(`The application was not built: ${leaks.join(" ")}`);
  moveIntoPlace(aside, "build");
}

/** Remix writes into the server bundle where it finds its assets. */
function nameFinalPlace(aside) {
  const file = path.join(root, aside, "server/index.js");
  const code = readFileSync(file, "utf8");
  const place = JSON.stringify(path.join(aside, "client"));
  if (code.split(place).length !== 2)
    throw new PrepareError("The server bundle does not name its assets as expected.");
  writeFileSync(file, code.replace(place, JSON.stringify("build/client")));
}

function moveIntoPlace(from, to) {
  const old = `.prepare/old-${process.pid}`;
  remove(old);
  if (existsSync(path.join(root, to))) renameSync(path.join(root, to), path.join(root, old));
  renameSync(path.join(root, from), path.join(root, to));
  remove(old);
}

function remove(place) {
  rmSync(path.join(root, place), { recursive: true, force: true, maxRetries: 3 });
}

// --- Tools ---

/**
 * Runs a tool with its output in `.prepare/<log>.log`; a failure shows the end of it.
 * @param {{ name: string, log: string, failing: string, command?: string, args: string[], env: NodeJS.ProcessEnv, remember?: boolean }} tool
 * `remember` notes its process id for the next start, should this one be killed.
 */
function runTool({ name, log, failing, command = process.execPath, args, env, remember = false }) {
  const logFile = path.join(workFolder, `${log}.log`);
  const pidFile = path.join(workFolder, `${log}.pid`);
  const output = openSync(logFile, "w");
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env,
      // A file, not a pipe: the tool can finish when its starter is killed.
      stdio: ["ignore", output, output],
    });
    closeSync(output);
    if (remember && child.pid) writeFileSync(pidFile, String(child.pid));
    const stop = () => child.kill("SIGTERM");
    process.once("exit", stop);
    child.once("error", (error) =>
      reject(new PrepareError(`${failing}: ${command} cannot be run (${error.code}).`)),
    );
    child.once("exit", (code, signal) => {
      process.off("exit", stop);
      if (remember) rmSync(pidFile, { force: true });
      if (code === 0) return resolve();
      const place = path.relative(process.cwd(), logFile);
      reject(
        new PrepareError(
          `${failing}: ${name} ended with ${signal ?? code}. The end of ${place}:\n\n${tailOf(logFile)}`,
        ),
      );
    });
  });
}

function tailOf(logFile) {
  // npm adds its manual to some errors.
  const [said = ""] = readFileSync(logFile, "utf8").split(/^npm error (?:Clean install a project|Usage:)$/m);
  return said.trimEnd().split("\n").slice(-25).join("\n");
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

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await runScript(() => prepare(process.argv[2] ?? "app"));
}
