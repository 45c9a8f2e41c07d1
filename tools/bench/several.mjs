import path from "node:path";
import { startServer } from "../../scripts/server.mjs";
import { fire, load, processorMs, show, spreadOf, told } from "../measure.mjs";
import { databaseNamed, freePort, furnishedHouse, visitorsOf } from "../product.mjs";

const PAGES = ["/dashboard", "/journal/history"];

/**
 * Pages a second of one server and of two, on the embedded database and, where MONGODB_URI names one, on a server of
 * MongoDB's kind. Two are asked by half of the connections each, as a proxy would share them out.
 * @param {{ short: boolean }} options
 */
export async function measureSeveral({ short }) {
  const effort = short ? { rounds: 1, duration: 1, amount: 20 } : { rounds: 3, duration: 3, amount: 300 };
  console.log(`\nseveral servers: ${effort.rounds} rounds, ${load()}`);
  await measureOn("embedded", {}, effort);
  const database = databaseNamed("bench");
  if (!database) return console.log("MONGODB_URI names no server: the embedded database alone");
  await measureOn("MongoDB", database, effort);
}

async function measureOn(name, database, effort) {
  const { settings, demoPassword, remove } = await furnishedHouse({
    ...database,
    ...(database.MONGODB_URI && { PUBLIC_ORIGIN: "http://localhost:3000" }),
  });
  const servers = [];
  try {
    for (const count of [1, 2]) {
      const logFile = path.join(".prepare", `bench-several-${count}.log`);
      // A server with MONGODB_URI wants to know its address.
      const port = await freePort();
      const place = { PORT: String(port), PUBLIC_ORIGIN: `http://localhost:${port}` };
      servers.push(await startServer({ logFile, settings: { ...settings, ...place, TRUST_PROXY: "1" } }));
      const [{ origin }] = servers;
      const { demo } = await visitorsOf(origin, demoPassword);
      for (const page of PAGES) {
        const { rate, cost } = await shared(servers, { ...demo.headers }, page, effort);
        const what = `${name}, ${count} ${count === 1 ? "process" : "processes"}: ${page}`;
        console.log(told(what, `${show(rate, 0)} a second, ${show(cost, 2)} ms of their processors`));
      }
    }
  } finally {
    for (const server of servers) await server.stop();
    remove();
  }
}

async function shared(servers, headers, page, { rounds, duration, amount }) {
  let nth = 0;
  const requests = [{ setupRequest: (request) => ({ ...request, path: `${page}?n=${(nth += 1)}` }) }];
  const targets = servers.map(({ origin }) => ({
    url: origin.replace("localhost", "127.0.0.1"),
    headers,
    requests,
    connections: 10 / servers.length,
  }));
  for (const target of targets) await fire({ ...target, amount });
  const spent = () => servers.reduce((sum, { pid }) => sum + processorMs(pid), 0);
  const seen = { rate: [], cost: [] };
  for (let round = 0; round < rounds; round++) {
    const before = spent();
    const results = await Promise.all(targets.map((target) => fire({ ...target, duration })));
    const total = results.reduce((sum, { requests: { total } }) => sum + total, 0);
    seen.cost.push((spent() - before) / total);
    seen.rate.push(results.reduce((sum, result) => sum + result.requests.total / result.duration, 0));
  }
  return { rate: spreadOf(seen.rate), cost: spreadOf(seen.cost) };
}
