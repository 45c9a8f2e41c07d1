/**
 * `npm test`: the whole proof. Ends with a table and one line, `N passed, N failed`.
 *
 *     node scripts/test.mjs                       everything
 *     node scripts/test.mjs lint types unit       some steps
 *     node scripts/test.mjs --only e2e [options]  one step as its tool prints it, with options for the tool
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import path from "node:path";
import { ensureBrowser, findFirefox } from "./browser.mjs";
import { prepare, PrepareError, root, runScript, workFolder } from "./prepare.mjs";

const STEP_LIMIT_MS = 25 * 60_000;
const ENGINE = "packages/embedded-mongodb";
const tool = (file, ...args) => [path.join("node_modules", file), ...args];
const vitest = (...projects) =>
  tool("vitest/vitest.mjs", "run", ...projects.flatMap((project) => ["--project", project]));

/** Journeys in a second browser; they run by name, where there is a Firefox. */
const inFirefox = (project) => ({
  needs: "app",
  firefox: true,
  args: vitest(project),
  counts: countVitest,
  partOf: "journeys",
});
const NO_FIREFOX = "Firefox is not here, left out";

/** What can be asked for by name. `needs` is what has to be prepared first; a step that is part of another runs only by name. */
const STEPS = {
  lint: { needs: "engine", args: tool("oxlint/bin/oxlint") },
  unused: { needs: "engine", args: tool("knip/bin/knip.js", "--no-progress") },
  "for tests": { needs: "engine", args: tool("knip/bin/knip.js", "--production", "--no-progress") },
  format: {
    needs: "install",
    args: tool(
      "prettier/bin/prettier.cjs",
      "--check",
      ".",
      "--log-level=warn",
      "--cache",
      "--cache-location=.prepare/prettier",
    ),
  },
  types: {
    needs: "engine",
    args: tool(
      "typescript/bin/tsc",
      "-p",
      ".",
      "--incremental",
      "--tsBuildInfoFile",
      ".prepare/types.tsbuildinfo",
    ),
  },
  "engine types": {
    needs: "install",
    args: tool(
      "typescript/bin/tsc",
      "-p",
      ENGINE,
      "--noEmit",
      "--tsBuildInfoFile",
      ".prepare/engine.tsbuildinfo",
    ),
  },
  "worker types": {
    needs: "install",
    args: tool(
      "typescript/bin/tsc",
      "-p",
      "app/worker/service",
      "--incremental",
      "--tsBuildInfoFile",
      ".prepare/worker.tsbuildinfo",
    ),
  },
  unit: { needs: "texts", project: "unit", args: vitest("unit"), counts: countVitest },
  models: { needs: "texts", project: "models", args: vitest("models"), counts: countVitest },
  domain: { needs: "texts", project: "domain", args: vitest("domain"), counts: countVitest },
  routes: { needs: "texts", project: "routes", args: vitest("routes"), counts: countVitest },
  language: { needs: "texts", project: "language", args: vitest("language"), counts: countVitest },
  journeys: { needs: "app", project: "journeys", args: vitest("journeys"), counts: countVitest },
  several: {
    needs: "app",
    args: [...vitest("journeys"), "tests/journeys/several-servers.test.ts"],
    counts: countVitest,
    partOf: "journeys",
  },
  engine: { needs: "engine", project: "engine", args: vitest("engine"), counts: countVitest },
  parity: {
    needs: "engine",
    args: [...vitest("engine"), `${ENGINE}/test/parity/`],
    counts: countVitest,
    partOf: "engine",
  },
  fuzz: {
    needs: "engine",
    args: [...vitest("engine"), `${ENGINE}/test/fuzz/`],
    counts: countVitest,
    partOf: "engine",
    // The random seed, and how often each known difference was met.
    shows: /^\d+ operations, seed|^ +\d+ × /,
  },
  build: { needs: "texts", args: ["scripts/prepare.mjs", "app"] },
  bundle: { needs: "app", args: ["scripts/check-bundle.mjs"] },
  firefox: inFirefox("firefox"),
  "firefox without script": inFirefox("firefox without script"),
  e2e: { needs: "app", browser: true, args: tool("playwright/cli.js", "test"), counts: countPlaywright },
};

/**
 * The order of the whole: rows one after the other. In a row there are two lanes, one for each core; a lane that is free
 * takes the next steps, the longest first. Tests use both cores themselves; those of Vitest are one run, in which no core
 * waits for another project's last file.
 */
const LANES = 2;
const ROWS = [
  [
    ["build", "bundle"],
    ["types"],
    ["format"],
    ["lint"],
    ["unused"],
    ["for tests"],
    ["engine types"],
    ["worker types"],
  ],
  [["unit", "models", "domain", "routes", "language", "journeys", "engine"]],
  // Parts of the engine's, by name.
  [["parity"], ["fuzz"], ["several"]],
  [["firefox", "firefox without script"]],
  [["e2e"]],
];

/**
 * Tests write much that nobody keeps. Where memory can hold it, no commit waits for a disk: what a test says of a power
 * cut it says by ending processes.
 */
function writeToMemory() {
  const memory = "/dev/shm";
  if (process.env.TMPDIR || !existsSync(memory)) return;
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize < 2 ** 31) return;
  // Short: the path of a unix socket inside it may have 107 characters.
  const folder = mkdtempSync(path.join(memory, "t-"));
  process.env.TMPDIR = folder;
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
}

const results = [];

function stepNamed(name) {
  const step = STEPS[name];
  if (!step)
    throw new PrepareError(`There is no test step "${name}". There are: ${Object.keys(STEPS).join(", ")}.`);
  return step;
}

/** One step with its tool's own output; the exit code is the tool's. */
async function runAlone({ needs, args, browser, firefox }, options) {
  if (firefox && !findFirefox()) return void process.stdout.write(`${NO_FIREFOX}\n`);
  await prepare(needs);
  if (browser) process.env.CHROMIUM_PATH = await ensureBrowser();
  const child = spawn(process.execPath, [...args, ...options], { stdio: "inherit" });
  endWithUs(child);
  process.exitCode = await new Promise((resolve) => child.once("exit", (code) => resolve(code ?? 1)));
}

async function runAll(wanted) {
  const started = Date.now();
  try {
    await prepare("texts");
    for (const row of ROWS) {
      const waiting = row.map((names) => names.filter((name) => wanted.includes(name)));
      await Promise.all(Array.from({ length: LANES }, () => runLane(waiting)));
    }
  } catch (error) {
    if (!(error instanceof PrepareError)) throw error;
    process.stdout.write(`${error.message}\n`);
    record("preparing", started, { passed: 0, failed: 1, skipped: 0 });
  }
  summarize(started);
}

async function runLane(waiting) {
  for (let names = waiting.shift(); names; names = waiting.shift()) {
    if (names.length > 1 && names.every((name) => STEPS[name].project)) await runTogether(names);
    else for (const name of names) await runStep(name);
  }
}

/** Several projects of Vitest in one run, told apart by their files. */
async function runTogether(names) {
  const started = Date.now();
  const ready = names.filter((name) => STEPS[name].needs !== "app" || !buildFailed());
  for (const name of names) if (!ready.includes(name)) recordNotBuilt(name, started);
  const { code, output, report } = await runVitest(vitest(...ready), "together");
  const files = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")).testResults : [];
  const before = results.length;
  for (const name of ready) {
    const own = files.filter((file) => projectOf(path.relative(root, file.name)) === name);
    const seconds = own.reduce((sum, { startTime, endTime }) => sum + (endTime - startTime) / 1000, 0);
    record(name, Date.now() - seconds * 1000, countFiles(own));
  }
  // What failed outside of every file, such as the start of a server.
  const failed = results.slice(before).some((result) => result.failed > 0);
  if (code !== 0 && !failed) record("together", started, { passed: 0, failed: 1, skipped: 0 });
  if (code !== 0) process.stdout.write(`\n--- ${ready.join(", ")} ---\n${output.trimEnd()}\n\n`);
}

/** The project of vitest.config.ts that a test file belongs to. */
function projectOf(file) {
  const [, folder] = /^tests\/(models|domain|journeys)\//.exec(file) ?? [];
  if (file.startsWith("tests/i18n/")) return "language";
  if (folder) return folder;
  if (/^packages\/[^/]+\/test\//.test(file)) return "engine";
  return /^tests\/(?!support\/)/.test(file) ? "routes" : "unit";
}

function countFiles(files) {
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  const count = (...states) => tests.filter(({ status }) => states.includes(status)).length;
  const passed = count("passed");
  const failed = count("failed") + files.filter(isBrokenFile).length;
  // A project that ran no test at all has failed.
  return {
    passed,
    failed: failed + (passed + failed === 0 ? 1 : 0),
    skipped: tests.length - passed - count("failed"),
  };
}

async function runVitest(args, name) {
  const report = reportOf(name);
  const options = ["--reporter=dot", "--reporter=json", `--outputFile.json=${report}`];
  const { code, output } = await run([...args, ...options], toolEnvironment(report));
  // A seed that was asked for is told, whatever became of it.
  for (const line of output.split("\n"))
    if (/^Property tests begin/.test(line)) process.stdout.write(`${line}\n`);
  return { code, output, report };
}

function reportOf(name) {
  const report = path.join(workFolder, "results", `${name.replaceAll(" ", "-")}.json`);
  mkdirSync(path.dirname(report), { recursive: true });
  rmSync(report, { force: true });
  return report;
}

function toolEnvironment(report) {
  const colour = process.stdout.isTTY ? "FORCE_COLOR" : "NO_COLOR";
  return { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report, [colour]: "1" };
}

const buildFailed = () => results.some(({ name, failed }) => name === "build" && failed > 0);
const recordNotBuilt = (name, started) =>
  record(name, started, { passed: 0, failed: 1, skipped: 0, note: "not run: the build failed" });

async function runStep(name) {
  const { args, needs, browser, firefox, counts = countOne, shows } = STEPS[name];
  const started = Date.now();
  if (firefox && !findFirefox())
    return record(name, started, { passed: 0, failed: 0, skipped: 0, note: NO_FIREFOX });
  if (firefox) await prepare(needs);
  if (needs === "app" && buildFailed()) return recordNotBuilt(name, started);
  const report = reportOf(name);
  const env = toolEnvironment(report);
  if (browser) env.CHROMIUM_PATH = await ensureBrowser();
  const { code, output } = counts === countVitest ? await runVitest(args, name) : await run(args, env);
  const result = counts(code, report);
  if (result.failed > 0) process.stdout.write(`\n--- ${name} ---\n${output.trimEnd()}\n\n`);
  else if (shows)
    for (const line of output.split("\n")) if (shows.test(line)) process.stdout.write(`${line}\n`);
  return record(name, started, result);
}

function run(args, env) {
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  endWithUs(child);
  const chunks = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => chunks.push(chunk));
  const timer = setTimeout(() => {
    chunks.push(Buffer.from(`\nStopped: it took longer than ${STEP_LIMIT_MS / 60_000} minutes.\n`));
    child.kill("SIGKILL");
  }, STEP_LIMIT_MS);
  return new Promise((resolve) => {
    child.once("close", (code) => {
      clearTimeout(timer);
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() });
    });
  });
}

function endWithUs(child) {
  const stop = () => child.kill("SIGINT");
  process.once("exit", stop);
  child.once("exit", () => process.off("exit", stop));
}

// --- Counting ---

function countOne(code) {
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

function countVitest(code, report) {
  return countReport(
    code,
    report,
    ({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) => ({
      passed: numPassedTests,
      // A file that could not be loaded has no failed test.
      failed: numFailedTests + testResults.filter(isBrokenFile).length,
      skipped: numPendingTests + numTodoTests,
    }),
  );
}

const isBrokenFile = ({ status, assertionResults }) =>
  status === "failed" && !assertionResults.some((test) => test.status === "failed");

function countPlaywright(code, report) {
  return countReport(code, report, ({ stats, errors }) => ({
    passed: stats.expected,
    // A second try does not count.
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  }));
}

/** A tool that fails, or that ran no test at all, has at least one failure. */
function countReport(code, report, read) {
  // Without a report the tool ended before it ran anything.
  const counted = existsSync(report)
    ? read(JSON.parse(readFileSync(report, "utf8")))
    : { passed: 0, failed: 0, skipped: 0 };
  const silent = counted.failed === 0 && (code !== 0 || counted.passed === 0);
  return silent ? { ...counted, failed: 1 } : counted;
}

// --- Telling ---

function record(name, started, { passed, failed, skipped, note }) {
  const result = { name, passed, failed, skipped, note, seconds: (Date.now() - started) / 1000 };
  results.push(result);
  process.stdout.write(`${row(result)}\n`);
}

function row({ name, passed, failed, skipped, note, seconds }) {
  const counts = [
    `${passed} passed`,
    failed > 0 && `${failed} failed`,
    skipped > 0 && `${skipped} skipped`,
    note,
  ];
  return `${failed > 0 ? "✗" : "✓"} ${name.padEnd(14)} ${seconds.toFixed(1).padStart(6)} s   ${counts.filter(Boolean).join(", ")}`;
}

function summarize(started) {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  const failed = sum("failed");
  process.stdout.write(
    `\n${results.map(row).join("\n")}\n  ${"all".padEnd(14)} ${((Date.now() - started) / 1000).toFixed(1).padStart(6)} s\n\n`,
  );
  process.stdout.write(`${sum("passed")} passed, ${failed} failed\n`);
  process.exitCode = failed > 0 ? 1 : 0;
}

await runScript(async () => {
  process.chdir(root);
  writeToMemory();
  const [first, name, ...options] = process.argv.slice(2);
  if (first === "--only") return runAlone(stepNamed(name), options);
  const wanted = process.argv.slice(2);
  wanted.forEach(stepNamed);
  await runAll(wanted.length > 0 ? wanted : Object.keys(STEPS).filter((step) => !STEPS[step].partOf));
});
