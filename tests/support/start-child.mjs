/** Runs a module of this folder from the sources in a separate process, which a test can kill; it gets the further arguments. */
import { runnerImport } from "vite";
import { content } from "../../scripts/content-plugin.mjs";

const root = process.cwd();
const [module] = process.argv.splice(2, 1);
await runnerImport(`/tests/support/${module}.ts`, {
  root,
  configFile: false,
  logLevel: "error",
  plugins: [content()],
  resolve: { alias: { "~": `${root}/app`, "#models": `${root}/models`, "#tests": `${root}/tests` } },
});
