/**
 * `npm run bench`: ratios of one run, printed and not asserted, because machines differ and are noisy (tools/README.md).
 *
 *     npm run bench                          pages, sign-ins and journal
 *     npm run bench -- pages                 only the named parts
 *     npm run bench -- compare FOLDER        this build compared with another checkout's
 *     npm run bench -- --short               only proves that all of it runs
 */
import { parseArgs } from "node:util";
import { prepare, PrepareError, runScript } from "../scripts/prepare.mjs";
import { comparePages } from "./bench/compare.mjs";
import { measureJournal } from "./bench/journal.mjs";
import { measurePages } from "./bench/pages.mjs";
import { measureSignIns } from "./bench/sign-ins.mjs";

const PARTS = { pages: measurePages, "sign-ins": measureSignIns, journal: measureJournal };

await runScript(async () => {
  const { values: options, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      short: { type: "boolean", default: false },
      packed: { type: "boolean", default: false },
      pairs: { type: "string", default: "7" },
      seconds: { type: "string", default: "30" },
    },
  });
  await prepare("app");
  if (positionals[0] === "compare") return comparePages(positionals[1], options);
  const names = positionals.length > 0 ? positionals : Object.keys(PARTS);
  const unknown = names.filter((name) => !PARTS[name]);
  if (unknown.length > 0)
    throw new PrepareError(
      `No part ${unknown.join(", ")}; parts: ${Object.keys(PARTS).join(", ")}, compare.`,
    );
  for (const name of names) await PARTS[name](options);
});
