import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const FOLDERS = ["app", "models", "scripts", "tests", "tools"];
const THIS = "scripts/comments.test.ts";

const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(ts|tsx|mjs|js|css)$/.test(file) && !file.startsWith("node_modules"))
    .map((file) => path.join(folder, file)),
).filter((file) => file !== THIS);
const lines = files.flatMap((file) =>
  readFileSync(file, "utf8")
    .split("\n")
    .map((line, at) => ({ line, place: `${file}:${at + 1}` })),
);
const found = (pattern: RegExp) =>
  lines.filter(({ line }) => pattern.test(line)).map(({ line, place }) => `${place} ${line.trim()}`);

/** The anchors of a document, as GitHub makes them of its headings. */
function anchorsOf(file: string): Set<string> {
  const headings = readFileSync(file, "utf8").matchAll(/^#+ (.+)$/gm);
  return new Set(
    [...headings].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replace(/[^\w\- ]/g, "")
        .replaceAll(" ", "-"),
    ),
  );
}

it("every pointer into a document leads somewhere", () => {
  const pointers = lines.flatMap(({ line, place }) =>
    [...line.matchAll(/(docs\/[\w./-]+\.md)(?:#([\w-]+))?/g)].map(([, file = "", anchor]) => ({
      place,
      file,
      anchor,
    })),
  );
  expect(pointers.filter(({ file }) => file.startsWith("docs/product.md")).length).toBeGreaterThan(0);
  const dead = pointers.filter(
    ({ file, anchor }) => !existsSync(file) || (anchor !== undefined && !anchorsOf(file).has(anchor)),
  );
  expect(dead).toEqual([]);
});

it("no comment cites what is not in the repository", () => {
  const cited =
    /\b(seed|contract|product)(\.md)? (section )?\d|\bseed section\b|\b(contract|security|performance|design)\.md\b|\(S\d{1,2}\)/;
  expect(found(cited)).toEqual([]);
});

it("comments and titles are in plain words", () => {
  const words =
    /(^\s*(\/\*|\*|\/\/)|\/\*\*|\b(it|test|describe)\(")[^`]*\b((some|every|any)body|anew)\b(?!\.ts)/i;
  expect(found(words)).toEqual([]);
});
