/**
 * `npm run bench:db`: what the embedded database costs. Operations through mongoose beside SQLite itself, then how long others
 * wait while something long runs. `--rounds 9` looks at the waits more often; `--short` only tells whether it all runs.
 */
import { prepare, runScript } from "../scripts/prepare.mjs";

await runScript(async () => {
  await prepare("engine");
  await import("./engine/operations.mjs");
  await import("./engine/pauses.mjs");
});
