/**
 * Makes the files of the translations that come with the product (app/domain/scripture/translations/text-layout.ts says
 * how they are laid out), so that neither the start nor the memory of a server pays for it.
 *
 *     node scripts/make-texts.mjs FOLDER
 */
import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";

const folder = process.argv[2];
if (!folder) throw new Error("Say into which folder.");
const root = process.cwd();
const aside = mkdtempSync(path.join(root, ".prepare", "texts-"));
try {
  await build({
    configFile: false,
    root,
    logLevel: "error",
    resolve: { alias: { "~": path.join(root, "app") } },
    publicDir: false,
    build: {
      ssr: "app/domain/scripture/translations/make-built-in.server.ts",
      outDir: aside,
      target: "node20",
      rollupOptions: { output: { entryFileNames: "make.mjs" } },
    },
  });
  const { makeBuiltIn } = await import(pathToFileURL(path.join(aside, "make.mjs")).href);
  makeBuiltIn(path.resolve(folder));
} finally {
  rmSync(aside, { recursive: true, force: true });
}
