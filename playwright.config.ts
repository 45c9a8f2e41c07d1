import { register } from "node:module";
import { defineConfig, devices } from "playwright/test";
import { browserArguments, findBrowser } from "./scripts/browser.mjs";

const desktop = {
  ...devices["Desktop Chrome"],
  launchOptions: { executablePath: await findBrowser(), args: browserArguments },
};

// Fixtures import modules of the product that import YAML files.
register("./tests/support/yaml-loader.mjs", import.meta.url);

/** Tests that need a browser; tests/journeys has the journeys without script. */
export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.spec.ts",
  globalSetup: "./tests/support/server-e2e.ts",
  outputDir: "test-results",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // One more than the cores of a small machine, because some tests mostly wait.
  workers: 3,
  retries: 0,
  timeout: 90_000,
  // A busy machine may take ten seconds to load a page with its scripts.
  expect: { timeout: 25_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [["list"], ["json"]] : [["list"]],
  use: {
    locale: "en-US",
    timezoneId: "America/New_York",
    // A service worker would answer requests that tests intercept; tests of the worker allow it.
    serviceWorkers: "block",
    screenshot: "only-on-failure",
  },
  projects: [{ name: "chromium", use: desktop }],
});
