/**
 * Looks at the built code: nothing of the server in the browser's, no page with more script than it may have, and what
 * the server seldom needs is read when it is needed.
 *
 *     node scripts/check-bundle.mjs [build folder]
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

/** Words of server code. Any of them in the browser's files means that a server module was drawn in. */
const SERVER_WORDS = [
  "mongoose",
  "mongodb",
  // The privacy page says "bcrypt" to people.
  "bcryptjs",
  "genSalt",
  "toast-session",
  "MONGODB_URI",
  "SESSION_SECRET",
  "process.env.",
  "wrappedKey",
  "createCipheriv",
  // zod and conform's parser
  "parseWithZod",
  "ZodError",
  "invalid_type",
  "_zod",
  // lru-cache: what a browser remembers lies in a Map.
  "LRU_CACHE_UNBOUNDED",
  // Markdown is set on the server.
  "markdown-it",
  "sanitize-html",
  "allowedSchemesAppliedToAttributes",
  // A row of keys that the list of common passwords has.
  "zxcvbn",
];

/** Packages that a start of the server does not wait for and its memory does not hold until someone needs them. */
const LATE = [
  "@zxcvbn-ts/language-common",
  "ai",
  "@ai-sdk/openai-compatible",
  "markdown-it",
  "nodemailer",
  "pino-pretty",
  "sanitize-html",
  "web-push",
];
/** Packages that only programs of threads use, which bring them along. */
const OF_THREADS = ["yauzl"];

/** Gzipped bytes of script that a page may load, and the addresses it holds for. */
const LIMITS = [
  {
    limit: 115_000,
    name: "sign-in pages",
    holds: (url) => ["/login", "/auth/login", "/auth/register"].includes(url),
  },
  {
    limit: 150_000,
    name: "signed-in pages",
    holds: (_url, chain) => chain.some((id) => id.startsWith("routes/member/")),
  },
];

/**
 * @param {string} buildFolder
 * @returns {{ leaks: string[], pages: { url: string, bytes: number, limit?: number }[], tooLarge: string[] }}
 */
export function checkBundle(buildFolder) {
  const client = path.join(buildFolder, "client");
  const leaks = [...findLeaks(client), ...findEarly(path.join(buildFolder, "server"))];
  const pages = weighPages(client);
  const tooLarge = pages
    .filter(({ bytes, limit }) => limit !== undefined && bytes > limit)
    .map(({ url, bytes, limit }) => `${url} loads ${bytes} bytes of script; ${limit} are allowed.`);
  return { leaks, pages, tooLarge };
}

function findLeaks(client) {
  const leaks = [];
  const assets = path.join(client, "assets");
  for (const name of readdirSync(assets)) {
    if (!/\.(js|mjs|map)$/.test(name)) continue;
    if (name.endsWith(".map")) leaks.push(`${name} is a source map.`);
    const code = readFileSync(path.join(assets, name), "utf8");
    for (const word of SERVER_WORDS) if (code.includes(word)) leaks.push(`${name} contains "${word}".`);
  }
  return leaks;
}

/** Taken into the server's own file, or named at the head of it, a package would be read at each start. */
function findEarly(server) {
  const code = readFileSync(path.join(server, "index.js"), "utf8");
  const isNamed = (name, before) => new RegExp(`${before} ?"${name}"`).test(code);
  const late = String.raw`(?:\bimport|createRequire\(import\.meta\.url\))\(`;
  const isEarly = (name) => isNamed(name, String.raw`\b(?:from|import)`);
  return [...LATE.filter((name) => isEarly(name) || !isNamed(name, late)), ...OF_THREADS.filter(isEarly)].map(
    (name) => `The server reads ${name} at each start.`,
  );
}

/** Remix's manifest says which modules each route loads; a page loads those of its whole chain of routes. */
function weighPages(client) {
  const { entry, routes } = readManifest(client);
  const sizes = new Map();
  const sizeOf = (asset) => {
    if (!sizes.has(asset)) sizes.set(asset, gzipSync(readFileSync(path.join(client, asset))).length);
    return sizes.get(asset);
  };
  const pages = [];
  for (const route of Object.values(routes)) {
    if (!route.path && !route.index) continue;
    const chain = chainOf(routes, route);
    const assets = new Set([entry, ...chain].flatMap(({ module, imports = [] }) => [module, ...imports]));
    const url = `/${chain
      .map((part) => part.path ?? "")
      .filter(Boolean)
      .reverse()
      .join("/")}`;
    const bytes = [...assets].reduce((sum, asset) => sum + sizeOf(asset), 0);
    const rule = LIMITS.find(({ holds }) =>
      holds(
        url,
        chain.map(({ id }) => id),
      ),
    );
    pages.push({ url, bytes, limit: rule?.limit });
  }
  return pages.sort((a, b) => b.bytes - a.bytes);
}

function chainOf(routes, route) {
  const chain = [route];
  while (chain.at(-1).parentId) chain.push(routes[chain.at(-1).parentId]);
  return chain;
}

function readManifest(client) {
  const assets = path.join(client, "assets");
  const name = readdirSync(assets).find((file) => /^manifest-.*\.js$/.test(file));
  if (!name) throw new Error("The build has no manifest.");
  return JSON.parse(
    readFileSync(path.join(assets, name), "utf8")
      .replace(/^window\.__remixManifest=/, "")
      .replace(/;\s*$/, ""),
  );
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2] ?? fileURLToPath(new URL("../build", import.meta.url));
  if (!existsSync(folder)) throw new Error(`There is no build in ${folder}.`);
  const { leaks, pages, tooLarge } = checkBundle(folder);
  const sample = pages.filter(({ url, limit }) => limit !== undefined || url === "/");
  for (const { url, bytes, limit } of sample)
    console.log(`${String(bytes).padStart(7)} of ${limit ?? "-"}  ${url}`);
  for (const problem of [...leaks, ...tooLarge]) console.error(problem);
  process.exitCode = leaks.length + tooLarge.length > 0 ? 1 : 0;
}
