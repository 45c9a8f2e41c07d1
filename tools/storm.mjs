/**
 * `npm run storm -- --minutes 20`: two servers on one folder, people who write, read, come and go, import, export and talk
 * with coaches, while servers are killed and held up, the disk is full, the clock jumps, and the mail server and the model
 * are slow, wrong or away. At the end everything that was acknowledged is there once (tools/README.md).
 */
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { prepare, runScript } from "../scripts/prepare.mjs";
import { startServer } from "../scripts/server.mjs";
import { load, told } from "./measure.mjs";
import { databaseNamed, freePort } from "./product.mjs";
import { backUpOften, compare, restoreAside, succeeds } from "./storm/afterwards.mjs";
import * as deeds from "./storm/deeds.mjs";
import { House, logs } from "./storm/house.mjs";
import { MoodyAi, MoodyMail } from "./storm/moods.mjs";
import { Notes } from "./storm/notes.mjs";
import { arrive } from "./storm/people.mjs";
import { Person } from "./storm/person.mjs";

const { values } = parseArgs({ options: { minutes: { type: "string", default: "20" } } });
const MINUTES = Number(values.minutes);
const PEOPLE = 6;
/** What the servers settle in after the last of the weather. */
const REST_MS = 45_000;
/** Memory that a server may hold more than at the beginning: what it has learned, and what the collector leaves. */
const MORE_MEMORY = 150;

const notes = new Notes();
const mail = new MoodyMail(notes);
const ai = new MoodyAi(notes);

/** One kind of weather after the other, each with some calm before it. */
async function weather(house) {
  const kinds = [
    () => house.fillDisk(),
    () => house.jumpClock(),
    () => house.freeze(0),
    () => house.kill([0]),
    () => house.freeze(1),
    () => house.kill([1]),
    () => house.kill([0, 1]),
  ];
  for (let at = 0; !notes.isOver; at++) {
    house.isCalm = true;
    await delay(4_000 + Math.random() * 6_000);
    if (notes.isOver) return;
    house.isCalm = false;
    // Each kind comes, whatever chance says.
    await (at < kinds.length ? kinds[at] : kinds[Math.floor(Math.random() * kinds.length)])?.();
  }
}

async function changeMoods() {
  mail.isMoody = true;
  for (let turn = 0; !notes.isOver; turn++) {
    ai.change();
    await delay(5_000);
    if (turn % 3 !== 2) continue;
    await mail.die();
    notes.note("weather: mail server died");
    await delay(3_000);
    await mail.live();
  }
}

/** Strangers who only ask whether the house is alive; slow where nothing was done to it is its own slowness. */
async function watch(house, memory) {
  const someone = new Person({ name: "nobody", address: "10.90.1.1", origin: house.anyOrigin, notes });
  const calm = [];
  while (!notes.isOver) {
    const wasCalm = house.isCalm;
    const begun = performance.now();
    const answer = await notes.ask("/healthz", () => someone.go("/healthz"));
    if (answer && wasCalm && house.isCalm) calm.push(performance.now() - begun);
    if (house.isCalm) memory.most = Math.max(memory.most, ...house.memory());
    await delay(200);
  }
  calm.sort((one, other) => one - other);
  return { median: calm[calm.length >> 1] ?? 0, p99: calm[Math.floor(calm.length * 0.99)] ?? 0 };
}

async function blow(house, people, memory) {
  setTimeout(() => (notes.isOver = true), MINUTES * 60_000).unref();
  const [health, backup] = await Promise.all([
    watch(house, memory),
    backUpOften(house, people, notes),
    weather(house),
    changeMoods(),
    ...people.slice(0, 3).map((person) => deeds.write(person, notes)),
    ...people.slice(1, 4).map((person) => deeds.read(person, notes)),
    deeds.lay(people[5], notes),
    deeds.program(people[4], notes),
    ...people.slice(3, 5).map((person) => deeds.talk(person, notes)),
    ...people.slice(2, 4).map((person) => deeds.bring(person, notes)),
    ...people.slice(0, 4).map((person) => deeds.pray(person, notes)),
    deeds.takeAwayOften(people[4], notes),
    deeds.comeAndGo(people[5], notes),
  ]);
  return { health, backup };
}

/** The last backup that was made meanwhile, on a server of its own. */
async function tryBackup(house, people, backup) {
  const settings = backup && (await restoreAside(house, backup));
  if (!settings) return null;
  const port = await freePort();
  const place = {
    PORT: String(port),
    ...(house.isElsewhere && { PUBLIC_ORIGIN: `http://localhost:${port}` }),
  };
  const server = await startServer({
    logFile: path.join(logs, "restored.log"),
    settings: { ...settings, ...place },
  });
  try {
    for (const person of people) person.origin = () => server.origin;
    return await compare(people, notes, ({ name }) => backup.kept.get(name));
  } finally {
    await server.stop();
  }
}

const KINDS = [
  ...[
    "entries",
    "pictures",
    "intentions",
    "messages to coaches",
    "coaches’ streams",
    "imports",
    "programs",
    "exports",
  ],
  ...["sign-ins", "registrations", "pages read", "emails", "backups"],
];

/** What was seen, line by line. @returns {[what: string, seen: string | number][]} */
function linesOf({ before, after, memory, health, found, restored, isAuditWhole }) {
  const answers = (start) => notes.beginningWith(start).map(([what, times]) => `${what} ${times}`);
  return [
    [`${MINUTES} minutes`, load()],
    ["acknowledged: entries, imports, intentions, messages", found.acknowledged],
    ["of them lost; there twice", `${found.lost}; ${found.twice}`],
    ["answers 5xx that were not announced", notes.bad.length],
    [
      "in the last backup, restored: acknowledged, lost",
      restored ? `${restored.acknowledged}, ${restored.lost}` : "none was whole",
    ],
    ["the audit log’s chain", isAuditWhole ? "whole" : "broken"],
    ["memory before, most, after (MB)", `${before.join(" and ")}; ${memory.most}; ${after.join(" and ")}`],
    [
      "/healthz in calm moments: median, 99th percentile",
      `${health.median.toFixed(0)} ms, ${health.p99.toFixed(0)} ms`,
    ],
    ["what was done to the house", answers("weather: ").join("; ")],
    ["left out", answers("left out: ").join("; ") || "nothing"],
    ["the model’s moods, by answers", answers("the model’s answers: ").join("; ")],
    ...KINDS.map((what) => [what, answers(`${what}: `).join("; ")]),
  ];
}

await runScript(async () => {
  await prepare("app");
  await Promise.all([mail.live(), ai.live()]);
  const house = new House({
    notes,
    database: databaseNamed("storm"),
    settings: {
      ...{ BCRYPT_COST: "10", TRUST_PROXY: "1", DEFAULT_PLAN: "tier2" },
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      ...{ AI_BASE_URL: ai.url, AI_API_KEY: "storm", AI_MODEL: "storm" },
    },
  });
  try {
    await house.start(0);
    await house.start(1);
    const people = [];
    for (let number = 1; number <= PEOPLE; number++)
      people.push(await arrive({ number, house, mail, notes }));
    const before = house.memory();
    const memory = { most: 0 };
    const { health, backup } = await blow(house, people, memory);
    await delay(Math.min(REST_MS, MINUTES * 20_000));
    const found = await compare(people, notes);
    const after = house.memory();
    const isAuditWhole = await succeeds(house.forCommands, "audit:verify");
    await house.close();
    const restored = await tryBackup(house, people, backup);
    const seen = linesOf({ before, after, memory, health, found, restored, isAuditWhole });
    for (const [what, value] of seen) console.log(told(what, value));
    for (const line of [...new Set(notes.bad), ...found.examples, ...(restored?.examples ?? [])])
      console.log(line);
    const isGood =
      found.lost + found.twice + notes.bad.length + (restored?.lost ?? 1) === 0 &&
      isAuditWhole &&
      Math.max(...after) <= Math.max(...before) + MORE_MEMORY;
    console.log(isGood ? "The house stands." : "Something is not as it should be.");
    if (!isGood) process.exitCode = 1;
  } finally {
    notes.isOver = true;
    await Promise.all([house.close(), mail.die()]);
    ai.server.closeAllConnections();
    ai.server.close();
    house.remove();
  }
});
