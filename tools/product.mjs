import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { root } from "../scripts/prepare.mjs";
import { emptySettings } from "../scripts/server.mjs";
import { Visitor } from "./visitor.mjs";

const NEWCOMER = { email: "new@example.test", password: "Stillness-7-waters" };

/**
 * Runs a built program on a data folder, with no settings but these: one of the product's commands, or another.
 * @returns what it said
 */
export async function command(settings, args, { typed = "", program = "build/commands/main.js" } = {}) {
  const quiet = { LOG_LEVEL: "error", NODE_ENV: "production" };
  const env = { ...process.env, ...emptySettings(), ...quiet, ...settings };
  const running = promisify(execFile)(process.execPath, [path.join(root, program), ...args], {
    cwd: root,
    env,
  });
  running.child.stdin.end(`${typed}\n`);
  return (await running).stdout;
}

/** The settings of a new database on the server of MongoDB's kind that MONGODB_URI names; null where it names none. */
export function databaseNamed(name) {
  const named = process.env.MONGODB_URI;
  if (!named) return null;
  const uri = new URL(named);
  uri.pathname = `/${name}_${randomBytes(4).toString("hex")}`;
  const secret = () => randomBytes(48).toString("base64");
  return {
    MONGODB_URI: uri.href,
    SESSION_SECRET: secret(),
    PASSWORD_PEPPER: secret(),
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString("base64")}`,
  };
}

/** A server with MONGODB_URI wants to know its address before it starts. */
export async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  probe.close();
  await once(probe, "close");
  return port;
}

/** A data folder with the demonstration account and a new person in it, or those in the database that settings name. */
export async function furnishedHouse(database = {}) {
  const dataDir = mkdtempSync(path.join(tmpdir(), "still-bench-"));
  const settings = { DATA_DIR: dataDir, LOG_LEVEL: "error", ...database };
  const demoPassword = /password: (\S+)/.exec(await command(settings, ["seed:demo"]))?.[1] ?? "";
  const { email, password } = NEWCOMER;
  const create = ["admin", "create", "--email", email, "--username", "newcomer", "--password-stdin"];
  await command(settings, create, { typed: password });
  const remove = () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  return { settings, demoPassword, remove };
}

/** Those who live in a furnished house, signed in, and a stranger. */
export async function visitorsOf(origin, demoPassword) {
  const [demo, newcomer, stranger] = Array.from({ length: 3 }, () => new Visitor({ origin: () => origin }));
  const answers = [
    await demo.signIn("demo@example.org", demoPassword),
    await newcomer.signIn(NEWCOMER.email, NEWCOMER.password),
  ];
  if (answers.some(({ status }) => status !== 302)) throw new Error("Those who live here could not sign in.");
  // The first page greets: its message waits in a cookie, which every measured page would read and take again.
  await demo.go("/dashboard");
  await newcomer.go("/dashboard");
  return { demo, newcomer, stranger };
}
