import { randomInt } from "node:crypto";
import { configDefaults, defineConfig, type Plugin } from "vitest/config";
import { content } from "./scripts/content-plugin.mjs";
import { alias } from "./scripts/module-resolution.mjs";

/** What one file has loaded serves the next: loading the application costs more than most files of tests. */
const isolate = false;

/** The module of a YAML file depends on its schema too, so it is compiled in every run. */
const moduleCache: Plugin = {
  name: "still-and-know:module-cache",
  configureVitest({ experimental_defineCacheKeyGenerator: defineCacheKey }) {
    defineCacheKey(({ id }) => (id.endsWith(".yaml") ? false : undefined));
  },
};

/** Without the settings of whoever runs it: see tests/support/environment.ts. */
const application = ["tests/support/environment.ts", "tests/support/no-console.ts"];
const globalSetup = ["tests/support/server-run.ts"];
const withDatabase = {
  setupFiles: [...application, "tests/support/start-db.ts"],
  globalSetup,
};

/** What costs much and is about rendering, reading files and the words on pages, not about queries, runs on the embedded engine alone. */
const exclude = process.env.MONGODB_URI
  ? [
      ...configDefaults.exclude,
      "tests/domain/portability-hostile.test.ts",
      "tests/recipes/recipes.test.ts",
      "tests/routes/{crawl,heavy-entries,everything-included}.test.ts",
    ]
  : configDefaults.exclude;

/** What property tests begin with: the same in every run, or with PROPERTY_SEED=new another, which is told. */
const { PROPERTY_SEED = "20261121" } = process.env;
if (PROPERTY_SEED === "new") {
  process.env.PROPERTY_SEED = String(randomInt(2 ** 31));
  process.stdout.write(`Property tests begin with PROPERTY_SEED=${process.env.PROPERTY_SEED}\n`);
} else process.env.PROPERTY_SEED = PROPERTY_SEED;

/** Journeys that are walked in Firefox too: each is one text. */
const IN_FIREFOX =
  "accounts,bible,data,finding-again,first-entry,insights,journal-pages,prayers,prompts,sealed,settings,today,ways";
/** What script does in another way: a tour in a dialog, a lock that leads away, a reminder on every page, pictures sent at once. */
const ONLY_WITHOUT_SCRIPT = "guides,lock,pictures,reminders";

const journeys = {
  setupFiles: [
    "tests/support/environment.ts",
    "tests/support/journey-environment.ts",
    "tests/support/no-console.ts",
  ],
  globalSetup: [...globalSetup, "tests/support/server-journeys.ts"],
};
const inFirefox = (name: string, script: "on" | "off") => ({
  extends: true as const,
  test: {
    name,
    isolate,
    include: [`tests/journeys/{${IN_FIREFOX}${script === "off" ? `,${ONLY_WITHOUT_SCRIPT}` : ""}}.test.ts`],
    env: { FIREFOX_SCRIPT: script },
    // Each starts a Firefox.
    maxWorkers: 2,
    ...journeys,
  },
});

export default defineConfig({
  plugins: [content(), moduleCache],
  resolve: { alias },
  test: {
    // Projects, and later runs, share compiled modules.
    experimental: { fsModuleCache: true, fsModuleCachePath: ".prepare/modules" },
    pool: "forks",
    // One more than the cores that a small machine has: some tests mostly wait.
    maxWorkers: 3,
    environment: "node",
    // Generous, because the machine may be busy; a test that hangs is still told.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 60_000 } },
    // The embedded engine runs as the package it is, from its dist: it starts a worker file of its own.
    server: { deps: { external: [/packages\/embedded-mongodb\/dist\//] } },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    tags: [{ name: "release", description: "Slow proofs: npm run test:release" }],
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          isolate,
          include: [
            "app/**/*.test.{ts,tsx}",
            "packages/*/src/**/*.test.ts",
            "scripts/**/*.test.ts",
            "tests/support/**/*.test.ts",
          ],
          setupFiles: application,
          globalSetup,
        },
      },
      {
        extends: true,
        test: { name: "models", isolate, include: ["tests/models/**/*.test.ts"], ...withDatabase },
      },
      {
        extends: true,
        test: { name: "domain", isolate, include: ["tests/domain/**/*.test.ts"], exclude, ...withDatabase },
      },
      {
        extends: true,
        test: {
          name: "routes",
          isolate,
          include: ["tests/routes/**/*.test.{ts,tsx}", "tests/recipes/*.test.ts", "tests/*.test.ts"],
          exclude,
          ...withDatabase,
        },
      },
      {
        extends: true,
        test: {
          name: "journeys",
          isolate,
          include: ["tests/journeys/**/*.test.ts"],
          ...journeys,
        },
      },
      inFirefox("firefox", "on"),
      inFirefox("firefox without script", "off"),
      {
        extends: true,
        test: {
          name: "engine",
          include: ["packages/embedded-mongodb/test/**/*.test.ts"],
          // Crash rounds and races between processes.
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
