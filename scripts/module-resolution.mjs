import { fileURLToPath } from "node:url";

/** @param {string} place */
const at = (place) => fileURLToPath(new URL(`../${place}`, import.meta.url));

/** Aliases are shared by the application, its commands and its tests. */
export const alias = { "~": at("app"), "#models": at("models"), "#tests": at("tests") };

/** The embedded engine is not bundled, because it starts its worker by the path of a file. */
export const ssr = { external: ["embedded-mongodb"] };

/**
 * Packages that the server uses only in part. They are bundled without the rest, because V8 keeps the whole source of
 * every loaded module in memory.
 */
export const IN_PART = [
  "zod",
  "@conform-to/dom",
  "@conform-to/react",
  "@conform-to/zod",
  "bible-passage-reference-parser",
  "ical-generator",
  "remix-toast",
  "yaml",
];
