/**
 * `npm run storm -- --minutes 20`: the chaos test. Two servers on one data folder are killed with `kill -9`, or paused, while
 * members write; afterwards every acknowledged write is there once, in the journals and in a restored backup.
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { prepare, runScript } from "../scripts/prepare.mjs";
import { startServer } from "../scripts/server.mjs";
import { addIntentions, callApi, importEntries, Member, readPages, writeEntries } from "./chaos/member.mjs";
import { createAccount, logFolder, runCommand } from "./instance.mjs";
import { formatLoad, printTable } from "./measurements.mjs";

const WORK = [
  [writeEntries, readPages],
  [writeEntries, importEntries],
  [addIntentions, callApi],
  [addIntentions, readPages],
];
const BACKUP_INTERVAL_MS = 20_000;

const folder = mkdtempSync(path.join(tmpdir(), "still-storm-"));
const dataDir = path.join(folder, "data");
const settings = { DATA_DIR: dataDir, BCRYPT_COST: "10", TRUST_PROXY: "1", DEFAULT_PLAN: "tier2" };
const servers = [];
/** How often each fault and each status occurred. */
const faults = new Map();
const statuses = new Map();
const count = (counts, key) => counts.set(key, (counts.get(key) ?? 0) + 1);
const list = (counts) => [...counts].map(([key, times]) => `${key} ${times}`).join(", ");

async function start(at) {
  const port = String(servers[at]?.port ?? 0);
  const logFile = path.join(logFolder, `storm-${at}.log`);
  servers[at] = await startServer({ logFile, settings: { ...settings, PORT: port } });
}

const randomOrigin = () => servers[Math.floor(Math.random() * servers.length)].origin;

async function kill(numbers) {
  for (const at of numbers) process.kill(servers[at].pid, "SIGKILL");
  await delay(1_000 + Math.random() * 2_000);
  for (const at of numbers) await start(at);
}

/** Pauses a process. If it owns the database, the other server gets no replies from the database until it resumes. */
async function pause(at) {
  const { pid } = servers[at];
  process.kill(pid, "SIGSTOP");
  await delay(2_000 + Math.random() * 4_000);
  process.kill(pid, "SIGCONT");
}

const FAULTS = {
  "first killed": () => kill([0]),
  "second killed": () => kill([1]),
  "both killed": () => kill([0, 1]),
  "first paused": () => pause(0),
  "second paused": () => pause(1),
};

async function injectFaults(over) {
  for (let nth = 0; !over.aborted; nth++) {
    await delay(2_000 + Math.random() * 4_000);
    const names = Object.keys(FAULTS);
    // Injects each fault once, then random ones.
    const name = names[nth] ?? names[Math.floor(Math.random() * names.length)];
    count(faults, name);
    await FAULTS[name]();
  }
}

async function succeeds(name, ...args) {
  return runCommand(name, args, { settings }).then(Boolean, () => false);
}

/** Makes backups while members write. @returns the last complete one, with the writes acknowledged before it started */
async function backUp(members, over) {
  let last;
  for (let nth = 0; !over.aborted; nth++) {
    const acknowledged = members.map((member) => structuredClone(member.acknowledged));
    const file = path.join(folder, `${nth}.backup`);
    const isComplete = await succeeds("backup", file);
    count(faults, isComplete ? "complete backup" : "backup cut off");
    if (isComplete) last = { file, acknowledged };
    await delay(BACKUP_INTERVAL_MS);
  }
  return last;
}

/** Compares the journals with the acknowledged writes, now or at the start of a backup. */
async function compare(members, acknowledged = members.map((member) => member.acknowledged)) {
  const found = { acknowledged: 0, lost: [], twice: [] };
  for (const [at, member] of members.entries()) {
    await member.enter();
    const journal = await member.exportJournal();
    const stored = {
      entries: journal.entries.map(({ body }) => body),
      intentions: journal.intentions.map(({ name }) => name),
    };
    for (const [kind, texts] of Object.entries(stored)) {
      const expected = acknowledged[at][kind];
      found.acknowledged += expected.length;
      found.lost.push(...expected.filter((text) => !texts.includes(text)));
      // A form that was retried without an acknowledgement must be one record too.
      found.twice.push(...texts.filter((text, nth) => texts.indexOf(text) !== nth));
    }
  }
  return found;
}

/** Restores a backup into an empty folder, and compares its journals with the acknowledged writes. */
async function compareBackup(members, { file, acknowledged }) {
  const restored = { ...settings, DATA_DIR: path.join(folder, "restored") };
  mkdirSync(restored.DATA_DIR, { mode: 0o700 });
  copyFileSync(path.join(dataDir, "secrets.json"), path.join(restored.DATA_DIR, "secrets.json"));
  await runCommand("restore", [file], { settings: restored });
  const logFile = path.join(logFolder, "storm-restored.log");
  const server = await startServer({ logFile, settings: restored });
  try {
    for (const member of members) member.origin = () => server.origin;
    return await compare(members, acknowledged);
  } finally {
    await server.stop();
  }
}

await runScript(async () => {
  const { values } = parseArgs({ options: { minutes: { type: "string", default: "20" } } });
  await prepare("app");
  try {
    await start(0);
    await start(1);
    const onStatus = (status) => count(statuses, status);
    const members = [];
    for (const at of WORK.keys()) {
      const name = `member_${at}`;
      const email = await createAccount(settings, name);
      members.push(new Member({ name, email, address: `10.${at}.1.1`, origin: randomOrigin, onStatus }));
    }
    for (const member of members) await member.enter();

    const over = AbortSignal.timeout(Number(values.minutes) * 60_000);
    const [backup] = await Promise.all([
      backUp(members, over),
      injectFaults(over),
      ...members.flatMap((member, at) => WORK[at].map((work) => work(member, over))),
    ]);
    const found = await compare(members);
    const isAuditWhole = await succeeds("audit:verify");
    for (const server of servers) await server.stop();
    const restored = backup && (await compareBackup(members, backup));
    const failures = [...statuses.keys()].filter((status) => status >= 500 && ![503, 507].includes(status));
    const figures = ({ acknowledged, lost, twice }) => `${acknowledged}, ${lost.length}, ${twice.length}`;
    const rows = {
      minutes: `${values.minutes}; ${formatLoad()}`,
      "faults and backups": list(faults),
      responses: list(statuses),
      "acknowledged writes: all, lost, twice": figures(found),
      "in the restored backup": restored ? figures(restored) : "none",
      "audit chain": isAuditWhole ? "whole" : "broken",
      "unexpected statuses": failures.join(", ") || "none",
    };
    printTable(Object.entries(rows).map(([what, value]) => ({ what, value })));
    const wrong = [found, restored].flatMap((each) => [
      ...(each?.lost ?? ["no backup"]),
      ...(each?.twice ?? []),
    ]);
    console.log(wrong.slice(0, 10).join("\n"));
    const isGood = wrong.length + failures.length === 0 && isAuditWhole;
    console.log(isGood ? "No acknowledged write was lost." : `Something is wrong; logs: ${logFolder}`);
    if (!isGood) process.exitCode = 1;
  } finally {
    await Promise.allSettled(servers.map((server) => server.stop()));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
