import { existsSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { readSource, sourceFiles } from "#tests/support/source-files";

const FOLDERS = ["app", "models", "scripts", "tests", "tools"];
const lines = sourceFiles(FOLDERS, /\.(ts|tsx|mjs|js|css)$/)
  .filter((file) => file !== "scripts/comments.test.ts")
  .flatMap((file) =>
    readSource(file)
      .split("\n")
      .map((line, at) => ({ line, place: `${file}:${at + 1}` })),
  );

/** The anchors that GitHub derives from a document's headings. */
function anchorsOf(file: string): Set<string> {
  const headings = [...readSource(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading.toLowerCase(),
  );
  return new Set(headings.map((heading) => heading.replace(/[^\w\- ]/g, "").replaceAll(" ", "-")));
}

it("comments reference existing documents and headings", () => {
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

/** CONTRIBUTING.md, the recipes and every README.md. */
const guides = [
  "CONTRIBUTING.md",
  "README.md",
  "docs/recipes.md",
  ...sourceFiles([...FOLDERS, "docs", "packages"], /\/README\.md$/),
];

/** Folders that a guide's relative file names may start from. */
const ALSO_FROM: Record<string, string[]> = {
  "docs/recipes.md": ["app/domain/portability", "app/domain/journal/prompt-sets", "docs"],
  "tests/README.md": ["tests"],
};
/** Names in guides that are no files of the repository, with an explanation. */
const NOT_OURS: Record<string, string> = {
  "texts.ts": "a name that areas share",
  ".server.ts": "an ending",
  "welcome.md": "the operator's own text, in DATA_DIR",
  "help-lines.json": "the operator's own list, in DATA_DIR",
  "DATA_DIR/secrets.json": "made at the first start",
  "finish-entry.server.ts": "an example of a name",
};

it("guides name existing files, or files that a recipe creates", () => {
  expect(guides.length).toBeGreaterThan(8);
  const missing = guides.flatMap((guide) => {
    const text = readSource(guide);
    const made = new Set([...text.matchAll(/^ *```(?!diff)\w+ (\S+)$/gm)].map(([, file]) => file));
    const prose = text.replace(/^ *```[^]*?^ *```$/gm, "");
    const named = [
      ...prose.matchAll(/`((?:[\w.@$-]+\/)*[\w.@$-]*\.(?:tsx?|mjs|jsonc?|css|md|yaml|po|pot))`/g),
      ...prose.matchAll(/`((?:app|docs|models|packages|scripts|tests|tools)\/[\w.@$/-]*)`/g),
      ...prose.matchAll(/\]\(((?!https?:|#)[\w./-]+)/g),
    ].map(([, name = ""]) => name);
    const places = ["", path.dirname(guide), ...(ALSO_FROM[guide] ?? [])];
    return named
      .filter((name) => !(name in NOT_OURS) && !made.has(name))
      .filter((name) => !places.some((place) => existsSync(path.join(place, name))))
      .map((name) => `${guide}: ${name}`);
  });
  expect(missing).toEqual([]);
});

it("comments reference nothing outside the repository", () => {
  const cited =
    /\b(seed|contract|product)(\.md)? (section )?\d|\bseed section\b|\b(contract|security|performance|design)\.md\b|\(S\d{1,2}\)/;
  expect(lines.filter(({ line }) => cited.test(line))).toEqual([]);
});
