import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "vite";
import { content } from "./content-plugin.mjs";

/**
 * Modules that are taken as text: `import code from "./some.server.ts?thread"` gives that module, with everything that it
 * needs, as one script for a worker thread; `?script` gives one for a browser. The text travels inside the server's
 * bundle, so it cannot be lost, and is always of the same version.
 *
 * @type {Record<string, (entry: string) => Partial<import("vite").InlineConfig>>}
 */
const KINDS = {
  "?thread": (entry) => ({
    // Packages are included, and of them only what is used: a thread is there in a tenth of the time.
    ssr: { noExternal: true },
    esbuild: { charset: "ascii", legalComments: "none", minifyIdentifiers: false },
    build: {
      ssr: entry,
      write: false,
      minify: "esbuild",
      target: "node20",
      rollupOptions: { output: { format: "cjs", inlineDynamicImports: true } },
    },
  }),
  "?script": (entry) => ({
    build: {
      write: false,
      target: "es2019",
      modulePreload: false,
      rollupOptions: { input: entry, output: { format: "iife" } },
    },
  }),
};

/** @typedef {{ code: string, files: Record<string, number> }} Bundle its text, and of what, with the times of their last change */

const changedAt = (/** @type {string} */ file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** @returns {Bundle | undefined} what was made before of the same files */
function madeBefore(/** @type {string} */ place) {
  if (!existsSync(place)) return undefined;
  /** @type {Bundle} */
  const bundle = JSON.parse(readFileSync(place, "utf8"));
  return Object.entries(bundle.files).every(([file, changed]) => changedAt(file) === changed)
    ? bundle
    : undefined;
}

/**
 * @param {string} place where it is kept
 * @param {import("vite").InlineConfig} options
 * @returns {Promise<Bundle>}
 */
async function make(place, options) {
  const result = await build(options);
  const [chunk] = /** @type {import("vite").Rollup.RollupOutput} */ (result).output;
  const files = chunk.moduleIds.filter((id) => !id.startsWith("\0"));
  const bundle = {
    code: chunk.code,
    files: Object.fromEntries(files.map((file) => [file, changedAt(file)])),
  };
  mkdirSync(path.dirname(place), { recursive: true });
  // Whole or not there: another process may look.
  writeFileSync(`${place}.${process.pid}`, JSON.stringify(bundle));
  renameSync(`${place}.${process.pid}`, place);
  return bundle;
}

const kindOf = (/** @type {string} */ id) => Object.keys(KINDS).find((query) => id.endsWith(query));

/** @returns {import("vite").Plugin} */
export function bundled() {
  /** @type {import("vite").ResolvedConfig} */
  let config;
  return {
    name: "still-and-know:bundled",
    enforce: "pre",
    configResolved(resolved) {
      config = resolved;
    },
    async resolveId(source, importer) {
      const kind = kindOf(source);
      if (!kind) return null;
      const found = await this.resolve(source.slice(0, -kind.length), importer, { skipSelf: true });
      return found && found.id + kind;
    },
    async load(id) {
      const kind = kindOf(id);
      const options = kind && KINDS[kind]?.(id.slice(0, -kind.length));
      if (!options) return null;
      // The packages that are bundled too are known by the list of their versions.
      const packages = readFileSync(path.join(config.root, "package-lock.json"));
      const key = createHash("sha256").update(id).update(packages).digest("hex");
      const place = path.join(config.root, ".prepare/bundles", `${key}.json`);
      // While someone works and in tests; what is built for people is made of what is there.
      const kept = config.command === "serve" ? madeBefore(place) : undefined;
      const { code, files } =
        kept ??
        (await make(place, {
          configFile: false,
          root: config.root,
          logLevel: "error",
          resolve: { alias: config.resolve.alias },
          publicDir: false,
          plugins: [content()],
          ...options,
        }));
      for (const file of Object.keys(files)) this.addWatchFile(file);
      return `export default ${JSON.stringify(code)};`;
    },
  };
}
