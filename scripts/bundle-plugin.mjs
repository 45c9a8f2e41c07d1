import { statSync } from "node:fs";
import { build } from "vite";

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
    build: {
      ssr: entry,
      write: false,
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

/** @typedef {{ code: string, files: Map<string, number> }} Bundle its text, and of what, with the times of their last change */

/**
 * Of this process: the tests' configurations take the same modules, and each would bundle them again. Each also loads this
 * file again, so the memory is not in it.
 */
const MEMORY = Symbol.for("still-and-know:bundles");
/** @type {Map<string, Promise<Bundle>>} */
const made = Reflect.get(globalThis, MEMORY) ?? new Map();
Reflect.set(globalThis, MEMORY, made);

const changedAt = (/** @type {string} */ file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const isAsMade = (/** @type {Bundle} */ { files }) =>
  [...files].every(([file, changed]) => changedAt(file) === changed);

/**
 * @param {string} key
 * @param {import("vite").InlineConfig} options
 * @returns {Promise<Bundle>}
 */
async function bundleOf(key, options) {
  const before = await made.get(key)?.catch(() => undefined);
  if (before && isAsMade(before)) return before;
  const making = build(options).then((result) => {
    const [chunk] = /** @type {import("vite").Rollup.RollupOutput} */ (result).output;
    const files = chunk.moduleIds.filter((id) => !id.startsWith("\0"));
    return { code: chunk.code, files: new Map(files.map((file) => [file, changedAt(file)])) };
  });
  made.set(key, making);
  return making;
}

const kindOf = (/** @type {string} */ id) => Object.keys(KINDS).find((query) => id.endsWith(query));

/**
 * What is bundled speaks the language of the whole.
 *
 * @returns {import("vite").Plugin}
 */
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
      const plugins = config.plugins.filter(({ name }) => name === "still-and-know:speak");
      const { code, files } = await bundleOf(JSON.stringify([id, plugins.length]), {
        configFile: false,
        root: config.root,
        logLevel: "error",
        plugins,
        resolve: { alias: config.resolve.alias },
        publicDir: false,
        ...options,
      });
      for (const file of files.keys()) this.addWatchFile(file);
      return `export default ${JSON.stringify(code)};`;
    },
  };
}
