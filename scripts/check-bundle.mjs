/**
 * Checks the built browser code: no server code in it, and no page with more bytes of script than its limit.
 *
 *     node scripts/check-bundle.mjs
 */
import { readdirSync, readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { brotliCompressSync, constants } from "node:zlib";

/** Code of the server and of packages that only the server uses. */
const SERVER_CODE =
  /mongoose|mongodb|bcryptjs|genSalt|MONGODB_URI|SESSION_SECRET|process\.env\.|createCipheriv|wrappedKey|toast-session|parseWithZod|ZodError|_zod|LRU_CACHE|markdown-it|sanitize-html|zxcvbn/;
const MAX_BYTES = { signIn: 115_000, member: 150_000 };
const SIGN_IN_PAGES = ["login", "auth/login", "auth/register"];

const scripts = readdirSync("build/client/assets").filter((name) => name.endsWith(".js"));
const read = (name) => readFileSync(`build/client/assets/${name}`, "utf8");
const problems = scripts.flatMap((name) => {
  const [found] = SERVER_CODE.exec(read(name)) ?? [];
  return found ? [`${name} contains "${found}".`] : [];
});

/** Remix's manifest, a script that sets one global, names the scripts of each route; a page loads those of its route and of all routes around it. */
const window = {};
runInNewContext(read(scripts.find((name) => name.startsWith("manifest-")) ?? ""), { window });
const [{ entry, routes }] = Object.values(window);
/** Bytes of a file as sent: remix-serve compresses files from a kilobyte on. */
const sizeOf = (code) =>
  code.length < 1024
    ? code.length
    : brotliCompressSync(code, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }).length;
const chainOf = (route) => (route ? [route, ...chainOf(routes[route.parentId])] : []);
for (const page of Object.values(routes)) {
  const chain = chainOf(page);
  const assets = new Set([entry, ...chain].flatMap(({ module, imports = [] }) => [module, ...imports]));
  const bytes = [...assets].reduce((sum, url) => sum + sizeOf(readFileSync(`build/client${url}`)), 0);
  const isMember = chain.some(({ id }) => id.startsWith("routes/member/"));
  const limit = SIGN_IN_PAGES.includes(page.path)
    ? MAX_BYTES.signIn
    : isMember
      ? MAX_BYTES.member
      : undefined;
  if (limit) console.log(`${String(bytes).padStart(7)} of ${limit}  /${page.path}`);
  if (bytes > limit) problems.push(`/${page.path} loads ${bytes} bytes of script; ${limit} are allowed.`);
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
