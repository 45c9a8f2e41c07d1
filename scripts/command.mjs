/** Runs one of the application's commands (`npm run admin -- …`) from the built sources, with the server's settings. */
import path from "node:path";
import { pathToFileURL } from "node:url";
import { loadEnv, prepare, root, runScript } from "./prepare.mjs";

process.chdir(root);
await runScript(() => prepare("app"));
loadEnv();
process.env.NODE_ENV ||= "production";
process.argv[1] = path.join(root, `build/commands/${process.argv[2] === "doctor" ? "doctor" : "main"}.js`);
await import(pathToFileURL(process.argv[1]).href);
