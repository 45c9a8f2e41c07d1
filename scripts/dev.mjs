/** `npm run dev`: the application with hot reload, on the embedded database or MONGODB_URI. */
import path from "node:path";
import { pathToFileURL } from "node:url";
import { loadEnv, prepare, root, runScript } from "./prepare.mjs";

process.chdir(root);
await runScript(() => prepare("texts"));
loadEnv();
process.env.NODE_ENV = "development";
const remix = path.join(root, "node_modules/.bin/remix");
process.argv = [process.execPath, remix, "vite:dev"];
await import(pathToFileURL(remix).href);
