/**
 * Finds a Chromium and a text browser for the browser tests, and installs them where there are none.
 *
 *     node scripts/browser.mjs        prints Chromium's path
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { PrepareError, root, runScript } from "./prepare.mjs";

/**
 * What Playwright switches off (a second list would replace the first), and the suggestions below Chromium's own address
 * bar: they are two pages of script for each window, dearer than the page that is tested.
 */
const SWITCHED_OFF = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
];

/** How Chromium is started: as root in containers too, and without reaching for hosts of its maker. */
export const browserArguments = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${SWITCHED_OFF.join(",")}`,
];

const USUAL_PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/opt/google/chrome/chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** @returns {Promise<string | undefined>} the path of a Chromium that answers */
export async function findBrowser() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (answers(chosen)) return chosen;
    throw new PrepareError(`CHROMIUM_PATH is ${chosen}, which is no browser that can be started.`);
  }
  return [...USUAL_PLACES, await playwrightsOwn()].find(answers);
}

/** @returns {string | undefined} the path of a Firefox, in which journeys are walked a second time. It is not installed where it is missing. */
export function findFirefox() {
  const { FIREFOX_PATH: chosen } = process.env;
  if (chosen && !existsSync(chosen))
    throw new PrepareError(`FIREFOX_PATH is ${chosen}, and nothing is there.`);
  return chosen || ["/usr/bin/firefox-esr", "/usr/bin/firefox"].find((file) => existsSync(file));
}

/** A browser, installed first when the machine has none. Playwright's own is left where Playwright keeps it. */
export async function ensureBrowser() {
  const found = await findBrowser();
  if (found) return found;
  process.stderr.write("Installing a browser for the tests…\n");
  const attempts = [() => installWithApt("chromium"), installWithPlaywright];
  const failures = [];
  for (const attempt of attempts) {
    const failure = attempt();
    const installed = await findBrowser();
    if (installed) return installed;
    failures.push(failure ?? "what apt-get installed does not start");
  }
  throw new PrepareError(
    `No Chromium was found and none could be installed (${failures.join("; ")}). Install Chromium and name it: CHROMIUM_PATH=/path/to/chromium npm test`,
  );
}

async function playwrightsOwn() {
  const { chromium } = await import("playwright");
  return chromium.executablePath();
}

function answers(file) {
  if (!file || !existsSync(file)) return false;
  try {
    // A path alone may be a stub that only asks for another package.
    return /chrom/i.test(
      execFileSync(file, ["--version"], {
        encoding: "utf8",
        timeout: 20_000,
        stdio: ["ignore", "pipe", "ignore"],
      }),
    );
  } catch {
    return false;
  }
}

/** @returns {boolean} whether there is a text browser (lynx), installed first when the machine has none */
export function ensureTextBrowser() {
  const there = () => spawnSync("lynx", ["-version"]).status === 0;
  return there() || (installWithApt("lynx") === undefined && there());
}

/** @param {string} name of a Debian package */
function installWithApt(name) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return "apt-get is not usable here";
  const options = ["-qq", "-o", "DPkg::Lock::Timeout=300"];
  // Without fresh lists the package may not be known at all.
  run("apt-get", [...options, "update"]);
  return run("apt-get", [...options, "install", "-y", "--no-install-recommends", name]);
}

function installWithPlaywright() {
  return run(process.execPath, [path.join(root, "node_modules/playwright/cli.js"), "install", "chromium"]);
}

/** @returns {string | undefined} what failed, in a line */
function run(command, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const { status, error, stderr } = spawnSync(command, args, {
    env,
    encoding: "utf8",
    stdio: ["ignore", "ignore", "pipe"],
  });
  if (status === 0) return undefined;
  const lines = (stderr ?? "").split("\n").filter((line) => /[a-z]/i.test(line));
  const said = lines.find((line) => /error|failed|unable|^E:/i.test(line)) ?? lines.at(-1);
  return `${path.basename(command)} said "${(said ?? error?.code ?? status).toString().trim()}"`;
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await runScript(async () => console.log(await ensureBrowser()));
}
