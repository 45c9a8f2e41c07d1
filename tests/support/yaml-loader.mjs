import { readFile } from "node:fs/promises";
import { parse } from "yaml";

/**
 * A Node loader for Playwright, which does not use Vite: a YAML file is a module whose default export is its content.
 * @type {import("node:module").LoadHook}
 */
export async function load(url, context, nextLoad) {
  if (!url.endsWith(".yaml")) return nextLoad(url, context);
  const value = parse(await readFile(new URL(url), "utf8"));
  return { format: "module", source: `export default ${JSON.stringify(value)};`, shortCircuit: true };
}
