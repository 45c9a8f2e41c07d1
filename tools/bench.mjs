/**
 * `npm run bench`: how long things take, as ratios within one run. Asserts nothing: machines differ and are noisy.
 *
 *     npm run bench                        everything, for some ten minutes
 *     npm run bench -- pages journal       some parts
 *     npm run bench -- --short             whether all of it runs; the figures mean little
 *     npm run bench -- service --minutes 10    load for longer, to see memory grow
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { prepare, PrepareError, root, runScript } from "../scripts/prepare.mjs";
import { measurePages } from "./bench/pages.mjs";
import { measureService, measureStarts } from "./bench/service.mjs";
import { measureSeveral } from "./bench/several.mjs";
import { measureUploads } from "./bench/uploads.mjs";
import { load } from "./measure.mjs";
import { command } from "./product.mjs";

const WITHIN = ["journal", "pictures", "book", "export", "import", "admin", "jobs"];
const BUILT = ".prepare/bench";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: "boolean", default: false }, minutes: { type: "string", default: "0" } },
});

/** Measured from inside the product, on a separate, empty database. */
async function measureWithin(name) {
  const dataDir = mkdtempSync(path.join(tmpdir(), "still-bench-"));
  try {
    const given = options.short ? [name, "--short"] : [name];
    const said = await command({ DATA_DIR: dataDir }, given, { program: `${BUILT}/main.js` });
    console.log(`\n${said.trim()}`);
    if (name === "admin") await measureStarts("start of this house", { DATA_DIR: dataDir }, options.short);
  } finally {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** What measures from inside is built of the product's sources, aside: no image and no release has it. */
function buildWithin() {
  const args = ["build", "-c", "tools/bench/within/vite.config.ts", "--outDir", path.join(root, BUILT)];
  const vite = path.join(root, "node_modules/vite/bin/vite.js");
  execFileSync(process.execPath, [vite, ...args, "--logLevel", "error"], { cwd: root, stdio: "inherit" });
}

const PARTS = {
  pages: () => measurePages(options),
  service: () => measureService({ ...options, minutes: Number(options.minutes) }),
  several: () => measureSeveral(options),
  uploads: () => measureUploads(options),
  ...Object.fromEntries(WITHIN.map((name) => [name, () => measureWithin(name)])),
};

await runScript(async () => {
  const wanted = positionals.length > 0 ? positionals : Object.keys(PARTS);
  const unknown = wanted.filter((name) => !PARTS[name]);
  if (unknown.length > 0)
    throw new PrepareError(
      `There is no part ${unknown.join(", ")}. There are: ${Object.keys(PARTS).join(", ")}.`,
    );
  await prepare("app");
  if (wanted.some((name) => WITHIN.includes(name))) buildWithin();
  console.log(`${load()}; median (least–most)`);
  for (const name of wanted) await PARTS[name]();
});
