/**
 * `npm run package`: makes `dist/still-and-know-VERSION.tar.gz` and its `.sha256`. In it is what a server needs and nothing
 * else: the built application, the engine, the texts and the packages that production uses.
 *
 *     node scripts/package.mjs [PLATFORM …]     for which machines, such as linux-arm64-gnu; default: those installed here
 *
 * The commit comes from git, or from COMMIT where there is no git. Needs GNU tar.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { prepare, PrepareError, root, runScript } from "./prepare.mjs";

/** What `start` and the commands need of scripts/. */
const SCRIPTS = [
  "unpacked.mjs",
  "start.mjs",
  "command.mjs",
  "build-info.mjs",
  "data-folder.mjs",
  "settings.mjs",
  "prepare.mjs",
  "fingerprint.mjs",
  "lock.mjs",
];
/** Threads of their own, as they stand in the sources. */
const PASSWORD_THREAD = "app/platform/password-worker.mjs";
const PICTURE_THREAD = "app/platform/picture-worker.mjs";
const COPIED = [
  PASSWORD_THREAD,
  PICTURE_THREAD,
  ".env.example",
  "CHANGELOG.md",
  "LICENSE",
  "NOTICE",
  "deploy",
  "docs/operations.md",
];
/** Scripts of package.json that there is something for in a package. */
const STARTS = /scripts\/(?:start|command)\.mjs/;
const ENGINE = "packages/embedded-mongodb";
/** Read by tools that write or debug programs. */
const FOR_TOOLS =
  /\.(?:[mc]?ts|tsx|map|tsbuildinfo|mdx)$|\/(?!licen[cs]e|notice|copying)[^/]*\.md$|node_modules\/.*\/(?:tests?|__tests__|(?:react-dom|text-encoding)\/umd)(?:\/|$)|libertinus-serif\/(?:scss\/|[^/]+\.css$|files\/.*(?:\.woff2|(?:-700-[a-z]+|-600-italic)\.woff)$)/i;

const readJson = (file) => JSON.parse(readFileSync(path.join(root, file), "utf8"));

/** Every file below a folder, as paths from it. */
const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name));

/** The direct dependencies that the built code names; others were taken into it, or were needed to build. */
function namedPackages(dependencies) {
  const built = filesIn(path.join(root, "build")).filter((file) =>
    /build\/(?:server|commands)\/.*\.js$/.test(file),
  );
  const code = [...built, path.join(root, PASSWORD_THREAD), path.join(root, PICTURE_THREAD)]
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  const isNamed = (name) =>
    new RegExp(
      `(?:\\b(?:from|import|require|resolve)|createRequire\\(import\\.meta\\.url\\))\\s*\\(?\\s*["']${name}["'/]`,
    ).test(code);
  return Object.keys(dependencies).filter((name) => name === "@remix-run/serve" || isNamed(name));
}

/** The places in node_modules of these packages and of all that they need, as the lock file has them. */
function placesOf(names, locked) {
  const found = new Set();
  const visit = (name, from) => {
    for (let at = from; ; at = at.replace(/(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+$/, "")) {
      const place = at ? `${at}/node_modules/${name}` : `node_modules/${name}`;
      if (locked[place]) return add(place);
      if (!at) return;
    }
  };
  const add = (place) => {
    if (found.has(place)) return;
    found.add(place);
    const own = locked[place].link ? locked[locked[place].resolved] : locked[place];
    const optionalPeers = Object.entries(own.peerDependenciesMeta ?? {})
      .filter(([, { optional }]) => optional)
      .map(([name]) => name);
    const peers = Object.keys(own.peerDependencies ?? {}).filter((name) => !optionalPeers.includes(name));
    const needed = [...Object.keys({ ...own.dependencies, ...own.optionalDependencies }), ...peers];
    for (const name of needed) visit(name, place);
  };
  for (const name of names) visit(name, "");
  return [...found].sort();
}

/** Fetches a package that is for other machines than this one, and compares it with the lock file. */
function fetchPackage(place, { version, integrity }, into, aside) {
  const name = place.replace(/^.*node_modules\//, "");
  const npm = process.env.npm_execpath;
  const args = ["pack", `${name}@${version}`, "--silent", "--pack-destination", aside];
  const [command, rest] = npm?.endsWith(".js") ? [process.execPath, [npm, ...args]] : ["npm", args];
  const file = path.join(aside, execFileSync(command, rest, { encoding: "utf8" }).trim());
  const sum = createHash("sha512").update(readFileSync(file)).digest("base64");
  if (integrity !== `sha512-${sum}`) throw new PrepareError(`${name} is not what package-lock.json names.`);
  mkdirSync(into, { recursive: true });
  execFileSync("tar", ["-xzf", file, "-C", into, "--strip-components=1"]);
}

/** @returns {boolean} whether this is a package for one kind of machine, and that is wanted */
function isWanted(place, platforms) {
  const [, platform] = /@libsql\/((?:linux|darwin|win32)-.+)$/.exec(place) ?? [];
  // The decoder of pictures travels in two packages, and says nothing of the C library where it is the usual one.
  const [, decoder] =
    /@img\/sharp-(?:libvips-)?((?:linux|linuxmusl|darwin|win32|freebsd|webcontainers|wasm32).*)$/.exec(
      place,
    ) ?? [];
  if (decoder && platforms.length > 0)
    return platforms.some((each) => each.replace(/-(?:gnu|msvc)$/, "") === decoder);
  if (!platform) return existsSync(path.join(root, place));
  return platforms.length > 0 ? platforms.includes(platform) : existsSync(path.join(root, place));
}

function copyPackages(tree, aside, { manifest, platforms }) {
  const { packages: locked } = readJson("package-lock.json");
  const known = Object.keys(locked).map((place) => place.replace(/^node_modules\/@libsql\//, ""));
  const unknown = platforms.find(
    (platform) => !/^(?:linux|darwin|win32)-/.test(platform) || !known.includes(platform),
  );
  if (unknown) throw new PrepareError(`There is no embedded database for ${unknown}.`);
  const filter = (file) => !FOR_TOOLS.test(file);
  for (const place of placesOf(namedPackages(manifest.dependencies), locked)) {
    if (!isWanted(place, platforms)) continue;
    const into = path.join(tree, place);
    if (locked[place].link) {
      for (const part of ["package.json", "bin", "dist"])
        cpSync(path.join(root, ENGINE, part), path.join(into, part), { recursive: true, filter });
    } else if (existsSync(path.join(root, place))) {
      // What lies in a package's own node_modules has a place of its own in the lock file.
      const within = path.join(root, place, "node_modules");
      const own = (file) => filter(file) && file !== within;
      cpSync(path.join(root, place), into, { recursive: true, filter: own });
    } else fetchPackage(place, locked[place], into, aside);
  }
}

/** Lines of the sources are told in the log; the sources themselves stay at home. */
function leaveSourcesOut(tree) {
  for (const file of filesIn(path.join(tree, "build")).filter((name) => name.endsWith(".map"))) {
    const { sourcesContent: _left, ...map } = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, JSON.stringify(map));
  }
}

function commitHere() {
  if (process.env.COMMIT) return process.env.COMMIT.slice(0, 12);
  try {
    const git = (...args) =>
      execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    const changed = git("status", "--porcelain", "--untracked-files=no").trim() ? "+changes" : "";
    return git("rev-parse", "--short=12", "HEAD").trim() + changed;
  } catch {
    return "unknown";
  }
}

/** The few fields that are read by Node, npm and the application. */
function manifestOf({ name, version, description, license, engines, scripts }) {
  const offered = Object.entries(scripts)
    .filter(([, script]) => STARTS.test(script))
    .map(([called, script]) => [called, script.replace(STARTS, "start.mjs")]);
  const own = { name, version, description, license, private: true, type: "module", engines };
  return { ...own, scripts: Object.fromEntries(offered) };
}

async function makePackage(platforms) {
  process.chdir(root);
  await prepare("app");
  const manifest = readJson("package.json");
  const name = `${manifest.name}-${manifest.version}`;
  const aside = path.join(root, `.prepare/package-${process.pid}`);
  const tree = path.join(aside, name);
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(path.join(tree, "scripts"), { recursive: true });
  try {
    for (const part of ["build", ".prepare/texts", ...COPIED, ...SCRIPTS.map((file) => `scripts/${file}`)])
      cpSync(path.join(root, part), path.join(tree, part), { recursive: true });
    leaveSourcesOut(tree);
    copyPackages(tree, aside, { manifest, platforms });
    const write = (file, value) =>
      writeFileSync(path.join(tree, file), `${JSON.stringify(value, null, 2)}\n`);
    write("package.json", manifestOf(manifest));
    write("build-info.json", { version: manifest.version, commit: commitHere() });
    writeFileSync(path.join(tree, "start.mjs"), 'import "./scripts/unpacked.mjs";\n');

    mkdirSync("dist", { recursive: true });
    const file = path.join("dist", `${name}.tar.gz`);
    const owner = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mode=u=rwX,go=rX"];
    execFileSync("tar", [...owner, "-czf", path.join(aside, "whole"), "-C", aside, name]);
    cpSync(path.join(aside, "whole"), file);
    const sum = createHash("sha256").update(readFileSync(file)).digest("hex");
    writeFileSync(`${file}.sha256`, `${sum}  ${name}.tar.gz\n`);
    process.stdout.write(`${file}\n`);
  } finally {
    rmSync(aside, { recursive: true, force: true, maxRetries: 3 });
  }
}

await runScript(() => makePackage(process.argv.slice(2)));
