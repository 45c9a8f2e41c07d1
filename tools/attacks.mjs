/**
 * `npm run attacks`: a house of its own on this machine, and what hostile strangers, members and files send to it, one after
 * the other, while `/healthz` is asked beside it. Each row says what was allowed and what came (tools/README.md).
 */
import { parseArgs } from "node:util";
import { prepare, runScript } from "../scripts/prepare.mjs";
import { attackedHouse } from "./attacks/house.mjs";
import { ON_FILES } from "./attacks/on-files.mjs";
import { ON_FORMS } from "./attacks/on-forms.mjs";
import { ON_KEYS } from "./attacks/on-keys.mjs";
import { ON_LINES } from "./attacks/on-lines.mjs";
import { ON_SESSIONS } from "./attacks/on-sessions.mjs";
import { watchHealth } from "./attacks/watch-health.mjs";
import { load } from "./measure.mjs";

/** How long the server may work before another's question has its turn, unless a row says otherwise. */
const WAIT_MS = 200;
const ALL = [...ON_LINES, ...ON_FORMS, ...ON_SESSIONS, ...ON_FILES, ...ON_KEYS];

/**
 * @typedef {{ name: string, limit: string, waitMs?: number, run(house: object): Promise<{ came: string, holds: boolean }> }} Attack
 * `waitMs` null: the server is stopped meanwhile, and nobody is watching.
 */
async function attack(house, { name, limit, waitMs = WAIT_MS, run }) {
  house.faults.length = 0;
  const endWatch =
    waitMs === null
      ? () => ({ waited: 0, worked: 0, asked: 0 })
      : await watchHealth({ origin: house.origin(), pid: house.pid });
  let result;
  try {
    result = await run(house);
  } catch (error) {
    result = { came: `${error.message} ${error.cause?.message ?? ""}`.trim(), holds: false };
  }
  const { waited, worked, asked } = await endWatch();
  const isCalm = waitMs === null || worked <= waitMs;
  const holds = result.holds && isCalm && house.faults.length === 0;
  const beside =
    waitMs === null
      ? ""
      : `; /healthz worst of ${asked}: ${worked.toFixed(0)} ms of work, ${waited.toFixed(0)} by the clock`;
  const faults = house.faults.length > 0 ? `; ${house.faults.join(", ")}` : "";
  const asks = waitMs === null ? limit : `${limit}; /healthz within ${waitMs} ms`;
  console.log(`| ${name} | ${asks} | ${result.came}${beside}${faults} | ${holds ? "held" : "FELL"} |`);
  return holds;
}

await runScript(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const wanted = positionals.map((name) => name.toLowerCase());
  const attacks = ALL.filter(
    ({ name }) => wanted.length === 0 || wanted.some((part) => name.toLowerCase().includes(part)),
  );
  if (attacks.length === 0) throw new Error(`No attack has that name. ${ALL.map((a) => a.name).join("; ")}`);
  await prepare("app");
  const house = await attackedHouse();
  let fallen = 0;
  try {
    console.log(`${house.database}, ${load()}\n\n| attack | asked | came | |\n| --- | --- | --- | --- |`);
    for (const each of attacks) if (!(await attack(house, each))) fallen++;
    console.log(`\n${attacks.length} attacks, ${fallen} fell; ${load()}`);
    if (fallen > 0) process.exitCode = 1;
  } finally {
    await house.close();
  }
});
