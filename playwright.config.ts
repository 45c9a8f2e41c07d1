import { defineConfig, devices } from "playwright/test";
import { browserArguments, findBrowser } from "./scripts/browser.mjs";

const desktop = {
  ...devices["Desktop Chrome"],
  launchOptions: { executablePath: await findBrowser(), args: browserArguments },
};

/** Every journey runs twice: with script, and without. A few can only mean one of the two and say so in their name. */
export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.spec.ts",
  globalSetup: "./tests/support/server-e2e.ts",
  outputDir: "test-results",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  // A machine of two cores that runs a server and two browsers now and then misses a deadline; what needs its second try is told.
  retries: process.env.CI ? 1 : 0,
  timeout: 90_000,
  expect: { timeout: 7_500 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [["list"], ["json"]] : [["list"]],
  use: {
    locale: "en-US",
    timezoneId: "America/New_York",
    // A worker would answer requests behind the back of tests that hold or break them; tests of the worker allow it.
    serviceWorkers: "block",
    screenshot: "only-on-failure",
    trace: "retain-on-failure",
  },
  projects: [
    { name: "script on", testIgnore: "**/*.noscript.spec.ts", use: desktop },
    { name: "script off", testIgnore: "**/*.script.spec.ts", use: { ...desktop, javaScriptEnabled: false } },
  ],
});
