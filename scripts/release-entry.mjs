/**
 * `node start.mjs` in an unpacked package starts the server; with arguments it runs a command: `node start.mjs admin create …`.
 * Relative paths start at the working directory, so that a later version in another folder finds the same `.env` and `data`.
 */
import path from "node:path";
import { loadEnv, nodeProblem } from "./prepare.mjs";

const problem = nodeProblem();
if (problem) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}
loadEnv(process.cwd());
process.env.DATA_DIR = path.resolve((process.env.DATA_DIR || "").trim() || "data");
const [, , command, file] = process.argv;
if (file && ["backup", "restore"].includes(command)) process.argv[3] = path.resolve(file);
await import(command ? "./command.mjs" : "./start.mjs");
