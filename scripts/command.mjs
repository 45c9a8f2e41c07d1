/** Runs one of the application's commands (`npm run admin -- …`) from the built sources, with the server's settings. */
import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { prepare, PrepareError, root, runScript } from "./prepare.mjs";
import { loadSettings } from "./settings.mjs";

const main = path.join(root, `build/commands/${process.argv[2] === "doctor" ? "doctor" : "main"}.js`);

await runScript(async () => {
  process.chdir(root);
  const outside = { ...process.env };
  loadSettings();
  await prepare("app", { env: outside });
  if (!existsSync(main)) throw new PrepareError("This build has no commands.");
});
process.env.NODE_ENV ||= "production";
process.argv[1] = main;
await import(pathToFileURL(main).href);
