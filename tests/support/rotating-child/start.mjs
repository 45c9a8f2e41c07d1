/** Runs a module of this folder from the sources, in a process of its own that can be killed. */
import { runnerImport } from "vite";
import { bundled } from "../../../scripts/bundle-plugin.mjs";
import { content } from "../../../scripts/content-plugin.mjs";

const root = process.cwd();
await runnerImport(`/tests/support/rotating-child/${process.argv[2]}.ts`, {
  root,
  configFile: false,
  logLevel: "error",
  plugins: [bundled(), content()],
  resolve: { alias: { "~": `${root}/app`, "#models": `${root}/models`, "#tests": `${root}/tests` } },
});
