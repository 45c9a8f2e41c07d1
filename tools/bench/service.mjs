import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startServer } from "../../scripts/server.mjs";
import { fire, inTurn, load, megabytes, show, spreadOf, told } from "../measure.mjs";
import { furnishedHouse, visitorsOf } from "../product.mjs";
import { hiddenIn } from "../visitor.mjs";

/**
What the server costs the machine it stands on: its start, its memory before and after
 * load, what people wait while others sign in, and whether a sign-in tells by its time that an address is known.
 */
const LOGGED = { logFile: path.join(".prepare", "bench-service.log") };
const PUBLIC = ["/", "/about", "/faq", "/login", "/auth/register", "/terms", "/privacy"];
const MEMBERS = ["/dashboard", "/journal/morning", "/journal/evening", "/journal/history", "/journal/free"];
const MORE = ["/settings", "/insights", "/coaches", "/bible/john/15", "/bible?q=vine", "/journal/prayers"];
const TYPED = "application/x-www-form-urlencoded";

const tell = (what, value) => console.log(told(what, value));
const urlOf = ({ origin }) => origin.replace("localhost", "127.0.0.1");

/** @param {{ short: boolean, minutes: number }} options */
export async function measureService({ short, minutes }) {
  const house = await furnishedHouse();
  const seconds = short ? 2 : 30;
  try {
    console.log(`\nservice: ${load()}`);
    await measureStarts("second start to the ready line", house.settings, short);
    await measureMemory(house, { seconds, minutes });
    await measureSignIns(house, short ? 2 : 10);
  } finally {
    house.remove();
  }
}

/** How long a server takes on a folder that is there. */
export async function measureStarts(what, settings, short) {
  const taken = [];
  for (let time = 0; time < (short ? 1 : 5); time++) {
    const before = performance.now();
    const server = await startServer({ ...LOGGED, settings });
    taken.push(performance.now() - before);
    await server.stop();
  }
  tell(`${what}, ms`, show(spreadOf(taken), 0));
}

async function measureMemory({ settings, demoPassword }, { seconds, minutes }) {
  const server = await startServer({ ...LOGGED, settings });
  await delay(3_000);
  tell("memory three seconds after the start, MB", megabytes(server.pid).toFixed(0));
  const { demo } = await visitorsOf(server.origin, demoPassword);
  const requests = [
    ...PUBLIC.map((address) => ({ path: address })),
    ...[...MEMBERS, ...MORE].map((address) => ({ path: address, headers: demo.headers })),
  ];
  const under = async (duration) => fire({ url: urlOf(server), connections: 8, duration, requests });
  const { requests: asked } = await under(seconds);
  const rate = Math.round(asked.total / seconds);
  tell(
    `memory after ${seconds} s of load on all pages (${rate} a second), MB`,
    megabytes(server.pid).toFixed(0),
  );
  for (let minute = 1; minute <= minutes; minute++) {
    await under(60);
    tell(`memory after minute ${minute}, MB`, megabytes(server.pid).toFixed(0));
  }
  await server.stop();
}

/** What a page and a save wait while others sign in, beside what they wait when nobody does. */
async function measureSignIns({ settings, demoPassword }, seconds) {
  const server = await startServer({ ...LOGGED, settings: { ...settings, TRUST_PROXY: "1" } });
  const url = urlOf(server);
  const { demo } = await visitorsOf(server.origin, demoPassword);
  const form = await demo.go("/journal/free");
  const hidden = hiddenIn(form.text, 'name="body"') ?? [];
  const draft = [...hidden.filter(([name]) => name.startsWith("_")), ["intent", "draft"], ["body", "Aside."]];
  const save = { method: "POST", path: "/journal/free", body: String(new URLSearchParams(draft)) };
  const one = { url, connections: 1, duration: seconds };
  const waits = async () => {
    const page = await fire({ ...one, requests: [{ path: "/journal/history" }], headers: demo.headers });
    const headers = { ...demo.headers, "Content-Type": TYPED };
    const saved = await fire({ ...one, requests: [save], headers });
    return [page.latency.p97_5, saved.latency.p97_5];
  };
  let network = 0;
  const attempt = (email) => {
    network += 1;
    const headers = {
      Origin: server.origin,
      "Content-Type": TYPED,
      "X-Forwarded-For": `10.${network & 255}.${(network >> 8) & 255}.1`,
    };
    return { method: "POST", headers, body: String(new URLSearchParams({ email, password: "Wrong-pass1" })) };
  };
  await fire({ ...one, duration: 1, requests: [{ path: "/journal/history" }], headers: demo.headers });
  const post = (address, email) => async () => {
    const sent = await fetch(url + address, { ...attempt(email()), redirect: "manual" });
    await sent.text();
  };
  const unknown = () => `p${network}@example.test`;
  const signIn = async () =>
    (await inTurn({ it: post("/auth/login", unknown) }, { rounds: 3, iterations: 3 })).it.median;
  const alone = await signIn();
  const idle = await waits();
  let isOver = false;
  const knock = async () => {
    while (!isOver) await (await fetch(`${url}/auth/login`, attempt(`p${network}@example.test`))).text();
  };
  const crowd = Promise.all(Array.from({ length: 12 }, knock));
  const crowded = await waits();
  const among = await signIn();
  isOver = true;
  await crowd;
  const beside = (at) => `${idle[at]} → ${crowded[at]} ms, ${(crowded[at] / idle[at]).toFixed(1)} times`;
  tell(`a page while ${network} others sign in, 97.5th percentile`, beside(0));
  tell("a draft's save meanwhile", beside(1));
  tell(
    "a sign-in meanwhile",
    `${alone.toFixed(0)} → ${among.toFixed(0)} ms, ${(among / alone).toFixed(1)} times`,
  );
  const known = () => "new@example.test";
  const times = await inTurn(
    {
      "sign-in, known address": post("/auth/login", known),
      "sign-in, unknown address": post("/auth/login", unknown),
      "password reset, known address": post("/auth/reset-password", known),
      "password reset, unknown address": post("/auth/reset-password", unknown),
    },
    { rounds: seconds, iterations: 1 },
  );
  for (const [name, spread] of Object.entries(times)) tell(`${name}, ms`, show(spread));
  await server.stop();
}
