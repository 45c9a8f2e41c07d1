import { fileURLToPath } from "node:url";

/** @param {string} place */
const at = (place) => fileURLToPath(new URL(`../${place}`, import.meta.url));

/** Aliases are shared by the application, its commands and its tests. */
export const alias = { "~": at("app"), "#models": at("models"), "#tests": at("tests") };

/** The embedded engine starts its own worker file, so it stays the package it is. */
export const ssr = { external: ["embedded-mongodb"] };

/**
 * Packages that the server uses in part. In its bundle they are without the rest; V8 keeps the whole text of every module it
 * has read.
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
