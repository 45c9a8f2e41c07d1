import { importJournal } from "../client.mjs";
import { createAccount, createDemoInstance, PASSWORD } from "../instance.mjs";
import {
  formatLoad,
  formatSpread,
  loadOf,
  measureCost,
  printTable,
  sendLoad,
  spreadOf,
} from "../measurements.mjs";

const DAY_MS = 86_400_000;
const PAGES = ["/journal/history", "/dashboard", "/journal/history?q=heron", "/journal/history?q=word1"];

/** Creates entries of sixty words, one for each day up to yesterday. */
function createJournal(count) {
  const entries = Array.from({ length: count }, (_, at) => {
    const day = new Date(Date.now() - (at + 1) * DAY_MS).toISOString();
    const words = Array.from(
      { length: 60 },
      (_, nth) => `word${((at * 31 + nth * nth * 7) % 3_000).toString(36)}`,
    );
    return {
      ...{
        id: `bench-${at}`,
        kind: "free",
        slot: "none",
        forDate: day.slice(0, 10),
        createdAt: day,
        updatedAt: day,
      },
      body: at % 1_000 === 0 ? `${words.join(" ")} heron` : words.join(" "),
    };
  });
  return { schema: "still-and-know/journal", version: 1, entries };
}

/**
 * Measures the processor time of pages in a small journal and in one of a lifetime.
 * @param {{ short: boolean }} options
 */
export async function measureJournal({ short }) {
  const effort = short
    ? { sizes: [10, 50], rounds: 1, amount: 10 }
    : { sizes: [100, 25_000], rounds: 5, amount: 100 };
  const instance = await createDemoInstance();
  const server = await instance.start("journal");
  try {
    const clients = [];
    for (const size of effort.sizes) {
      const email = await createAccount(instance.settings, `member_${size}`);
      const client = await instance.signIn(server, email, PASSWORD);
      if (!(await importJournal(client, createJournal(size))))
        throw new Error("The journal was not imported.");
      clients.push(client);
    }
    console.log(`\njournal: ${effort.sizes.join(" and ")} entries, ${effort.rounds} rounds, ${formatLoad()}`);
    const rows = [];
    for (const path of PAGES) rows.push(await measurePage(path, server, clients, effort));
    printTable(rows);
  } finally {
    await server.stop();
    instance.remove();
  }
}

async function measurePage(path, server, clients, { rounds, amount }) {
  const loads = clients.map((client) => loadOf(server, { path }, client));
  for (const load of loads) await sendLoad({ ...load, amount });
  const [small, large] = [[], []];
  for (let round = 0; round < rounds; round++) {
    small.push(await measureCost(server, loads[0], amount));
    large.push(await measureCost(server, loads[1], amount));
  }
  return {
    page: path,
    "short journal, ms": formatSpread(spreadOf(small), 2),
    "long journal, ms": formatSpread(spreadOf(large), 2),
    ratio: formatSpread(spreadOf(large.map((ms, at) => ms / small[at])), 2),
  };
}
