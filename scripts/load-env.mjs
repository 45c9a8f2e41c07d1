import { existsSync } from "node:fs";
import path from "node:path";
import { root } from "./prepare.mjs";

/** Reads .env if it exists; the environment takes precedence. */
export function loadEnv(folder = root) {
  const file = path.join(folder, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
}
