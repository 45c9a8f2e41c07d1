/**
 * `npm test` runs the tests of every change, `npm run test:release` the slow ones. Both end with `N passed, N failed`.
 *
 *     node scripts/test.mjs [--release] [step …] [-- options of its tool]
 */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ensureBrowser, findFirefox } from "./browser.mjs";
import { prepare, PrepareError, root, runScript } from "./prepare.mjs";

const ENGINE = "packages/embedded-mongodb";
const tool = (file, ...args) => [path.join("node_modules", file), ...args];
const types = (project, name) =>
  tool(
    "typescript/bin/tsc",
    "-p",
    project,
    "--noEmit",
    "--incremental",
    "--tsBuildInfoFile",
    `.prepare/${name}.tsbuildinfo`,
  );
const vitest = (project, ...files) => ({ project, args: tool("vitest/vitest.mjs", "run", ...files) });

const STEPS = {
  build: { args: ["scripts/prepare.mjs", "app"] },
  bundle: { needs: "app", args: ["scripts/check-bundle.mjs"] },
  types: { args: types(".", "types") },
  "engine types": { args: types(ENGINE, "engine") },
  "worker types": { args: types("app/worker/service", "worker") },
  lint: { args: tool("oxlint/bin/oxlint") },
  format: { args: tool("prettier/bin/prettier.cjs", "--check", ".", "--log-level=warn") },
  unused: { args: tool("knip/bin/knip.js", "--no-progress") },
  "for tests": { args: tool("knip/bin/knip.js", "--production", "--no-progress") },
  unit: vitest("unit"),
  models: vitest("models"),
  domain: vitest("domain"),
  routes: vitest("routes"),
  engine: vitest("engine"),
  parity: vitest("engine", `${ENGINE}/test/parity/`),
  fuzz: vitest("engine", `${ENGINE}/test/fuzz/`),
  journeys: { needs: "app", ...vitest("journeys") },
  e2e: { needs: "app", browser: true, args: tool("playwright/cli.js", "test") },
  firefox: { needs: "app", ...vitest("firefox") },
  "firefox without script": { needs: "app", ...vitest("firefox without script") },
};
const CHECKS = ["types", "lint", "format", "unused", "for tests", "engine types", "worker types"];
const PROJECTS = ["unit", "models", "domain", "routes", "engine", "journeys"];
/** Rows run sequentially, the lanes of a row in parallel, one for each core. */
const ROWS = [[["build", "bundle", PROJECTS], CHECKS], [["e2e"]]];
const RELEASE_ROWS = [[[PROJECTS]], [["e2e"]]];

const total = { passed: 0, failed: 0 };

/** Puts temporary files in memory if there is space: commits of test databases then do not wait for a disk. */
function writeToMemory() {
  if (process.env.TMPDIR || !existsSync("/dev/shm")) return;
  const { bavail, bsize } = statfsSync("/dev/shm");
  if (bavail * bsize < 2 ** 31) return;
  // A short name, because the path of a Unix socket inside it may have at most 107 characters.
  const folder = mkdtempSync("/dev/shm/t-");
  process.env.TMPDIR = folder;
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
}

function stepNamed(name) {
  if (STEPS[name]) return STEPS[name];
  throw new PrepareError(`There is no test step "${name}". There are: ${Object.keys(STEPS).join(", ")}.`);
}

/** @returns {Promise<{ code: number, output: string }>} */
function run(args, stream) {
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  const stop = () => child.kill("SIGINT");
  process.once("exit", stop);
  let output = "";
  for (const pipe of [child.stdout, child.stderr])
    pipe.setEncoding("utf8").on("data", (text) => {
      output += text;
      if (stream) process.stdout.write(text);
    });
  return new Promise((resolve) => {
    child.once("close", (code) => {
      process.off("exit", stop);
      resolve({ code: code ?? 1, output });
    });
  });
}

/** Adds up the closing lines of Vitest ("Tests  1 failed | 20 passed") and Playwright ("20 passed (3m)"). */
function countTests(output) {
  const closing = /^ +(Tests {2}.*|\d+ (passed|failed|flaky|did not run)\b.*)$/gm;
  const lines = (stripVTControlCharacters(output).match(closing) ?? []).join("\n");
  const sum = (words) =>
    [...lines.matchAll(new RegExp(`(\\d+) (${words})`, "g"))].reduce((all, [, n]) => all + Number(n), 0);
  return { passed: sum("passed"), failed: sum("failed|flaky|did not run") };
}

/** Runs one step, or several Vitest projects in one run so that no core idles at a project's last file. */
async function runStep(names, { release, options, stream }) {
  const steps = names.map(stepNamed);
  const [{ args, project, browser }] = steps;
  const name = names.join(", ");
  if (name.startsWith("firefox") && !findFirefox()) {
    console.log(`- ${name}: there is no Firefox`);
    return;
  }
  const started = performance.now();
  await prepare(steps.find(({ needs }) => needs)?.needs ?? "texts");
  if (browser) process.env.CHROMIUM_PATH = await ensureBrowser();
  const chosen = steps.flatMap((step) => (step.project ? ["--project", step.project] : []));
  if (project && !project.startsWith("firefox")) chosen.push(`--tagsFilter=${release ? "" : "!"}release`);
  if (browser) chosen.push(release ? "--grep" : "--grep-invert", "@release");
  const { code, output } = await run([...args, ...chosen, ...options], stream);
  if (!stream) process.stdout.write(output);
  const { passed, failed } =
    project || browser ? countTests(output) : { passed: code === 0 ? 1 : 0, failed: 0 };
  // A tool that fails, or that runs no test at all, has at least one failure.
  const isSilent = failed === 0 && (code !== 0 || passed === 0);
  total.passed += passed;
  total.failed += isSilent ? 1 : failed;
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${isSilent || failed > 0 ? "✗" : "✓"} ${name} ${seconds} s`);
}

async function runAll(names, { release, options }) {
  const rows = names.length > 0 ? names.map((name) => [[name]]) : release ? RELEASE_ROWS : ROWS;
  for (const lanes of rows) {
    const stream = lanes.length === 1;
    const runLane = async (lane) => {
      for (const step of lane) await runStep([step].flat(), { release, options, stream });
    };
    await Promise.all(lanes.map(runLane));
  }
}

await runScript(async () => {
  process.chdir(root);
  writeToMemory();
  const [, , ...args] = process.argv;
  const end = args.includes("--") ? args.indexOf("--") : args.length;
  const [own, options] = [args.slice(0, end), args.slice(end + 1)];
  const names = own.filter((name) => name !== "--release");
  names.forEach(stepNamed);
  try {
    await prepare("texts");
    await runAll(names, { release: names.length < own.length, options });
  } catch (error) {
    if (!(error instanceof PrepareError)) throw error;
    console.log(error.message);
    total.failed += 1;
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 ? 1 : 0;
});
