import { register } from "node:module";
import { defineConfig, devices } from "playwright/test";
import { browserArguments, findBrowser } from "./scripts/browser.mjs";

const desktop = {
  ...devices["Desktop Chrome"],
  launchOptions: { executablePath: await findBrowser(), args: browserArguments },
};

/** What needs a browser with script, and a few journeys without; the rest is in tests/journeys, without a browser. */
// Helpers of the tests import modules of the product, some of which import YAML files.
register("./tests/support/yaml-loader.mjs", import.meta.url);

export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.spec.ts",
  globalSetup: "./tests/support/server-e2e.ts",
  outputDir: "test-results",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // One more than the cores that a small machine has: some tests mostly wait.
  workers: 3,
  // A test that needs a second try is mended.
  retries: 0,
  timeout: 90_000,
  // A machine that does much else may take ten seconds for a page with its scripts; waiting costs nothing where all is well.
  expect: { timeout: 25_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [["list"], ["json"]] : [["list"]],
  use: {
    locale: "en-US",
    timezoneId: "America/New_York",
    // A worker would answer requests behind the back of tests that hold or break them; tests of the worker allow it.
    serviceWorkers: "block",
    screenshot: "only-on-failure",
  },
  projects: [{ name: "chromium", use: desktop }],
});
