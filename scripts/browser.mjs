/**
 * Finds a Chromium, a Firefox and a text browser for the browser tests; installs the first and the last where they are missing.
 *
 *     node scripts/browser.mjs        prints Chromium's path
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { PrepareError, root, runScript } from "./prepare.mjs";

/** Chromium's arguments to run as root in containers, send nothing to Google, and load no suggestions. */
export const browserArguments = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Contains Playwright's list, which this argument replaces; the last two features would load scripts in each window.
  "--disable-features=AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch,WebUIOmniboxPopup,WebUIOmniboxAimPopup",
];

const CHROMIUM_PATHS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** @returns {Promise<string | undefined>} the path of a Chromium that starts */
export async function findBrowser() {
  const { CHROMIUM_PATH: chosen } = process.env;
  if (chosen && !starts(chosen))
    throw new PrepareError(`CHROMIUM_PATH is ${chosen}, which is no browser that can be started.`);
  const { chromium } = await import("playwright");
  return chosen || [...CHROMIUM_PATHS, chromium.executablePath()].find(starts);
}

/** @returns {string | undefined} the path of a Firefox */
export function findFirefox() {
  const { FIREFOX_PATH: chosen } = process.env;
  if (chosen && !existsSync(chosen))
    throw new PrepareError(`FIREFOX_PATH is ${chosen}, and nothing is there.`);
  return chosen || ["/usr/bin/firefox-esr", "/usr/bin/firefox"].find((file) => existsSync(file));
}

/** @returns {Promise<string>} the path of a Chromium, installed first when the machine has none */
export async function ensureBrowser() {
  const found = await findBrowser();
  if (found) return found;
  process.stderr.write("Installing a browser for the tests…\n");
  installWithApt("chromium");
  if (!(await findBrowser()))
    run(process.execPath, path.join(root, "node_modules/playwright/cli.js"), "install", "chromium");
  const installed = await findBrowser();
  if (installed) return installed;
  throw new PrepareError(
    "No Chromium was found and none could be installed. Install Chromium and name it: CHROMIUM_PATH=/path/to/chromium npm test",
  );
}

/** @returns {boolean} whether there is a text browser (lynx), installed first when the machine has none */
export function ensureTextBrowser() {
  const isThere = () => spawnSync("lynx", ["-version"]).status === 0;
  if (!isThere()) installWithApt("lynx");
  return isThere();
}

/** Whether the file is a working Chromium; some distributions install a stub that only names another package. */
function starts(file) {
  if (!existsSync(file)) return false;
  try {
    return /chrom/i.test(execFileSync(file, ["--version"], { encoding: "utf8", timeout: 20_000 }));
  } catch {
    return false;
  }
}

function installWithApt(name) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  const aptGet = ["apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300"];
  run(...aptGet, "update");
  run(...aptGet, "install", "-y", "--no-install-recommends", name);
}

function run(command, ...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync(command, args, { env, stdio: ["ignore", "ignore", "inherit"] });
}

if (import.meta.filename === path.resolve(process.argv[1] ?? ""))
  await runScript(async () => console.log(await ensureBrowser()));
