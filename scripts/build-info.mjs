import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./prepare.mjs";

/** @returns {string} the version, and the commit where it was packed: `0.1.0 (0a1b2c3d4e5f)` */
export function readBuildInfo() {
  const packed = path.join(root, "build-info.json");
  const file = existsSync(packed) ? packed : path.join(root, "package.json");
  const { version, commit } = JSON.parse(readFileSync(file, "utf8"));
  return commit ? `${version} (${commit})` : version;
}
