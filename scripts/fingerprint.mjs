import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Whether what was made from a list of files is still true. Size and time of change decide first; the content only when
 * a time differs, because a fresh checkout or a copy has new times and the same files.
 *
 * A stamp is `{ inputs: { path: [size, mtimeMs, sha256] }, outputs: { path: size }, facts }`.
 */

const TEST_FILE = /\.(test|spec)\.[a-z]+$/;

/**
 * Every file below the given files and folders, tests left out, relative to the root and sorted.
 * @param {string} root
 * @param {string[]} places
 */
export function listFiles(root, places) {
  const found = [];
  for (const place of places) collect(root, place, found);
  return found.sort();
}

function collect(root, place, found) {
  const stat = statSync(path.join(root, place), { throwIfNoEntry: false });
  if (stat?.isFile()) found.push(place);
  if (!stat?.isDirectory()) return;
  for (const entry of readdirSync(path.join(root, place), { withFileTypes: true })) {
    const child = `${place}/${entry.name}`;
    if (entry.isDirectory()) collect(root, child, found);
    else if (!TEST_FILE.test(entry.name)) found.push(child);
  }
}

/** What the input files are now; taken before work begins, so that a change during the work counts as new. */
export function snapshot(root, files) {
  const inputs = {};
  for (const file of files) inputs[file] = describe(root, file);
  return inputs;
}

function describe(root, file) {
  const { size, mtimeMs } = statSync(path.join(root, file));
  return [size, mtimeMs, hash(root, file)];
}

function hash(root, file) {
  return createHash("sha256")
    .update(readFileSync(path.join(root, file)))
    .digest("hex");
}

/** Writes a stamp whole or not at all. */
export function writeStamp(root, stampFile, { inputs, outputs, facts = {} }) {
  const sizes = Object.fromEntries(outputs.map((file) => [file, sizeOf(root, file)]));
  mkdirSync(path.dirname(stampFile), { recursive: true });
  const aside = `${stampFile}.${process.pid}`;
  writeFileSync(aside, JSON.stringify({ inputs, outputs: sizes, facts }));
  renameSync(aside, stampFile);
}

const sizeOf = (root, file) => statSync(path.join(root, file), { throwIfNoEntry: false })?.size;

/**
 * Whether the stamp still holds for these files. Brings the stamp's times up to date when only they differ.
 * @param {string} root
 * @param {string} stampFile
 * @param {{ files: string[], facts?: Record<string, string> }} now
 */
export function isCurrent(root, stampFile, { files, facts = {} }) {
  const stamp = readStamp(stampFile);
  if (!stamp || JSON.stringify(stamp.facts) !== JSON.stringify(facts)) return false;
  for (const [file, size] of Object.entries(stamp.outputs)) if (sizeOf(root, file) !== size) return false;
  if (files.length !== Object.keys(stamp.inputs).length) return false;
  let touched = false;
  for (const file of files) {
    const known = stamp.inputs[file];
    if (!known) return false;
    const { size, mtimeMs } = statSync(path.join(root, file));
    if (size !== known[0]) return false;
    if (mtimeMs === known[1]) continue;
    if (hash(root, file) !== known[2]) return false;
    known[1] = mtimeMs;
    touched = true;
  }
  if (touched) writeStamp(root, stampFile, { ...stamp, outputs: Object.keys(stamp.outputs) });
  return true;
}

function readStamp(stampFile) {
  try {
    return JSON.parse(readFileSync(stampFile, "utf8"));
  } catch {
    return undefined;
  }
}
