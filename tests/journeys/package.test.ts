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
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { request } from "node:http";
import { createServer } from "node:net";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect } from "vitest";
import { emptySettings } from "#scripts/server.mjs";
import { FormBrowser } from "#tests/support/form-browser/page";
import { test } from "./fixtures";

/** The user of the image. As root we become this one and see nothing but the package, Node and the C library, as there. */
const NOBODY = 65_532;
const canChangeRoot = process.platform === "linux" && process.getuid?.() === 0;

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
const archive = path.resolve(`dist/still-and-know-${version}.tar.gz`);
let house: string;
let tree: string;
let data: string;

/** A path as the running program sees it. */
const seen = (place: string) => (canChangeRoot ? place.slice(house.length) : place);

/** Node with what it is linked to, in a root folder of its own. */
function furnish() {
  const native = readdirSync(path.join(tree, "node_modules/@libsql"))
    .filter((name) => name.endsWith("-gnu"))
    .map((name) => path.join(tree, "node_modules/@libsql", name, "index.node"));
  const linked = execFileSync("ldd", [process.execPath, ...native], { encoding: "utf8" });
  for (const [, file = ""] of linked.matchAll(/(\/\S+) \(0x/g)) {
    mkdirSync(path.join(house, path.dirname(file)), { recursive: true });
    copyFileSync(file, path.join(house, file));
  }
  copyFileSync(process.execPath, path.join(house, "node"));
}

beforeAll(() => {
  execFileSync(process.execPath, ["scripts/package.mjs"], {
    stdio: "pipe",
    env: { ...process.env, COMMIT: "0a1b2c3d4e5f" },
  });
  // Not in a private folder: another user must come to it.
  house = mkdtempSync("/tmp/still-package-");
  chmodSync(house, 0o755);
  tree = path.join(house, "app");
  data = path.join(house, "data");
  mkdirSync(tree);
  mkdirSync(data, { mode: 0o700 });
  // As the Dockerfile does it.
  execFileSync("tar", ["-xzf", archive, "-C", tree, "--strip-components=1"]);
  execFileSync("chmod", ["-R", "a-w", tree]);
  if (!canChangeRoot) return;
  furnish();
  chownSync(data, NOBODY, NOBODY);
});

afterAll(() => {
  if (!house) return;
  execFileSync("chmod", ["-R", "u+w", house]);
  rmSync(house, { recursive: true, force: true });
});

/** How `node start.mjs …` is called in the package. */
function call(
  args: string[],
  settings: Record<string, string> = {},
): [string, string[], { cwd: string; env: NodeJS.ProcessEnv }] {
  const env = { PATH: process.env.PATH, ...emptySettings(), PORT: "0", DATA_DIR: seen(data), ...settings };
  const started = [...args, path.join(seen(tree), "start.mjs")];
  const options = { cwd: "/", env };
  if (!canChangeRoot) return [process.execPath, started, options];
  return ["chroot", [`--userspec=${NOBODY}:${NOBODY}`, house, "/node", ...started], options];
}

const run = (words: string[], input = "") => {
  const [command, args, options] = call([]);
  return spawnSync(command, [...args, ...words], { ...options, input, encoding: "utf8" });
};

/** Starts it and waits for the line that says where it is. */
async function start(settings: Record<string, string> = {}) {
  const [command, args, options] = call(["--max-semi-space-size=8"], settings);
  const began = Date.now();
  const child: ChildProcess = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const place = await new Promise<string>((resolve, reject) => {
    if (child.stdout)
      createInterface(child.stdout).on("line", (line) => {
        said += `${line}\n`;
        const [, ready] = /ready on (\S+)$/.exec(line) ?? [];
        if (ready) resolve(ready);
      });
    void ended.then((code) => reject(new Error(`ended with ${code}: ${said}`)));
  });
  return {
    place,
    seconds: (Date.now() - began) / 1000,
    said: () => said,
    async stop(signal: NodeJS.Signals = "SIGTERM") {
      child.kill(signal);
      return ended;
    },
  };
}

/** What is in the tree, and how. */
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

test("the package has its checksum and holds neither sources nor what only builds", () => {
  const [sum, name] = readFileSync(`${archive}.sha256`, "utf8").trim().split(/\s+/);
  expect(name).toBe(path.basename(archive));
  expect(sum).toBe(createHash("sha256").update(readFileSync(archive)).digest("hex"));
  const files = readdirSync(tree, { recursive: true, encoding: "utf8" });
  expect(files.filter((file) => /\.tsx?$/.test(file))).toEqual([]);
  expect(
    files.filter((file) => /^(?:tests|tools|models|app\/(?!platform(?:$|\/password-worker)))/.test(file)),
  ).toEqual([]);
  const packages = files.filter((file) => /^node_modules\/(?:@[^/]+\/)?[^/@]+$/.test(file));
  expect(packages).toContain("node_modules/embedded-mongodb");
  const { devDependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
    devDependencies: Record<string, string>;
  };
  expect(packages.filter((name) => name.slice("node_modules/".length) in devDependencies)).toEqual([]);
  for (const map of files.filter((file) => /^build\/.*\.map$/.test(file)))
    expect(JSON.parse(readFileSync(path.join(tree, map), "utf8"))).not.toHaveProperty("sourcesContent");
});

test("an image of it stays under 250 MB", () => {
  const bytes = readdirSync(tree, { recursive: true, encoding: "utf8" }).reduce(
    (sum, name) => sum + lstatSync(path.join(tree, name)).size,
    0,
  );
  // Node 24 has 125 MB, the rest of the image 25.
  expect(bytes).toBeLessThan(100_000_000);
});

test("it serves another user, writes nothing but data, and its commands work beside it", async () => {
  const before = fingerprintOf(tree);
  const server = await start();
  expect(server.seconds).toBeLessThan(3);
  expect(server.said()).toMatch(new RegExp(`^Still and Know ${version} \\(0a1b2c3d4e5f\\)$`, "m"));
  const password = `A quiet place ${randomBytes(6).toString("hex")} 7`;
  const made = run(
    ["admin", "create", "--email", "abbot@example.org", "--username", "abbot", "--password-stdin"],
    `${password}\n`,
  );
  expect(made.stderr + made.stdout).toMatch(/^Administrator abbot has been made/);

  const page = await new FormBrowser(server.place).newPage();
  await page.goto("/login");
  await page.locator("[name=email]").fill("abbot@example.org");
  await page.locator("[name=password]").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.goto("/journal/free");
  await page.locator("[name=body]").fill("Kept from a tree that nobody can write.");
  await page.getByRole("button", { name: "Finish" }).click();
  expect(page).toHaveURL(/\/journal\/entries\//);
  await page.goto("/bible/web/John/3");
  expect(page.answer.status()).toBe(200);
  await page.goto("/admin/system-health");
  expect(page.getByText(`Still and Know ${version} (0a1b2c3d4e5f)`).first()).toBeVisible();

  const kept = run(["backup", path.join(seen(data), "one.snk")]);
  expect(kept.stderr + kept.stdout).toMatch(/^Backup written to /);
  expect(await server.stop()).toBe(0);
  const restored = run(["restore", path.join(seen(data), "one.snk")]);
  expect(restored.stderr + restored.stdout).toMatch(/^Restored \d+ documents/);
  expect(run(["audit:verify"]).stdout).toMatch(/^The audit log is whole/);
  expect(fingerprintOf(tree)).toBe(before);
});

test("a wrong Node is told in a sentence", () => {
  const old =
    "data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'18.20.1'}})";
  const [command, args, options] = call(["--import", old]);
  const { status, stderr } = spawnSync(command, args, { ...options, encoding: "utf8" });
  expect(stderr).toBe("Still and Know needs Node 20.19 or newer; this is 18.20.1.\n");
  expect(status).toBe(1);
});

/** Asks through a socket. */
const askThrough = (socketPath: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    request({ socketPath, path: "/readyz" }, (answer) => resolve(answer.resume().statusCode))
      .once("error", reject)
      .end();
  });

test("it listens on a socket that its group may use, and takes the place of one that nobody answers", async () => {
  const socket = path.join(data, "web.sock");
  const LISTEN = `unix:${seen(socket)}`;
  const first = await start({ LISTEN });
  expect(first.place).toBe(LISTEN);
  expect((statSync(socket).mode & 0o777).toString(8)).toBe("660");
  expect(await askThrough(socket)).toBe(200);
  await expect(start({ LISTEN })).rejects.toThrow(
    /ended with 1: Still and Know cannot start: LISTEN names \S+, but another program answers there\.\n$/,
  );
  expect(await askThrough(socket)).toBe(200);
  await first.stop("SIGKILL");
  expect(existsSync(socket)).toBe(true);
  const second = await start({ LISTEN });
  expect(await askThrough(socket)).toBe(200);
  expect(await second.stop()).toBe(0);
  expect(existsSync(socket)).toBe(false);

  writeFileSync(socket, "words");
  await expect(start({ LISTEN })).rejects.toThrow(/ended with 78: [^\n]+ something else lies there\.\n$/);
  expect(readFileSync(socket, "utf8")).toBe("words");
});
