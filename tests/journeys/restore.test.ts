/** @module-tag release */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import mongoose from "mongoose";
import { afterAll } from "vitest";
import { emptySettings, startServer } from "#scripts/server.mjs";
import { expect, test } from "./fixtures";

/** A separate server, with visitors who register while the operator runs commands. */
const dataDir = mkdtempSync(path.join(tmpdir(), "still-restore-"));
const settings = { DATA_DIR: dataDir, BCRYPT_COST: "10", TRUST_PROXY: "1" };
const logFile = path.join(".prepare", `restore-${process.pid}.log`);
let running: Awaited<ReturnType<typeof startServer>> | undefined;

afterAll(async () => {
  await running?.stop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
});

const main = path.resolve("build/commands/main.js");
const env = { ...process.env, ...emptySettings(), ...settings, NODE_ENV: "production", LOG_LEVEL: "error" };

async function command(...args: string[]): Promise<{ code: number; output: string }> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [main, ...args], { env });
    return { code: 0, output: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}

/** Starts a command and kills it when the condition holds, unless it has ended. */
async function killCommandWhen(isThere: () => boolean, ...args: string[]): Promise<void> {
  const child = spawn(process.execPath, [main, ...args], { env, stdio: "ignore" });
  const ended = once(child, "exit");
  while (child.exitCode === null && child.signalCode === null && !isThere())
    await new Promise((resolve) => setTimeout(resolve, 1));
  child.kill("SIGKILL");
  await ended;
}

let registered = 0;
async function register(origin: string): Promise<string> {
  const nth = ++registered;
  const email = `visitor${nth}@example.test`;
  const answer = await fetch(`${origin}/auth/register`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: origin, "X-Forwarded-For": `10.7.${nth % 250}.1` },
    body: new URLSearchParams({
      username: `visitor${nth}`,
      email,
      password: "Stillness7",
      confirmPassword: "Stillness7",
      agreeToTerms: "on",
    }),
  });
  expect(answer.status).toBe(302);
  return email;
}

/** Registers users until the returned function is called. It resolves to the emails of all acknowledged registrations. */
function visitors(origin: string): () => Promise<string[]> {
  let stopped = false;
  const done = (async () => {
    const emails: string[] = [];
    while (!stopped) emails.push(await register(origin));
    return emails;
  })();
  return () => {
    stopped = true;
    return done;
  };
}

/** All users of the running instance, read by another process. */
async function userEmails(): Promise<string[]> {
  const uri = readFileSync(path.join(dataDir, "mongodb.uri"), "utf8").trim();
  const client = new mongoose.mongo.MongoClient(uri);
  try {
    const users = await client.db().collection("users").find().sort({ _id: 1 }).toArray();
    return users.map(({ email }) => String(email));
  } finally {
    await client.close();
  }
}

const start = async () => (running = await startServer({ logFile, settings }));
async function stop(): Promise<void> {
  await running?.stop();
  running = undefined;
}
const inData = (...names: string[]) => {
  const folder = path.join(dataDir, ...names);
  return existsSync(folder) ? readdirSync(folder).sort() : [];
};

test("restores only when the server is stopped, and completely or not at all when killed", async () => {
  const { origin } = await start();
  for (let nth = 0; nth < 3; nth++) await register(origin);
  const file = path.join(dataDir, "monday.backup");
  expect((await command("backup", file)).output).toContain("Backup written");
  const inBackup = await userEmails();
  expect(inBackup).toHaveLength(3);

  const stopVisitors = visitors(origin);
  await expect.poll(userEmails).not.toHaveLength(3);
  const files = inData("db");
  for (const args of [
    ["restore", file],
    ["db:move", "mongodb://127.0.0.1:1/nothing", "--back"],
  ]) {
    const { code, output } = await command(...args);
    expect([code, output]).toEqual([1, expect.stringContaining("Stop it first")]);
    expect(output).toContain("Nothing was changed.");
  }
  expect(inData("db")).toEqual(files);
  const visited = await stopVisitors();
  const all = [...inBackup, ...visited].sort();
  expect((await userEmails()).sort()).toEqual(all);

  await stop();
  const incoming = path.join(dataDir, "db", "incoming");
  for (const name of ["db/database.sqlite", "whole.sqlite"]) {
    await killCommandWhen(() => existsSync(path.join(incoming, name)), "restore", file);
    await start();
    const found = (await userEmails()).sort();
    // The restore may have finished before it was killed, so either state is right.
    expect([all, inBackup]).toContainEqual(found);
    expect(inData("db").filter((each) => /^incoming|^next|^before/.test(each))).toEqual([]);
    await stop();
  }

  const { code, output } = await command("restore", file);
  expect([code, output]).toEqual([0, expect.stringMatching(/Restored \d+ documents/)]);
  const [kept = ""] = inData("db").filter((name) => name.startsWith("before-restore-"));
  expect(output).toContain(`kept in ${path.join(dataDir, "db", kept)} until the server starts`);
  expect(inData("db", kept)).toContain("database.sqlite");
  await start();
  expect(await userEmails()).toEqual(inBackup);
  expect(inData("db")).not.toContain(kept);
  await stop();
});

test("removes plaintext of a killed backup at the next command or start", async () => {
  const copies = () => inData("unencrypted").filter((name) => !name.includes("."));
  const isCopied = () => copies().some((name) => inData("unencrypted", name).includes("dump.sqlite"));
  const target = (nth: number) => path.join(dataDir, `killed-${nth}.backup`);
  const backups = path.join(dataDir, "backups");
  const old = "still-and-know-2026-11-21T101112Z-abcdef.backup.tmp";
  let left = 0;
  for (const next of ["command", "server"]) {
    for (let nth = 0; nth < 20 && !isCopied(); nth++)
      await killCommandWhen(isCopied, "backup", target(left * 20 + nth));
    expect(isCopied()).toBe(true);
    left++;
    mkdirSync(backups, { recursive: true });
    for (const name of [old, `${old}-journal`]) writeFileSync(path.join(backups, name), "in the clear");
    if (next === "command") expect((await command("audit:verify")).code).toBe(0);
    else await start();
    expect(inData("unencrypted")).toEqual([]);
    expect(inData("backups")).toEqual(["since"]);
  }
});
