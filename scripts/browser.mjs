import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { PrepareError, root } from "./prepare.mjs";

/** Chromium's arguments to run as root in containers, send nothing to Google, and load no suggestions. */
export const browserArguments = [
  ..."--no-sandbox --disable-gpu --disable-quic --no-first-run".split(" "),
  ..."--disable-background-networking --disable-component-update --disable-sync".split(" "),
  // Contains Playwright's list, which this argument replaces; the last two features would load scripts in each window.
  "--disable-features=AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch,WebUIOmniboxPopup,WebUIOmniboxAimPopup",
];

/** @returns {string | undefined} the path of a Firefox */
export const findFirefox = () =>
  process.env.FIREFOX_PATH || ["/usr/bin/firefox-esr", "/usr/bin/firefox"].find((file) => existsSync(file));

/** @returns {Promise<string | undefined>} the path of a Chromium that starts */
export async function findBrowser() {
  const { chromium } = await import("playwright");
  const names = ["chromium", "chromium-browser", "google-chrome"].map((name) => `/usr/bin/${name}`);
  // Some distributions install a stub that only names another package, so the program must print its version.
  const starts = (file) => /chrom/i.test(spawnSync(file, ["--version"], { timeout: 20_000 }).stdout ?? "");
  return process.env.CHROMIUM_PATH || [...names, chromium.executablePath()].find(starts);
}

/** @returns {Promise<string>} the path of a Chromium, installed first when the machine has none */
export async function ensureBrowser() {
  if (!(await findBrowser())) installWithApt("chromium");
  if (!(await findBrowser()))
    run(process.execPath, `${root}/node_modules/playwright/cli.js`, "install", "chromium");
  const found = await findBrowser();
  if (found) return found;
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

function installWithApt(name) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  process.stderr.write(`Installing ${name} for the tests…\n`);
  const options = ["-qq", "-o", "DPkg::Lock::Timeout=300"];
  run("apt-get", ...options, "update");
  run("apt-get", ...options, "install", "-y", "--no-install-recommends", name);
}

function run(command, ...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync(command, args, { env, stdio: ["ignore", "ignore", "inherit"] });
}
