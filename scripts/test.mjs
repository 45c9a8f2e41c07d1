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
const tool = (file, options = "") => [path.join("node_modules", file), ...options.split(" ").filter(Boolean)];
const types = (project, name) =>
  tool(
    "typescript/bin/tsc",
    `-p ${project} --noEmit --incremental --tsBuildInfoFile .prepare/${name}.tsbuildinfo`,
  );

/** The arguments of Node for each step that is no project of Vitest. */
const TOOLS = {
  build: ["scripts/prepare.mjs", "app"],
  bundle: ["scripts/check-bundle.mjs"],
  types: types(".", "types"),
  "engine types": types(ENGINE, "engine"),
  "worker types": types("app/worker/service", "worker"),
  lint: tool("oxlint/bin/oxlint"),
  format: tool("oxfmt/bin/oxfmt", "--check"),
  unused: tool("knip/bin/knip.js", "--no-progress"),
  "for tests": tool("knip/bin/knip.js", "--production --no-progress"),
  e2e: tool("playwright/cli.js", "test"),
};
const PROJECTS = ["unit", "models", "domain", "routes", "engine", "journeys"];
/** Steps that are a folder of the project `engine`. */
const FOLDERS = { parity: `${ENGINE}/test/parity/`, fuzz: `${ENGINE}/test/fuzz/` };
const STEPS = [
  ...Object.keys(TOOLS),
  ...PROJECTS,
  ...Object.keys(FOLDERS),
  "firefox",
  "firefox without script",
];
const CHECKS = ["types", "lint", "format", "unused", "for tests", "engine types", "worker types"];
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
  const folder = (process.env.TMPDIR = mkdtempSync("/dev/shm/t-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
}

/** Adds up the closing lines of Vitest ("Tests  1 failed | 20 passed") and Playwright ("20 passed (3m)"). */
function countTests(output) {
  const closing = /^ +(?:Tests {2}|\d+ (?:passed|failed|flaky|did not run)\b).*$/gm;
  const count = { passed: 0, failed: 0 };
  for (const line of stripVTControlCharacters(output).match(closing) ?? [])
    for (const [, n, word] of line.matchAll(/(\d+) (passed|failed|flaky|did not run)/g))
      count[word === "passed" ? "passed" : "failed"] += Number(n);
  return count;
}

/** The arguments of one step, or of several projects in one run, so that no core idles at a project's last file. */
function argumentsOf(names, release) {
  const [name] = names;
  if (name === "e2e") return [...TOOLS.e2e, release ? "--grep" : "--grep-invert", "@release"];
  if (TOOLS[name]) return TOOLS[name];
  const projects = names.flatMap((each) => ["--project", FOLDERS[each] ? "engine" : each]);
  const tags = name.startsWith("firefox") ? [] : [`--tagsFilter=${release ? "" : "!"}release`];
  return [...tool("vitest/vitest.mjs", `run ${FOLDERS[name] ?? ""}`), ...projects, ...tags];
}

/** Runs a step and counts its tests; a tool counts as one. */
async function runStep(names, { release, options, stream }) {
  const name = names.join(", ");
  if (name.startsWith("firefox") && !findFirefox()) return console.log(`- ${name}: there is no Firefox`);
  const started = performance.now();
  await prepare(/bundle|journeys|e2e|firefox/.test(name) ? "app" : "texts");
  if (name === "e2e") process.env.CHROMIUM_PATH = await ensureBrowser();
  const args = [...argumentsOf(names, release), ...options];
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
  const isTool = name in TOOLS && name !== "e2e";
  const { passed, failed } = isTool ? { passed: code === 0 ? 1 : 0, failed: 0 } : countTests(output);
  // A tool that fails, or that runs no test at all, has at least one failure.
  const failures = code === 0 && passed > 0 ? failed : Math.max(failed, 1);
  total.passed += passed;
  total.failed += failures;
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${failures > 0 ? "✗" : "✓"} ${name} ${seconds} s`);
}

await runScript(async () => {
  process.chdir(root);
  writeToMemory();
  const [, , ...args] = process.argv;
  const end = args.includes("--") ? args.indexOf("--") : args.length;
  const [own, options] = [args.slice(0, end), args.slice(end + 1)];
  const release = own.includes("--release");
  const names = own.filter((name) => name !== "--release");
  const odd = names.find((name) => !STEPS.includes(name));
  if (odd) throw new PrepareError(`There is no test step "${odd}". There are: ${STEPS.join(", ")}.`);
  try {
    await prepare("texts");
    for (const lanes of names.length > 0 ? names.map((name) => [[name]]) : release ? RELEASE_ROWS : ROWS)
      await Promise.all(
        lanes.map(async (lane) => {
          for (const step of lane)
            await runStep([step].flat(), { release, options, stream: lanes.length === 1 });
        }),
      );
  } catch (error) {
    if (!(error instanceof PrepareError)) throw error;
    console.log(error.message);
    total.failed += 1;
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 ? 1 : 0;
});
