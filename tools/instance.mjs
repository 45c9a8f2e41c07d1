import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { root } from "../scripts/prepare.mjs";
import { emptySettings, startServer } from "../scripts/server.mjs";
import { Client } from "./client.mjs";

export const PASSWORD = "Stillness-7-waters";

export const logFolder = path.join(root, ".prepare", "tools");
mkdirSync(logFolder, { recursive: true });

/**
 * Runs `npm run <name>` of a checkout with these settings and no others.
 * @param {string} name @param {string[]} args
 * @param {{ settings: Record<string, string>, checkout?: string, input?: string }} options
 * @returns what the command printed
 */
export async function runCommand(name, args, { settings, checkout = root, input = "" }) {
  const env = { ...process.env, ...emptySettings(), NODE_ENV: "production", LOG_LEVEL: "error", ...settings };
  const npm = ["--prefix", checkout, "run", "--silent", name, "--", ...args];
  const running = promisify(execFile)("npm", npm, { cwd: checkout, env });
  running.child.stdin.end(`${input}\n`);
  return (await running).stdout;
}

/** Creates an account that can sign in with `PASSWORD`. @returns its email address */
export async function createAccount(settings, username) {
  const email = `${username}@example.test`;
  const args = ["create", "--email", email, "--username", username, "--password-stdin"];
  await runCommand("admin", args, { settings, input: PASSWORD });
  return email;
}

/** A temporary data folder with the demonstration account, for the server of a checkout. */
export async function createDemoInstance(checkout = root) {
  const dataDir = mkdtempSync(path.join(tmpdir(), "still-bench-"));
  const settings = { DATA_DIR: dataDir, LOG_LEVEL: "error", TRUST_PROXY: "1" };
  const printed = await runCommand("seed:demo", [], { settings, checkout });
  const password = /password: (\S+)/.exec(printed)?.[1] ?? "";
  return {
    settings,
    start: (name, more = {}) =>
      startServer({
        checkout,
        settings: { ...settings, ...more },
        logFile: path.join(logFolder, `${name}.log`),
      }),
    remove: () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }),
    /** @returns a client that is signed in to the demonstration account, or to another one */
    async signIn({ origin }, email = "demo@example.org", typed = password) {
      const client = new Client(() => origin);
      const { status } = await client.signIn(email, typed);
      if (status !== 302) throw new Error(`The sign-in was answered with ${status}.`);
      // The first page reads the cookie of the greeting once; otherwise every measured page would.
      await client.get("/dashboard");
      return client;
    },
  };
}
