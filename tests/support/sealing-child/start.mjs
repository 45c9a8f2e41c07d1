/** Runs steps.ts from the sources, in a process of its own that can be killed. */
import { runnerImport } from "vite";
import { bundled } from "../../../scripts/bundle-plugin.mjs";
import { content } from "../../../scripts/content-plugin.mjs";

const root = process.cwd();
await runnerImport("/tests/support/sealing-child/steps.ts", {
  root,
  configFile: false,
  logLevel: "error",
  plugins: [bundled(), content()],
  resolve: { alias: { "~": `${root}/app`, "#models": `${root}/models`, "#tests": `${root}/tests` } },
});
