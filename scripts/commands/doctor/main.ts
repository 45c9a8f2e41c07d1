import { parseArgs } from "node:util";
import { appVersion } from "~/platform/system-info.server";
import { machineInfo } from "./machine";
import { runChecks } from "./run-checks";

const MARKS = { good: "  ok   ", note: "  note ", wrong: "  WRONG" } as const;

/** `npm run doctor [-- --json] [--mail ADDRESS]`: checks this installation and exits with 1 if anything is wrong. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { json: { type: "boolean" }, mail: { type: "string" } },
  });
  const findings = await runChecks(await machineInfo(), values.mail);
  const wrong = findings.filter(({ state }) => state === "wrong").length;
  if (values.json) console.log(JSON.stringify({ version: appVersion, wrong, findings }, null, 2));
  else {
    console.log(`Still and Know ${appVersion}`);
    for (const { what, state, words } of findings) console.log(`${MARKS[state]} ${what}: ${words}`);
    console.log(wrong === 0 ? "Nothing is wrong." : `Wrong: ${wrong}.`);
  }
  return wrong === 0 ? 0 : 1;
}

process.exitCode = await main();
