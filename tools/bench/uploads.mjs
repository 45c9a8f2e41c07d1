import path from "node:path";
import sharp from "sharp";
import { startServer } from "../../scripts/server.mjs";
import { fire, load, megabytes, show, spreadOf, told } from "../measure.mjs";
import { furnishedHouse, visitorsOf } from "../product.mjs";
import { hiddenIn } from "../visitor.mjs";

/** A photograph as a telephone takes it: twelve million pixels, three to four megabytes. */
const photograph = (seed) =>
  sharp({
    create: {
      ...{ width: 4000 + seed, height: 3000, channels: 3, background: "#000" },
      noise: { type: "gaussian", mean: 128, sigma: 12 },
    },
  })
    .jpeg({ quality: 88 })
    .toBuffer();

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
    const { ms, entry } = await send(newcomer, await Promise.all([10, 11, 12, 13, 14, 15].map(photograph)));
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
  } finally {
    await server.stop();
    house.remove();
  }
}
