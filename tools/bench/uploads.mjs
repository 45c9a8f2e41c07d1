import path from "node:path";
import { Worker } from "node:worker_threads";
import sharp from "sharp";
import { startServer } from "../../scripts/server.mjs";
import { fire, load, megabytes, show, spreadOf, told } from "../measure.mjs";
import { command, furnishedHouse, visitorsOf } from "../product.mjs";
import { hiddenIn, Visitor } from "../visitor.mjs";

/** A photograph as a telephone takes it: twelve million pixels, three to four megabytes, or six of the best quality. */
const photograph = (seed, quality = 88) =>
  sharp({
    create: {
      ...{ width: 4000 + seed, height: 3000, channels: 3, background: "#000" },
      noise: { type: "gaussian", mean: 128, sigma: 12 },
    },
  })
    .jpeg({ quality })
    .toBuffer();

/** Some people more, each signed in from an address of their own. */
async function peopleOf(house, origin, count) {
  const people = [];
  for (let nth = 0; nth < count; nth++) {
    const [email, password] = [`person${nth}@example.test`, `Stillness-${nth}-waters`];
    const create = ["admin", "create", "--email", email, "--username", `person${nth}`, "--password-stdin"];
    await command(house.settings, create, { typed: password });
    const person = new Visitor({ origin: () => origin, address: `10.0.1.${nth + 1}` });
    await person.signIn(email, password);
    people.push(person);
  }
  return people;
}

/** How long a page takes that one person asks for again and again, while something else goes on or for some seconds. */
async function besides(page, work) {
  const asker = new Worker(new URL("./asker.mjs", import.meta.url), { workerData: page });
  const waits = new Promise((resolve, reject) => asker.once("message", resolve).once("error", reject));
  await Promise.race([work, waits]);
  asker.postMessage("over");
  return spreadOf(await waits);
}

async function send(visitor, photographs) {
  const page = await visitor.go("/journal/free");
  const form = new FormData();
  for (const [name, value] of hiddenIn(page.text, 'name="pictures"') ?? []) form.append(name, value);
  form.append("body", "By the lake.");
  form.append("intent", "finish");
  for (const bytes of photographs) form.append("pictures", new Blob([bytes]), "photograph.jpg");
  const begun = performance.now();
  const { status, location } = await visitor.post("/journal/free", form);
  if (status !== 302) throw new Error(`A page with pictures was answered with ${status}.`);
  return { ms: performance.now() - begun, entry: location };
}

/** What it takes to bring photographs, what a page with six of them takes, and the memory of many at once. */
export async function measureUploads({ short }) {
  const house = await furnishedHouse();
  const server = await startServer({
    logFile: path.join(".prepare", "bench-uploads.log"),
    settings: { ...house.settings, TRUST_PROXY: "1" },
  });
  try {
    console.log(`\nuploads: ${load()}`);
    const { newcomer } = await visitorsOf(server.origin, house.demoPassword);
    const tell = (what, value) => console.log(told(what, value));
    const quiet = megabytes(server.pid);
    const taken = [];
    for (let nth = 0; nth < (short ? 1 : 5); nth++)
      taken.push((await send(newcomer, [await photograph(nth)])).ms);
    tell("a photograph of twelve million pixels, ms", show(spreadOf(taken), 0));
    const { ms, entry } = await send(
      newcomer,
      await Promise.all([10, 11, 12, 13, 14, 15].map((seed) => photograph(seed))),
    );
    tell("six of them in one form, ms", ms.toFixed(0));
    const plain = await send(newcomer, []);
    const one = {
      url: server.origin.replace("localhost", "127.0.0.1"),
      connections: 1,
      duration: short ? 1 : 5,
    };
    for (const [what, address] of [
      ["without pictures", plain.entry],
      ["with six", entry],
    ]) {
      const page = await fire({ ...one, requests: [{ path: address }], headers: newcomer.headers });
      tell(`the page of an entry ${what}, ms`, page.latency.average.toFixed(1));
    }
    const many = await Promise.all(Array.from({ length: short ? 3 : 10 }, (_, nth) => photograph(20 + nth)));
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, megabytes(server.pid))), 50);
    await Promise.all(many.map((bytes) => send(newcomer, [bytes])));
    clearInterval(watch);
    tell(`memory before; at most with ${many.length} at once, MB`, `${quiet.toFixed(0)}; ${most.toFixed(0)}`);
    await measureBeside({ house, server, short, tell });
  } finally {
    await server.stop();
    house.remove();
  }
}

/** Fifty photographs of six megabytes that ten people send at once, and the page of another beside them. */
async function measureBeside({ house, server, short, tell }) {
  const [eachSends, count] = short ? [1, 2] : [5, 10];
  const people = await peopleOf(house, server.origin, count);
  const { demo } = await visitorsOf(server.origin, house.demoPassword);
  const page = { url: `${server.origin.replace("localhost", "127.0.0.1")}/dashboard`, headers: demo.headers };
  const large = await Promise.all(Array.from({ length: 5 }, (_, nth) => photograph(40 + nth, 97)));
  const alone = await besides(page, new Promise((over) => setTimeout(over, short ? 500 : 5_000)));
  const begun = performance.now();
  const sent = Promise.all(
    people.flatMap((person) => Array.from({ length: eachSends }, (_, nth) => send(person, [large[nth]]))),
  );
  const beside = await besides(page, sent);
  const megabyte = (large[0].length / 2 ** 20).toFixed(1);
  tell("a page alone, ms", show(alone));
  tell(`beside ${count * eachSends} photographs of ${megabyte} MB, ms`, show(beside));
  tell("all of them kept after, s", ((performance.now() - begun) / 1000).toFixed(1));
}
