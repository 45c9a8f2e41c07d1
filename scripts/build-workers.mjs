/**
 * Builds the programs that Node and browsers start by a path of their own: worker threads, the service worker and the
 * script of its page, and the program that makes the Bible's files.
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
  "scripts/make-texts.ts",
];
/** A classic script imports nothing, so each of them is a build of its own. */
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
    // A package for the build alone: of its patterns for eighty languages one is used.
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
