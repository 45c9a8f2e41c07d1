/** Runs a module of this folder from the sources in a separate process, which a test can kill. */
import { runnerImport } from "vite";
import { content } from "../../../scripts/content-plugin.mjs";

const root = process.cwd();
await runnerImport(`/tests/support/rotating-child/${process.argv[2]}.ts`, {
  root,
  configFile: false,
  logLevel: "error",
  plugins: [content()],
  resolve: { alias: { "~": `${root}/app`, "#models": `${root}/models`, "#tests": `${root}/tests` } },
});
