/**
 * Builds the programs that Node and browsers start by path: worker threads, the service worker, the script of the offline
 * page, and the program that writes the Bible texts.
 *
 *     node scripts/build-workers.mjs FOLDER
 */
import path from "node:path";
import { build } from "vite";
import { content } from "./content-plugin.mjs";

const [, , outDir] = process.argv;

const FOR_NODE = [
  "app/domain/portability/import-worker.server.ts",
  "app/domain/print/print-worker.server.ts",
  "app/domain/scripture/translations/convert-worker.server.ts",
  "app/domain/ways/way-worker.server.ts",
  "app/platform/password-worker.mjs",
  "app/platform/picture-worker.mjs",
  "scripts/build-bible-texts.ts",
];
/** Classic scripts, which cannot import modules, so each is built separately. */
const FOR_BROWSERS = ["app/worker/offline-page.ts", "app/worker/service/service-worker.ts"];

/** @param {string[]} files */
const inputsOf = (files) =>
  Object.fromEntries(files.map((file) => [path.basename(file).replace(/(\.server)?\.m?[jt]s$/, ""), file]));

/** @param {import("vite").BuildEnvironmentOptions} options */
const buildInto = (options) =>
  build({
    configFile: false,
    logLevel: "error",
    publicDir: false,
    plugins: [content()],
    resolve: { alias: { "~": path.resolve("app") } },
    // A development dependency, bundled because only one of its patterns for eighty languages is used.
    ssr: { noExternal: ["hyphen"] },
    build: { outDir, emptyOutDir: false, ...options },
  });

await buildInto({
  ssr: true,
  target: "node20",
  rollupOptions: { input: inputsOf(FOR_NODE), output: { entryFileNames: "[name].js" } },
});
for (const file of FOR_BROWSERS)
  await buildInto({
    target: "es2019",
    modulePreload: false,
    rollupOptions: { input: inputsOf([file]), output: { format: "iife", entryFileNames: "[name].js" } },
  });
