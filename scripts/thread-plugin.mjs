import { build } from "vite";
import { speak } from "./i18n/plugin.mjs";

const QUERY = "?thread";

/**
 * `import code from "./some.server.ts?thread"` gives that module, with everything that it needs, as one script
 * for a worker thread. It travels inside the server's bundle, so it cannot be lost, and is always of the same version.
 *
 * @param {string} language what the application speaks
 * @returns {import("vite").Plugin}
 */
export function threads(language) {
  /** @type {import("vite").ResolvedConfig} */
  let config;
  return {
    name: "still-and-know:threads",
    enforce: "pre",
    configResolved(resolved) {
      config = resolved;
    },
    async resolveId(source, importer) {
      if (!source.endsWith(QUERY)) return null;
      const found = await this.resolve(source.slice(0, -QUERY.length), importer, { skipSelf: true });
      return found && found.id + QUERY;
    },
    async load(id) {
      if (!id.endsWith(QUERY)) return null;
      const result = await build({
        configFile: false,
        root: config.root,
        logLevel: "error",
        plugins: [speak(language)],
        resolve: { alias: config.resolve.alias },
        publicDir: false,
        // Packages are included, and of them only what is used: a thread is there in a tenth of the time.
        ssr: { noExternal: true },
        build: {
          ssr: id.slice(0, -QUERY.length),
          write: false,
          target: "node20",
          rollupOptions: { output: { format: "cjs", inlineDynamicImports: true } },
        },
      });
      const [chunk] = /** @type {import("vite").Rollup.RollupOutput} */ (result).output;
      for (const file of chunk.moduleIds) this.addWatchFile(file);
      return `export default ${JSON.stringify(chunk.code)};`;
    },
  };
}
