/**
 * `node start.mjs` in an unpacked package: serves; with words behind it, runs that command: `node start.mjs admin create …`.
 * Nothing of the tree is written. What is named by a path is looked for where it was started, so that a later version in
 * another folder finds the same `.env` and `data`.
 */
import path from "node:path";

// Only what every Node understands stands here, and nothing is read before the version is known to be right.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Still and Know needs Node 20.19 or newer; this is ${process.versions.node}.\n`);
  process.exit(1);
}

const here = process.cwd();
const { loadSettings } = await import("./settings.mjs");
loadSettings(here);
process.env.DATA_DIR = path.resolve(here, (process.env.DATA_DIR || "").trim() || "data");

const command = process.argv[2];
if (command === undefined) await import("./start.mjs");
else {
  // The two that are given a file.
  if (["backup", "restore"].includes(command) && process.argv[3])
    process.argv[3] = path.resolve(here, process.argv[3]);
  await import("./command.mjs");
}
