/**
 * `npm test` runs the tests of every change, `npm run test:release` the slow ones. Both end with `N passed, N failed`.
 *
 *     node scripts/test.mjs [--release] [step …] [-- options of its tool]     projects joined by a comma are one run
 */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { ensureBrowser, findFirefox } from "./browser.mjs";
import { prepare, PrepareError, root, runScript } from "./prepare.mjs";

const ENGINE = "packages/embedded-mongodb";
/** Single-threaded, because parallel checkers repeat work and the other lane uses the second core. */
const types = (project, name) =>
  `node_modules/typescript/bin/tsc -p ${project} --noEmit --singleThreaded --incremental --tsBuildInfoFile .prepare/${name}.tsbuildinfo`;
/** The arguments of Node for each step that counts as one test. */
const TOOLS = {
  build: "scripts/prepare.mjs app",
  bundle: "scripts/check-bundle.mjs",
  types: types(".", "types"),
  lint: "node_modules/oxlint/bin/oxlint",
  format: "node_modules/oxfmt/bin/oxfmt --check",
  unused: "node_modules/knip/bin/knip.js --no-progress",
  "for tests": "node_modules/knip/bin/knip.js --production --no-progress",
  "engine types": types(ENGINE, "engine"),
  "worker types": types("app/worker/service", "worker"),
};
const [BUILD, BUNDLE, ...CHECKS] = Object.keys(TOOLS);
const PROJECTS = "unit,models,domain,routes,engine,journeys";
/** Steps that are a folder of the project `engine`. */
const FOLDERS = { parity: `${ENGINE}/test/parity/`, fuzz: `${ENGINE}/test/fuzz/` };
const OTHERS = ["e2e", "firefox", "firefox without script"];
const STEPS = [...Object.keys(TOOLS), ...PROJECTS.split(","), ...Object.keys(FOLDERS), ...OTHERS];
/** Rows run sequentially, the lanes of a row in parallel, one for each core. */
const ROWS = [[[BUILD, BUNDLE, PROJECTS], CHECKS], [["e2e"]]];
const RELEASE_ROWS = [[[PROJECTS]], [["e2e"]]];
const total = { passed: 0, failed: 0 };

/** Puts temporary files in memory if there is space: commits of test databases then do not wait for a disk. */
function writeToMemory() {
  const { bavail, bsize } = existsSync("/dev/shm") ? statfsSync("/dev/shm") : { bavail: 0, bsize: 0 };
  if (process.env.TMPDIR || bavail * bsize < 2 ** 31) return;
  // A short name, because the path of a Unix socket inside it may have at most 107 characters.
  const folder = (process.env.TMPDIR = mkdtempSync("/dev/shm/t-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
}

/** Adds up the closing lines of Vitest ("Tests  1 failed | 20 passed") and Playwright ("20 passed (3m)"). */
function countTests(output) {
  const closing = /^ +(?:Tests {2}|\d+ (?:passed|failed|flaky|did not run)\b).*$/gm;
  const lines = stripVTControlCharacters(output).match(closing)?.join("\n") ?? "";
  const sum = (words) => [...lines.matchAll(words)].reduce((count, [, n]) => count + Number(n), 0);
  return { passed: sum(/(\d+) passed/g), failed: sum(/(\d+) (?:failed|flaky|did not run)/g) };
}

/** Vitest loads every file before it selects tests by their tags, so files without a test of this run are left out. */
const testFilesWith = (text) =>
  ["app", "models", "packages", "scripts", "tests"]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
    )
    .filter((file) => /\.test\.tsx?$/.test(file) && !file.includes("node_modules"))
    .filter((file) => text.test(readFileSync(file, "utf8")));

/** The arguments of a step, or of several projects in one run, so that no core idles at a project's last file. */
function argumentsOf(step, release) {
  if (TOOLS[step]) return TOOLS[step].split(" ");
  if (step === "e2e")
    return ["node_modules/playwright/cli.js", "test", release ? "--grep" : "--grep-invert", "@release"];
  const names = step.split(",");
  const projects = names.flatMap((name) => ["--project", FOLDERS[name] ? "engine" : name]);
  const isFirefox = step.startsWith("firefox");
  const tags = isFirefox ? [] : [`--tagsFilter=${release ? "" : "!"}release`];
  const folders = names.flatMap((name) => FOLDERS[name] ?? []);
  const files = release && step === PROJECTS ? testFilesWith(/"release"|@module-tag release/) : folders;
  const slowFiles = release || isFirefox ? [] : testFilesWith(/@module-tag release/);
  const excluded = slowFiles.map((file) => `--exclude=${file}`);
  return ["node_modules/vitest/vitest.mjs", "run", ...files, ...projects, ...tags, ...excluded];
}

async function runStep(step, { release, options, stream }) {
  if (step.startsWith("firefox") && !findFirefox()) return console.log(`- ${step}: there is no Firefox`);
  const started = performance.now();
  await prepare(/bundle|journeys|e2e|firefox/.test(step) ? "app" : "texts");
  if (step === "e2e") process.env.CHROMIUM_PATH = await ensureBrowser();
  const args = [...argumentsOf(step, release), ...options];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  const stop = () => child.kill("SIGINT");
  process.once("exit", stop);
  let output = "";
  for (const pipe of [child.stdout, child.stderr])
    pipe.setEncoding("utf8").on("data", (text) => {
      output += text;
      if (stream) process.stdout.write(text);
    });
  const code = await new Promise((resolve) => child.once("close", resolve));
  process.off("exit", stop);
  if (!stream) process.stdout.write(output);
  const { passed, failed } = TOOLS[step] ? { passed: code === 0 ? 1 : 0, failed: 0 } : countTests(output);
  // A tool that fails, or that runs no test at all, has at least one failure.
  const failures = code === 0 && passed > 0 ? failed : Math.max(failed, 1);
  total.passed += passed;
  total.failed += failures;
  console.log(`${failures > 0 ? "✗" : "✓"} ${step} ${Math.round((performance.now() - started) / 1000)} s`);
}

await runScript(async () => {
  process.chdir(root);
  writeToMemory();
  const [, , ...args] = process.argv;
  const end = args.includes("--") ? args.indexOf("--") : args.length;
  const [own, options] = [args.slice(0, end), args.slice(end + 1)];
  const release = own.includes("--release");
  const named = own.filter((name) => name !== "--release");
  const odd = named.flatMap((step) => step.split(",")).find((name) => !STEPS.includes(name));
  if (odd) throw new PrepareError(`There is no test step "${odd}". There are: ${STEPS.join(", ")}.`);
  const runLane = async (lane, stream) => {
    for (const step of lane) await runStep(step, { release, options, stream });
  };
  try {
    await prepare("texts");
    for (const lanes of named.length > 0 ? [[named]] : release ? RELEASE_ROWS : ROWS)
      await Promise.all(lanes.map((lane) => runLane(lane, lanes.length === 1)));
  } catch (error) {
    if (!(error instanceof PrepareError)) throw error;
    console.log(error.message);
    total.failed += 1;
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 ? 1 : 0;
});
