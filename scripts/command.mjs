/** Runs one of the application's commands (`npm run admin -- …`) from the built sources, with the server's settings. */
import path from "node:path";
import { pathToFileURL } from "node:url";
import { prepare, root, runScript } from "./prepare.mjs";
import { loadSettings } from "./settings.mjs";

process.chdir(root);
await runScript(() => prepare("app"));
loadSettings();
process.env.NODE_ENV ||= "production";
process.argv[1] = path.join(root, `build/commands/${process.argv[2] === "doctor" ? "doctor" : "main"}.js`);
await import(pathToFileURL(process.argv[1]).href);
