/** `npm run dev`: the application with hot reload, on the embedded database or MONGODB_URI. */
import path from "node:path";
import { pathToFileURL } from "node:url";
import { prepare, root, runScript } from "./prepare.mjs";
import { loadSettings } from "./settings.mjs";

await runScript(async () => {
  process.chdir(root);
  const outside = { ...process.env };
  loadSettings();
  await prepare("texts", { env: outside });
});
process.env.NODE_ENV = "development";

const cli = path.join(root, "node_modules/@remix-run/dev/dist/cli.js");
process.argv = [process.execPath, cli, "vite:dev"];
await import(pathToFileURL(cli).href);
