import path from "node:path";
import { runnerImport } from "vite";
import { parse } from "yaml";

/**
 * Converts each YAML file in app/content/ to a module, validated by its schema (app/content/schemas.ts). A build contains
 * the values, so that the server parses no YAML and runs no schema at its start.
 *
 * @returns {import("vite").Plugin}
 */
export function content() {
  /** @type {import("vite").ResolvedConfig} */
  let config;
  /** @type {ReturnType<typeof importSchemas> | undefined} */
  let schemas;
  return {
    name: "still-and-know:content",
    configResolved(resolved) {
      config = resolved;
    },
    async transform(source, id) {
      const file = path.relative(path.join(config.root, "app/content"), id.replace(/\?.*$/, ""));
      if (file.startsWith("..") || !file.endsWith(".yaml")) return null;
      const { parseContent } = await (schemas ??= importSchemas(config));
      const value = JSON.stringify(parseContent(parse(source), file));
      return { code: `export default ${value};`, map: null, moduleSideEffects: false };
    },
  };
}

/**
 * @param {import("vite").ResolvedConfig} config
 * @returns {Promise<{ parseContent: (data: unknown, file: string) => unknown }>}
 */
async function importSchemas({ root, resolve }) {
  const options = { root, configFile: /** @type {const} */ (false), resolve: { alias: resolve.alias } };
  const { module } = await runnerImport("/app/content/schemas.ts", options);
  return module;
}
