/**
 * `npm run package`: makes `dist/still-and-know-VERSION.tar.gz` and its `.sha256`: the built application, the engine, the
 * texts, and the packages of production as npm installs them.
 *
 *     node scripts/package.mjs [PLATFORM]     such as linux-arm64-gnu; default: this machine's
 *
 * The commit comes from git, or from COMMIT where there is no git. Needs GNU tar.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { prepare, PrepareError, root, runScript } from "./prepare.mjs";

const SCRIPTS = ["command", "data-folder", "prepare", "start"];
const PARTS = [
  ...["build", ".prepare/texts", ".prepare/workers", ".env.example", "CHANGELOG.md", "LICENSE", "NOTICE"],
  ...["deploy", "docs/operations.md", "package.json", "package-lock.json"],
  ...["bin", "dist", "package.json"].map((part) => `packages/embedded-mongodb/${part}`),
  ...[...SCRIPTS, "release-entry"].map((name) => `scripts/${name}.mjs`),
];
/** Scripts of package.json that run in a package, by their programs. */
const RUNNABLE = /scripts\/(?:start|command)\.mjs/;

const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));
const writeJson = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

function currentCommit() {
  if (process.env.COMMIT) return process.env.COMMIT.slice(0, 12);
  try {
    const git = (...args) =>
      execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
    return git("rev-parse", "--short=12", "HEAD") + (git("status", "--porcelain", "-uno") && "+changes");
  } catch {
    return "unknown";
  }
}

/** npm's options for the packages of another machine. */
function optionsFor(platform) {
  const [os, cpu, abi = ""] = platform.split("-");
  if (!readJson("package-lock.json").packages[`node_modules/@libsql/${platform}`])
    throw new PrepareError(`There is no embedded database for ${platform}.`);
  return [
    `--os=${os}`,
    `--cpu=${cpu}`,
    ...(os === "linux" ? [`--libc=${/^musl/.test(abi) ? "musl" : "glibc"}`] : []),
  ];
}

async function makePackage(platform) {
  process.chdir(root);
  await prepare("app");
  const { name, version, description, license, type, engines, scripts } = readJson("package.json");
  const title = `${name}-${version}`;
  const folder = path.join(".prepare/package", title);
  rmSync(".prepare/package", { recursive: true, force: true });
  for (const part of PARTS) cpSync(part, path.join(folder, part), { recursive: true });
  const options = [
    "--omit=dev",
    "--ignore-scripts",
    "--no-bin-links",
    ...(platform ? optionsFor(platform) : []),
  ];
  execFileSync("npm", ["ci", ...options], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });

  rmSync(path.join(folder, "package-lock.json"));
  const runnable = Object.entries(scripts)
    .filter(([, script]) => RUNNABLE.test(script))
    .map(([called, script]) => [called, script.replace(RUNNABLE, "start.mjs")]);
  const manifest = { name, version, description, license, private: true, type, engines };
  writeJson(path.join(folder, "package.json"), { ...manifest, scripts: Object.fromEntries(runnable) });
  writeJson(path.join(folder, "build-info.json"), { version, commit: currentCommit() });
  writeFileSync(path.join(folder, "start.mjs"), 'import "./scripts/release-entry.mjs";\n');

  const file = `dist/${title}.tar.gz`;
  mkdirSync("dist", { recursive: true });
  const owner = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mode=u=rwX,go=rX"];
  // Excludes types, source maps, and TypeScript, which npm installs as a peer dependency of Remix.
  const modules = ["*.map", "typescript", "@typescript"].map((name) => `*/node_modules/${name}`);
  const unused = ["*.ts", "*.tsx", "*.[cm]ts", ...modules].map((name) => `--exclude=${name}`);
  execFileSync("tar", [...owner, ...unused, "-czf", file, "-C", ".prepare/package", title]);
  rmSync(".prepare/package", { recursive: true });
  const sum = createHash("sha256").update(readFileSync(file)).digest("hex");
  writeFileSync(`${file}.sha256`, `${sum}  ${title}.tar.gz\n`);
  process.stdout.write(`${file}\n`);
}

await runScript(() => makePackage(process.argv[2]));
