import { existsSync } from "node:fs";
import path from "node:path";
import { root } from "./prepare.mjs";

/** Reads .env when there is one; what the real environment says wins. */
export function loadSettings() {
  const file = path.join(root, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
}
