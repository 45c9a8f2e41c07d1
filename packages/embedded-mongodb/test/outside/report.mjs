// Runs another project's mocha suite and reports how many tests pass, and why the others fail.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startTcpServer } from "./server.mjs";

/**
 * Runs the suite against a new server and prints a table.
 * @param {string} sources the suite's folder, with its packages installed
 * @param {(address: string) => { args: string[], env: Record<string, string> }} command mocha's options
 * @param {{ reason: string, message?: RegExp, title?: RegExp }[]} reasons the first match explains a failure
 */
export async function runSuite(sources, command, reasons) {
  const mocha = join(sources, "node_modules/mocha/bin/mocha.js");
  if (!existsSync(mocha))
    throw new Error(`${mocha} is missing: check the sources out and install their packages`);
  const work = mkdtempSync(join(tmpdir(), "embedded-mongodb-report-"));
  const report = join(work, "report.json");
  const reached = join(work, "reached");
  const server = await startTcpServer();
  const { args, env } = command(server.address);
  const options = ["--reporter", "json", "--reporter-option", `output=${report}`, "--exit"];
  const hooks = ["--require", fileURLToPath(new URL("./reach.mjs", import.meta.url))];
  const child = spawn(process.execPath, [mocha, ...args, ...hooks, ...options], {
    cwd: sources,
    env: { ...process.env, ...env, REACHED_FILE: reached },
    stdio: ["ignore", "ignore", "ignore"],
  });
  await new Promise((resolve) => child.once("exit", resolve));
  await server.stop();
  const { stats, failures } = JSON.parse(readFileSync(report, "utf8"));
  print(stats, failures, reasons, Number(readFileSync(reached, "utf8")));
  for (const line of server.log) console.log(`The server said: ${line}`);
  rmSync(work, { recursive: true, force: true });
}

function print({ passes, pending }, failures, reasons, reached) {
  const groups = new Map();
  const unexplained = [];
  for (const { fullTitle, err } of failures) {
    const message = err.message ?? "";
    const found = reasons.find(
      (each) => (each.message ?? / */).test(message) && (each.title ?? / */).test(fullTitle),
    );
    if (found) groups.set(found.reason, (groups.get(found.reason) ?? 0) + 1);
    else unexplained.push(`${fullTitle}\n    ${message.trim().split("\n")[0]}`);
  }
  const rate = ((100 * passes) / (passes + failures.length)).toFixed(1);
  console.log(`${passes} pass (${reached} of them send commands), ${failures.length} fail: ${rate} % pass`);
  console.log(`${pending} are left out by the suite itself\n\n| why | tests |\n| --- | --- |`);
  for (const [reason, count] of [...groups].sort((a, b) => b[1] - a[1]))
    console.log(`| ${reason} | ${count} |`);
  if (unexplained.length === 0) return;
  console.log(`\nWithout a known reason:\n\n${unexplained.map((line) => `- ${line}`).join("\n")}`);
  process.exitCode = 1;
}
