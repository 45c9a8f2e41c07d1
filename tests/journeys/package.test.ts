/** @module-tag release */
import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { request } from "node:http";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect } from "vitest";
import { emptySettings, START_FLAGS } from "#scripts/server.mjs";
import { FormBrowser } from "#tests/support/form-browser/page";
import { enter, enterAdministration, test } from "./fixtures";

/**
 * User id of the image. As root, the test runs as this user in a chroot with only the package, Node and the C
 * library.
 */
const NOBODY = 65_532;
const canChangeRoot = process.platform === "linux" && process.getuid?.() === 0;

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
const archive = path.resolve(`dist/still-and-know-${version}.tar.gz`);
let folder: string;
let tree: string;
let data: string;

/** A path inside the chroot. */
const inChroot = (place: string) => (canChangeRoot ? place.slice(folder.length) : place);

/** Copies Node and its shared libraries into the chroot. */
function fillChroot() {
  const native = readdirSync(path.join(tree, "node_modules/@libsql"))
    .filter((name) => name.endsWith("-gnu"))
    .map((name) => path.join(tree, "node_modules/@libsql", name, "index.node"));
  const linked = execFileSync("ldd", [process.execPath, ...native], { encoding: "utf8" });
  for (const [, file = ""] of linked.matchAll(/(\/\S+) \(0x/g)) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    copyFileSync(file, path.join(folder, file));
  }
  copyFileSync(process.execPath, path.join(folder, "node"));
}

beforeAll(() => {
  execFileSync(process.execPath, ["scripts/package.mjs"], {
    stdio: "pipe",
    env: { ...process.env, COMMIT: "0a1b2c3d4e5f" },
  });
  // Not in a private folder, because the other user needs access.
  folder = mkdtempSync("/tmp/still-package-");
  chmodSync(folder, 0o755);
  tree = path.join(folder, "app");
  data = path.join(folder, "data");
  mkdirSync(tree);
  mkdirSync(data, { mode: 0o700 });
  execFileSync("tar", ["-xzf", archive, "-C", tree, "--strip-components=1"]);
  execFileSync("chmod", ["-R", "a-w", tree]);
  if (!canChangeRoot) return;
  fillChroot();
  chownSync(data, NOBODY, NOBODY);
});

afterAll(() => {
  if (!folder) return;
  execFileSync("chmod", ["-R", "u+w", folder]);
  rmSync(folder, { recursive: true, force: true });
});

/** Command line of `node start.mjs …` in the package. */
function call(
  args: string[],
  settings: Record<string, string> = {},
): [string, string[], { cwd: string; env: NodeJS.ProcessEnv }] {
  const env = {
    PATH: process.env.PATH,
    ...emptySettings(),
    PORT: "0",
    DATA_DIR: inChroot(data),
    ...settings,
  };
  const started = [...args, path.join(inChroot(tree), "start.mjs")];
  const options = { cwd: "/", env };
  if (!canChangeRoot) return [process.execPath, started, options];
  return ["chroot", [`--userspec=${NOBODY}:${NOBODY}`, folder, "/node", ...started], options];
}

const run = (words: string[], input = "") => {
  const [command, args, options] = call([]);
  return spawnSync(command, [...args, ...words], { ...options, input, encoding: "utf8" });
};

/** CPU time of the main thread, which does not depend on machine load. */
function mainThreadSeconds(pid: number): number | undefined {
  const file = `/proc/${pid}/task/${pid}/stat`;
  if (!existsSync(file)) return undefined;
  const [user, system] = readFileSync(file, "utf8").split(") ")[1]?.split(" ").slice(11, 13) ?? [];
  // Linux counts in hundredths of a second.
  return (Number(user) + Number(system)) / 100;
}

/** Starts the package and waits for the ready line. */
const start = (settings: Record<string, string> = {}) => startWith(...call(START_FLAGS, settings));

async function startWith(command: string, args: string[], options: { cwd: string; env: NodeJS.ProcessEnv }) {
  const began = Date.now();
  const child: ChildProcess = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const place = await new Promise<string>((resolve, reject) => {
    if (child.stdout)
      createInterface(child.stdout).on("line", (line) => {
        output += `${line}\n`;
        const [, ready] = /ready on (\S+)$/.exec(line) ?? [];
        if (ready) resolve(ready);
      });
    void ended.then((code) => reject(new Error(`ended with ${code}: ${output}`)));
  });
  return {
    place,
    seconds: mainThreadSeconds(child.pid ?? 0) ?? (Date.now() - began) / 1000,
    output: () => output,
    async stop(signal: NodeJS.Signals = "SIGTERM") {
      child.kill(signal);
      return ended;
    },
  };
}

/** Paths, modes and hashes of a folder. */
function fingerprintOf(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const hash = createHash("sha256");
  for (const name of names) {
    const stats = lstatSync(path.join(folder, name));
    hash.update(`${name} ${stats.mode} ${stats.mtimeMs}\n`);
    if (stats.isFile()) hash.update(readFileSync(path.join(folder, name)));
  }
  return hash.digest("hex");
}

test("ships a checksum, but no sources or build dependencies", () => {
  const [sum, name] = readFileSync(`${archive}.sha256`, "utf8").trim().split(/\s+/);
  expect(name).toBe(path.basename(archive));
  expect(sum).toBe(createHash("sha256").update(readFileSync(archive)).digest("hex"));
  const files = readdirSync(tree, { recursive: true, encoding: "utf8" });
  expect(files.filter((file) => /\.tsx?$/.test(file))).toEqual([]);
  expect(files.filter((file) => /^(?:app|models|tests|tools)/.test(file))).toEqual([]);
  const packages = files.filter((file) => /^node_modules\/(?:@[^/]+\/)?[^/@]+$/.test(file));
  expect(packages).toContain("node_modules/embedded-mongodb");
  const { packages: locked } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
    packages: Record<string, { dev?: boolean }>;
  };
  expect(packages.filter((place) => locked[place]?.dev)).toEqual([]);
  for (const map of files.filter((file) => /^build\/.*\.map$/.test(file)))
    expect(JSON.parse(readFileSync(path.join(tree, map), "utf8"))).not.toHaveProperty("sourcesContent");
});

test("stays under 295 MB as an image", () => {
  const bytes = readdirSync(tree, { recursive: true, encoding: "utf8" }).reduce((sum, name) => {
    const stats = lstatSync(path.join(tree, name));
    return sum + (stats.isFile() ? stats.size : 0);
  }, 0);
  // The limit is 295 MB minus 125 MB of Node 24 and 25 MB of the rest. Folders take no space in a layer.
  expect(bytes).toBeLessThan(145_000_000);
});

test("runs as another user, writes only data, and supports its commands", async () => {
  const before = fingerprintOf(tree);
  const server = await start();
  expect(server.seconds).toBeLessThan(3);
  expect(server.output()).toMatch(new RegExp(`^Still and Know ${version} \\(0a1b2c3d4e5f\\)$`, "m"));
  const password = `A quiet place ${randomBytes(6).toString("hex")} 7`;
  const made = run(
    ["admin", "create", "--email", "abbot@example.org", "--username", "abbot", "--password-stdin"],
    `${password}\n`,
  );
  expect(made.stderr + made.stdout).toMatch(/^Administrator abbot has been made/);

  const page = await new FormBrowser(server.place).newPage();
  const person = { username: "abbot", email: "abbot@example.org", password };
  await enter(page, person);
  await page.goto("/journal/free");
  await page.locator("[name=body]").fill("Kept from a tree that nobody can write.");
  await page.getByRole("button", { name: "Finish" }).click();
  expect(page).toHaveURL(/\/journal\/entries\//);
  await page.goto("/bible/john/3");
  expect(page.answer.status()).toBe(200);
  await enterAdministration(page, person);
  // System health reads kernel data that is missing in the chroot.
  await page.goto("/admin-settings");
  expect(page.getByText(`${version} (0a1b2c3d4e5f)`).first()).toBeVisible();

  const kept = run(["backup", path.join(inChroot(data), "one.snk")]);
  expect(kept.stderr + kept.stdout).toMatch(/^Backup written to /);
  expect(await server.stop()).toBe(0);
  const restored = run(["restore", path.join(inChroot(data), "one.snk")]);
  expect(restored.stderr + restored.stdout).toMatch(/^Restored \d+ documents/m);
  expect(run(["audit:verify"]).stdout).toMatch(/^The audit log is whole/);
  expect(fingerprintOf(tree)).toBe(before);
});

test("explains an unsupported Node version", () => {
  const old =
    "data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'18.20.1'}})";
  const [command, args, options] = call(["--import", old]);
  const { status, stderr } = spawnSync(command, args, { ...options, encoding: "utf8" });
  expect(stderr).toBe("Still and Know needs Node 20.19 or newer; this is 18.20.1.\n");
  expect(status).toBe(1);
});

/** Sends a request through a Unix socket. */
const askThrough = (socketPath: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    request({ socketPath, path: "/readyz" }, (answer) => resolve(answer.resume().statusCode))
      .once("error", reject)
      .end();
  });

test("listens on a group-accessible socket and replaces a stale one", async () => {
  const socket = path.join(data, "web.sock");
  const LISTEN = `unix:${inChroot(socket)}`;
  const first = await start({ LISTEN });
  expect(first.place).toBe(LISTEN);
  expect(first.output()).toMatch(/^LISTEN names a socket, so the address people type is unknown: /m);
  // Only the framework's own line may name the TCP port, which is closed at once.
  expect(first.output()).not.toMatch(/^(?!\[remix-serve\]).*localhost:0/m);
  expect((statSync(socket).mode & 0o777).toString(8)).toBe("660");
  expect(await askThrough(socket)).toBe(200);
  await expect(start({ LISTEN })).rejects.toThrow(
    /ended with 1: Still and Know cannot start: LISTEN names \S+, but another program uses that socket\.\n$/,
  );
  expect(await askThrough(socket)).toBe(200);
  await first.stop("SIGKILL");
  expect(existsSync(socket)).toBe(true);
  const second = await start({ LISTEN });
  expect(await askThrough(socket)).toBe(200);
  expect(await second.stop()).toBe(0);
  expect(existsSync(socket)).toBe(false);

  writeFileSync(socket, "words");
  await expect(start({ LISTEN })).rejects.toThrow(/ended with 78: [^\n]+ that path is not a socket\.\n$/);
  expect(readFileSync(socket, "utf8")).toBe("words");
});

/** The commands after a marker of the guide. */
function linesOf(mark: string): string {
  const guide = readFileSync("docs/operations.md", "utf8");
  const [, block = ""] = new RegExp(`<!-- ${mark} -->\\s+\`\`\`sh\\n([^]*?)\`\`\``).exec(guide) ?? [];
  expect(block).not.toBe("");
  return block;
}

/** Reads the settings of a systemd unit. */
function readUnit(file: string) {
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => /^[A-Z]\w+=/.test(line));
  const all = (name: string) =>
    lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1));
  return { all, one: (name: string) => all(name)[0] ?? "" };
}

test.runIf(canChangeRoot)("installs and upgrades with the documented systemd commands", async () => {
  // The folders of the commands are redirected below a test folder, and system programs are stubs.
  const machine = path.join(folder, "machine");
  for (const folder of ["opt", "etc/systemd/system", "bin"])
    mkdirSync(path.join(machine, folder), { recursive: true });
  for (const program of ["useradd", "systemctl"])
    writeFileSync(
      path.join(machine, "bin", program),
      `#!/bin/sh\necho "${program} $*" >> "${machine}/asked"\n`,
      { mode: 0o755 },
    );
  const next = "0.2.0";
  const walk = (mark: string, released: string) => {
    const lines = linesOf(mark)
      .replaceAll(/(?<= )\/(?=opt|etc)/g, `${machine}/`)
      .replaceAll(/still-and-know-\d+\.\d+\.\d+\.tar\.gz/g, archive)
      .replaceAll("-0.1.0", `-${released}`)
      .replaceAll("-0.2.0", `-${released}`);
    const script = lines.replaceAll(archive.replace(`-${version}`, `-${released}`), archive);
    execFileSync("sh", ["-euc", script], {
      env: { ...process.env, PATH: `${machine}/bin:${process.env.PATH ?? ""}` },
    });
  };
  walk("systemd: install", version);
  const place = path.join(machine, "opt/still-and-know");
  const unit = readUnit(path.join(machine, "etc/systemd/system/still-and-know.service"));
  const looked = spawnSync("systemd-analyze", ["verify", "--man=no", "deploy/still-and-know.service"], {
    encoding: "utf8",
  });
  // Checked only if systemd is installed. The path of Node may differ, so other messages are ignored.
  if (!looked.error) expect(looked.stderr).not.toMatch(/ignoring|Unknown|Failed to parse|Invalid/i);
  expect(unit.one("User")).toBe("still-and-know");
  expect(readFileSync(path.join(machine, "asked"), "utf8")).toMatch(
    /^useradd --system .* still-and-know\nsystemctl daemon-reload\nsystemctl enable --now/,
  );
  expect(statSync(path.join(machine, "etc/still-and-know.env")).mode & 0o777).toBe(0o600);
  expect(unit.one("ProtectSystem")).toBe("strict");
  expect(unit.one("WorkingDirectory")).toBe("/opt/still-and-know");

  // The unit may write only its state folder.
  const state = path.join(machine, "state");
  mkdirSync(state, { mode: 0o700 });
  chownSync(state, NOBODY, NOBODY);
  const given = Object.fromEntries(
    unit
      .all("Environment")
      .flatMap((line) => line.split(" ").map((pair) => pair.split("=") as [string, string])),
  );
  expect(given.DATA_DIR).toBe(`/var/lib/${unit.one("StateDirectory")}`);
  const underUnit = () => {
    const words = unit.one("ExecStart").replace("/usr/bin/node", process.execPath);
    const script = `mount --make-rprivate / && mount --bind "${state}" "${state}" && mount --bind "${machine}" "${machine}" \
      && mount --bind "${state}" "${state}" && mount -o remount,ro,bind "${machine}" && umask ${unit.one("UMask")} && cd "${place}" \
      && exec setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups --no-new-privs ${words}`;
    const env = { PATH: process.env.PATH, ...emptySettings(), ...given, PORT: "0", DATA_DIR: state };
    return startWith("unshare", ["--mount", "sh", "-c", script], { cwd: "/", env });
  };
  const first = await underUnit();
  expect((await fetch(`${first.place}/readyz`)).status).toBe(200);
  expect(await first.stop()).toBe(0);
  const secrets = readFileSync(path.join(state, "secrets.json"), "utf8");

  walk("systemd: upgrade", next);
  expect(readlinkSync(place)).toBe(`still-and-know-${next}`);
  const second = await underUnit();
  expect((await fetch(`${second.place}/readyz`)).status).toBe(200);
  expect(await second.stop()).toBe(0);
  expect(readFileSync(path.join(state, "secrets.json"), "utf8")).toBe(secrets);
});
