/** @module-tag release */
import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { follow, recipesIn } from "./recipe-blocks";

/**
 * Follows the recipes of docs/recipes.md in a copy of the repository, which must compile and pass its tests.
 */
const ROOT = path.resolve(".");
const FOLDERS = ["app", "docs", "models", "public", "scripts", "tests", "tools", "packages"];
const KEPT = ["engine.stamp", "workers.stamp", "workers", "texts.stamp", "texts"].map(
  (name) => `.prepare/${name}`,
);
const LAWS = [
  "tests/architecture.test.ts",
  "tests/layers.test.ts",
  "app/routes.test.ts",
  "app/domain/accounts/accounts.test.ts",
];
/** The incremental state of tsc in this repository, so that only the changes in the copy are checked. */
const TYPES_BUILD_INFO = ".prepare/types.tsbuildinfo";

const blocks = recipesIn(readFileSync("docs/recipes.md", "utf8"));
let copy = "";

function copyRepository(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "recipes-"));
  const isOurs = (file: string) => path.basename(file) !== "node_modules";
  const files = readdirSync(ROOT, { withFileTypes: true }).flatMap((each) =>
    each.isFile() && each.name !== ".env" ? [each.name] : [],
  );
  for (const name of [...FOLDERS, ...files, ...KEPT])
    if (existsSync(name))
      cpSync(name, path.join(folder, name), { recursive: true, preserveTimestamps: true, filter: isOurs });
  symlinkSync(path.join(ROOT, "node_modules"), path.join(folder, "node_modules"));
  if (existsSync(TYPES_BUILD_INFO)) {
    // The compiler follows the symbolic link, so the recorded paths of packages must lead to this repository.
    const packages = path.relative(path.join(folder, ".prepare"), path.join(ROOT, "node_modules"));
    const engine = path.relative(path.join(folder, ".prepare"), path.join(ROOT, "packages"));
    const buildInfo = readFileSync(TYPES_BUILD_INFO, "utf8")
      .replaceAll('"../node_modules/', `"${packages}/`)
      .replaceAll('"../packages/', `"${engine}/`);
    writeFileSync(path.join(folder, TYPES_BUILD_INFO), buildInfo);
  }
  return folder;
}

/** The output of a tool that fails in the copy; empty if it succeeds. */
async function complaintsOf(tool: string, ...args: string[]): Promise<string> {
  // The settings of this test process must not affect the copy.
  const { PATH, HOME, TMPDIR } = process.env;
  const env = { PATH, HOME, NO_COLOR: "1", ...(TMPDIR && { TMPDIR }) };
  const options = { cwd: copy, env: env as unknown as NodeJS.ProcessEnv, maxBuffer: 2 ** 26 };
  try {
    await promisify(execFile)(process.execPath, [path.join("node_modules", tool), ...args], options);
    return "";
  } catch (failure) {
    const { stdout = "", stderr = "" } = failure as { stdout?: string; stderr?: string };
    return `${stdout}${stderr}` || String(failure);
  }
}

describe("recipes", () => {
  beforeAll(() => {
    copy = copyRepository();
    for (const block of blocks) {
      const file = path.join(copy, block.file);
      const before = existsSync(file) ? readFileSync(file, "utf8") : undefined;
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, follow(block, before));
    }
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true, maxRetries: 3 }));

  it("are found in docs/recipes.md", () => {
    expect(blocks.length).toBeGreaterThan(20);
  });

  // Without build info the compiler checks the whole project.
  it("compile", { timeout: 300_000 }, async () => {
    const incremental = ["--incremental", "--tsBuildInfoFile", TYPES_BUILD_INFO];
    expect(await complaintsOf("typescript/bin/tsc", "-p", ".", "--noEmit", ...incremental)).toBe("");
  });

  it("pass their own tests and the rules of the project", async () => {
    // The test of access opens every page of the product: too long to do it twice in a run.
    const own = blocks.map(({ file }) => file).filter((file) => /(?<!access)\.test\.tsx?$/.test(file));
    expect(own.length).toBeGreaterThan(2);
    const files = [...own, ...LAWS];
    const projects = ["--project", "unit", "--project", "routes"];
    expect(await complaintsOf("vitest/vitest.mjs", "run", ...projects, ...files)).toBe("");
  });
});
