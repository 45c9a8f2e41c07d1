import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { nodeProblem } from "./prepare.mjs";
import { emptySettings } from "./server.mjs";

const OTHER_USER = 65532;
const isRoot = process.getuid?.() === 0;

/** Creates a folder in /tmp, because the temporary folder of a test run may be inaccessible to other users. */
function makeFolder(): string {
  const folder = mkdtempSync("/tmp/data-folder-");
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs the check in a separate process, as user `uid` if set. */
function check(folder: string, uid?: number) {
  const code = `
    if (${uid ?? -1} > 0) { process.setgid(${uid ?? 0}); process.setuid(${uid ?? 0}); }
    const { runScript } = await import("./scripts/prepare.mjs");
    const { ensureDataFolder } = await import("./scripts/data-folder.mjs");
    await runScript(async () => ensureDataFolder(${JSON.stringify(folder)}));`;
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", code], {
    encoding: "utf8",
  });
  return { status, stderr };
}

it("creates a missing folder with mode 0700", () => {
  const folder = path.join(makeFolder(), "data");
  expect(check(folder)).toEqual({ status: 0, stderr: "" });
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

it("exits with code 78 and a message when the folder cannot be created", () => {
  const file = path.join(makeFolder(), "file");
  writeFileSync(file, "");
  const folder = path.join(file, "data");
  expect(check(folder)).toEqual({
    status: 78,
    stderr: `Still and Know cannot start: DATA_DIR, ${folder}, cannot be made (ENOTDIR).\n`,
  });
});

it("makes start.mjs exit with code 78 and a message when DATA_DIR cannot be created", () => {
  const file = path.join(makeFolder(), "file");
  writeFileSync(file, "");
  const env = { ...process.env, ...emptySettings(), DATA_DIR: path.join(file, "data"), PORT: "0" };
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/start.mjs"], {
    env,
    encoding: "utf8",
  });
  expect({ status, stdout }).toEqual({ status: 78, stdout: "" });
  expect(stderr).toMatch(/^Still and Know cannot start: DATA_DIR, \S+, cannot be made \(ENOTDIR\)\.\n$/);
});

it.runIf(isRoot)("exits with code 78 and names the command to run when another user owns the folder", () => {
  const folder = makeFolder();
  const refused = {
    status: 78,
    // `.*` allows for a container, where the message adds that the command is to be run on the host.
    stderr: expect.stringMatching(
      `^Still and Know cannot start: DATA_DIR, ${folder}, belongs to another user .*un: sudo chown -R ${OTHER_USER}:${OTHER_USER} ${folder}\n$`,
    ) as unknown,
  };
  for (const mode of [0o700, 0o777]) {
    chmodSync(folder, mode);
    expect(check(folder, OTHER_USER)).toEqual(refused);
  }
  chownSync(folder, OTHER_USER, OTHER_USER);
  expect(check(folder, OTHER_USER)).toEqual({ status: 0, stderr: "" });
  writeFileSync(path.join(folder, "secrets.json"), "{}", { mode: 0o600 });
  expect(check(folder, OTHER_USER)).toEqual(refused);
});

it("names WSL and the container when the system is Windows", () => {
  expect(nodeProblem("24.1.0", "win32")).toMatch(
    /^Still and Know does not run on Windows itself: use WSL .*container\.$/,
  );
  expect(nodeProblem("24.1.0", "linux")).toBeUndefined();
});
