import { fileURLToPath } from "node:url";

const file = (/** @type {string} */ name) => fileURLToPath(new URL(`lean/${name}`, import.meta.url));
const JSX = file("jsx-runtime.mjs");
const HELPERS = file("babel-helpers.mjs");

/**
 * Functions that packages carry for older machines, in their newer form (scripts/lean): some hundred calls of them are made for
 * a page, and of a page with a form they were a twelfth. Only what is built for the server has them.
 *
 * @returns {import("vite").Plugin}
 */
export function lean() {
  return {
    name: "still-and-know:lean",
    enforce: "pre",
    apply: (_config, { command, isSsrBuild }) => command === "build" && Boolean(isSsrBuild),
    resolveId(source, importer = "") {
      if (source === "react/jsx-runtime") return importer === JSX ? null : JSX;
      const isHelper = source.endsWith("/_rollupPluginBabelHelpers.mjs");
      return isHelper && /\/@conform-to\/(?:dom|react)\//.test(importer) ? HELPERS : null;
    },
  };
}
