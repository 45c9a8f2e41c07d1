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
      const result = await build({
        configFile: false,
        root: config.root,
        logLevel: "error",
        plugins: config.plugins.filter(({ name }) => name === "still-and-know:speak"),
        resolve: { alias: config.resolve.alias },
        publicDir: false,
        ...options,
      });
      const [chunk] = /** @type {import("vite").Rollup.RollupOutput} */ (result).output;
      for (const file of chunk.moduleIds) this.addWatchFile(file);
      return `export default ${JSON.stringify(chunk.code)};`;
    },
  };
}
