import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";

const SOURCES = ["app", "packages", "scripts", "package.json", "package-lock.json", "tsconfig.json"];
const BUILT = /(?:^|\/)(?:node_modules|dist)(?:\/|$)/;
let folder = "";

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "prepare-"));
  for (const name of SOURCES)
    cpSync(name, path.join(folder, name), { recursive: true, filter: (file) => !BUILT.test(file) });
  symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function prepareTexts(): Promise<string> {
  const args = ["scripts/prepare.mjs", "texts"];
  return (await promisify(execFile)(process.execPath, args, { cwd: folder })).stderr;
}

it(
  "builds each step once when two starts follow a killed one",
  { tags: ["release"], timeout: 300_000 },
  async () => {
    const killed = spawn(process.execPath, ["scripts/prepare.mjs", "texts"], { cwd: folder });
    await once(killed.stderr, "data");
    killed.kill("SIGKILL");
    const output = (await Promise.all([prepareTexts(), prepareTexts()])).join("");
    for (const step of ["Compiling the embedded database", "Building the workers", "Preparing the texts"])
      expect(output.split(step)).toHaveLength(2);
    expect(existsSync(path.join(folder, "packages/embedded-mongodb/dist/index.js"))).toBe(true);
    expect(existsSync(path.join(folder, ".prepare/texts/web.text"))).toBe(true);
  },
);

it("builds only the steps whose sources have changed", { tags: ["release"], timeout: 300_000 }, async () => {
  await prepareTexts();
  expect(await prepareTexts()).toBe("");
  appendFileSync(path.join(folder, "app/worker/messages.ts"), "\n");
  expect(await prepareTexts()).toBe("Building the workers…\n");
});
