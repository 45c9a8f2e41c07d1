import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { loadavg } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import mongoose from "mongoose";
import { root } from "../prepare.mjs";
import { emptySettings, startServer } from "../server.mjs";
import { ask, furnishedHouse, visitorsOf } from "./visitor.mjs";

/**
 * What the server costs the machine it stands on, and how it behaves at its ends: start, memory, sign-ins beside
 * writing, and a stop through npm. Memory is Linux's proportional set size, which a page shared with other processes
 * enters in part.
 */
const LOGGED = { logFile: path.join(".prepare", "bench-service.log") };
const PUBLIC = ["/", "/about", "/faq", "/login", "/auth/register", "/terms", "/privacy"];
const MEMBERS = ["/dashboard", "/journal/morning", "/journal/evening", "/journal/history", "/journal/free"];
const MORE = ["/settings", "/insights", "/coaches", "/bible/john/15", "/bible?q=vine", "/journal/prayers"];
const LOAD_SECONDS = 30;
const ENTRIES = 100_000;

const sorted = (values) => [...values].sort((a, b) => a - b);
const median = (values) => sorted(values)[Math.floor(values.length / 2)];
const p95 = (values) => sorted(values)[Math.floor(values.length * 0.95)];
const tell = (what, value) => console.log(`${what.padEnd(64)} ${value}`);
const megabytes = (pid) =>
  Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1]) / 1024;

export async function measureService(minutes = 0) {
  const house = await furnishedHouse();
  try {
    console.log(`\nservice: load average ${loadavg()[0]?.toFixed(1)}`);
    tell("second start to the ready line, ms: median of 5", median(await starts(house, 5)).toFixed(0));
    await measureMemory(house, minutes);
    await measureSignIns(house);
    await measureStop(house);
    await fill(house);
    const full = await starts(house, 3);
    tell(`start with ${ENTRIES} entries, ms: median of 3`, median(full).toFixed(0));
  } finally {
    house.remove();
  }
}

async function starts({ settings }, times) {
  const taken = [];
  for (let time = 0; time < times; time++) {
    const before = performance.now();
    const server = await startServer({ ...LOGGED, settings });
    taken.push(performance.now() - before);
    await server.stop();
  }
  return taken;
}

async function measureMemory({ settings, demoPassword }, minutes) {
  const server = await startServer({ ...LOGGED, settings });
  await delay(3_000);
  tell("memory three seconds after the start, MB", megabytes(server.pid).toFixed(0));
  const { demo, stranger } = await visitorsOf(server.origin, demoPassword);
  const visits = [
    ...PUBLIC.map((page) => [stranger, page]),
    ...[...MEMBERS, ...MORE].map((page) => [demo, page]),
  ];
  const load = async (seconds) => {
    const until = Date.now() + seconds * 1000;
    let asked = 0;
    const reader = async () => {
      while (Date.now() < until) {
        const [visitor, page] = visits[asked++ % visits.length];
        await ask(server.origin, page, { headers: visitor.headers });
      }
    };
    await Promise.all(Array.from({ length: 8 }, reader));
    return asked;
  };
  const asked = await load(LOAD_SECONDS);
  tell(
    `memory after ${LOAD_SECONDS} s of load on all pages (${Math.round(asked / LOAD_SECONDS)} a second), MB`,
    megabytes(server.pid).toFixed(0),
  );
  for (let minute = 1; minute <= minutes; minute++) {
    await load(60);
    tell(`memory after minute ${minute}, MB`, megabytes(server.pid).toFixed(0));
  }
  await server.stop();
}

/** What a page and a save wait while others sign in, beside what they wait when nobody does. */
async function measureSignIns({ settings, demoPassword }) {
  const server = await startServer({ ...LOGGED, settings: { ...settings, TRUST_PROXY: "1" } });
  const { demo } = await visitorsOf(server.origin, demoPassword);
  const waits = async (count) => {
    const [pages, saves] = [[], []];
    for (let at = 0; at < count; at++) {
      const begun = performance.now();
      await demo.get("/journal/history");
      pages.push(performance.now() - begun);
      const saved = performance.now();
      await demo.post("/journal/free", { intent: "draft", body: `Beside the door, ${at}.` });
      saves.push(performance.now() - saved);
    }
    return [p95(pages), p95(saves)];
  };
  await waits(40);
  const idle = await waits(100);
  let storming = true;
  let network = 0;
  const knock = async () => {
    while (storming) {
      network += 1;
      const headers = {
        Origin: server.origin,
        "Content-Type": "application/x-www-form-urlencoded",
        "X-Forwarded-For": `10.${network & 255}.${(network >> 8) & 255}.1`,
      };
      const body = `email=p${network}%40example.test&password=Wrong-pass1`;
      await ask(server.origin, "/auth/login", { method: "POST", headers, body });
    }
  };
  const storm = Promise.all(Array.from({ length: 12 }, knock));
  await delay(500);
  const stormy = await waits(100);
  storming = false;
  await storm;
  await server.stop();
  const ratio = (at) =>
    `${idle[at].toFixed(1)} → ${stormy[at].toFixed(1)} ms, ${(stormy[at] / idle[at]).toFixed(2)} times`;
  tell(`a page while ${network} others sign in, 95th percentile`, ratio(0));
  tell("a draft's save meanwhile", ratio(1));
}

/** `npm start`, told to end while people read: what was sent and not answered, and how long it took. */
async function measureStop({ settings }) {
  const npm = spawn("npm", ["start", "--silent"], {
    cwd: root,
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, ...emptySettings(), ...settings, PORT: "0" },
  });
  const port = await new Promise((resolve) => {
    createInterface(npm.stdout).on("line", (line) => {
      const [, found] = /ready on http:\/\/localhost:(\d+)$/.exec(line) ?? [];
      if (found) resolve(Number(found));
    });
  });
  const ended = new Promise((resolve) => npm.once("exit", resolve));
  const clients = Array.from({ length: 16 }, (_, at) => readUntilGone(port, at % 2 === 0));
  await delay(2_000);
  const told = performance.now();
  npm.kill("SIGTERM");
  const all = await Promise.all(clients);
  await ended;
  const sum = (key) => all.reduce((total, one) => total + one[key], 0);
  tell(
    "npm start, told to end under load: answered, lost, seconds",
    `${sum("answered")}, ${sum("lost")}, ${((performance.now() - told) / 1000).toFixed(1)}`,
  );
}

/** Reads a page again and again. Lost is what was sent over a connection that then broke; to be refused one is not. */
async function readUntilGone(port, keepAlive) {
  const agent = new Agent({ keepAlive, maxSockets: 1 });
  const told = { answered: 0, lost: 0 };
  for (;;) {
    const outcome = await new Promise((resolve) => {
      const sent = request({ agent, port, host: "127.0.0.1", path: "/faq" }, (response) => {
        response
          .resume()
          .once("end", () => resolve("answered"))
          .once("error", () => resolve("lost"));
      });
      sent.once("error", ({ code }) => resolve(code === "ECONNREFUSED" ? "gone" : "lost")).end();
    });
    if (outcome === "gone") break;
    told[outcome] += 1;
    if (told.lost > 3) break;
  }
  agent.destroy();
  return told;
}

/** Copies of the demonstration's entries, a day further back each, until there are very many. */
async function fill({ settings }) {
  const server = await startServer({ ...LOGGED, settings });
  const uri = readFileSync(path.join(server.dataDir, "mongodb.uri"), "utf8").trim();
  const client = await new mongoose.mongo.MongoClient(uri).connect();
  const entries = client.db().collection("journalEntries");
  const models = await entries.find({ status: "final" }).limit(60).toArray();
  for (let made = 0; made < ENTRIES; made += 500) {
    const copies = Array.from({ length: 500 }, (_, at) => {
      const day = new Date(Date.UTC(2026, 0, 1) - ((made + at) % 9_000) * 86_400_000);
      const { submission: _once, ...model } = models[at % models.length];
      return { ...model, _id: `bench-${made + at}`, forDate: day.toISOString().slice(0, 10), createdAt: day };
    });
    await entries.insertMany(copies, { ordered: false });
  }
  await client.close();
  await server.stop();
}
