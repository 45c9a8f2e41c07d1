import { randomInt } from "node:crypto";
import { configDefaults, defineConfig, type Plugin } from "vitest/config";
import { content } from "./scripts/content-plugin.mjs";
import { alias } from "./scripts/module-resolution.mjs";

/** Test files share loaded modules, because loading the application takes longer than most of them. */
const isolate = false;

/** The module of a YAML file depends on its schema too, so it is compiled in every run. */
const moduleCache: Plugin = {
  name: "still-and-know:module-cache",
  configureVitest({ experimental_defineCacheKeyGenerator: defineCacheKey }) {
    defineCacheKey(({ id }) => (id.endsWith(".yaml") ? false : undefined));
  },
};

/** tests/support/environment.ts removes the settings of the machine. */
const application = ["tests/support/environment.ts", "tests/support/no-console.ts"];
const globalSetup = ["tests/support/server-run.ts"];
const withDatabase = {
  setupFiles: [...application, "tests/support/start-db.ts"],
  globalSetup,
};

/** Slow files that test rendering and parsing rather than queries run on the embedded engine only. */
const exclude = process.env.MONGODB_URI
  ? [
      ...configDefaults.exclude,
      "tests/domain/portability-hostile.test.ts",
      "tests/recipes/recipes.test.ts",
      "tests/routes/{crawl,heavy-entries,everything-included}.test.ts",
    ]
  : configDefaults.exclude;

/** Seed of property tests. PROPERTY_SEED=new draws one and prints it. */
const { PROPERTY_SEED = "20261121" } = process.env;
if (PROPERTY_SEED === "new") {
  process.env.PROPERTY_SEED = String(randomInt(2 ** 31));
  process.stdout.write(`Property tests use PROPERTY_SEED=${process.env.PROPERTY_SEED}\n`);
} else process.env.PROPERTY_SEED = PROPERTY_SEED;

/** Journeys that also run in Firefox. */
const IN_FIREFOX =
  "accounts,bible,data,finding-again,first-entry,insights,journal-pages,prayers,prompts,sealed,settings,today,ways";
/** Journeys whose pages behave differently with script: a tour in a dialog, a lock that redirects, pictures uploaded at once. */
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
    // Each worker starts a Firefox.
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
    // One more than the cores of a small machine, because some tests mostly wait.
    maxWorkers: 3,
    environment: "node",
    // Ten times what the slowest test takes on a quiet machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // The embedded engine is loaded from its dist, because it starts a worker file beside its module.
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
        },
      },
    ],
  },
});
