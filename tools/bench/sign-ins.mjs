import autocannon from "autocannon";
import { hiddenFields } from "../client.mjs";
import { createDemoInstance } from "../instance.mjs";
import { formatLoad, formatSpread, loadOf, printTable, sendLoad, spreadOf } from "../measurements.mjs";

const FORM = "application/x-www-form-urlencoded";

/** Number of networks used: each failed sign-in comes from another one, because a single network would be locked out. */
let networks = 0;
function failedSignIn(origin, path, email) {
  const at = (networks += 1);
  const body = new URLSearchParams({ email: email || `unknown${at}@example.test`, password: "Wrong-pass1" });
  const headers = {
    ...{ Origin: origin, "Content-Type": FORM },
    "X-Forwarded-For": `10.${at & 255}.${(at >> 8) & 255}.1`,
  };
  return { method: "POST", path, headers, body: String(body) };
}

/**
 * The latency of a page and of a saved draft while others sign in, and whether the time of a sign-in or a password reset
 * reveals that an address has an account.
 * @param {{ short: boolean }} options
 */
export async function measureSignIns({ short }) {
  const seconds = short ? 1 : 10;
  const instance = await createDemoInstance();
  const server = await instance.start("sign-ins");
  try {
    const client = await instance.signIn(server);
    const { url, ...page } = loadOf(server, { path: "/journal/history" }, client);
    const draft = await draftRequest(client);
    const latencies = async () => {
      const one = { url, connections: 1, duration: seconds };
      const read = await sendLoad({ ...one, ...page });
      const saved = await sendLoad({ ...one, requests: [draft], isForm: true });
      return [read, saved].map(({ latency }) => latency.p97_5);
    };
    await sendLoad({ url, ...page, amount: 200 });
    console.log(`\nsign-ins: ${seconds} s each, ${formatLoad()}`);
    const idle = await latencies();
    const attempt = (request) => ({ ...request, ...failedSignIn(server.origin, "/auth/login") });
    const attempts = autocannon({
      url,
      connections: 12,
      duration: 600,
      requests: [{ setupRequest: attempt }],
    });
    const busy = await latencies();
    attempts.stop();
    await attempts;
    printTable(
      ["page", "draft"].map((name, at) => ({
        "97.5th percentile": name,
        "idle, ms": String(idle[at]),
        "beside sign-ins, ms": String(busy[at]),
        ratio: (busy[at] / idle[at]).toFixed(1),
      })),
    );
    await compareAddresses(server, seconds);
  } finally {
    await server.stop();
    instance.remove();
  }
}

/** Builds the request that saves the draft of a free page. */
async function draftRequest(client) {
  const { text } = await client.get("/journal/free");
  const hidden = (hiddenFields(text, 'name="body"') ?? []).filter(([name]) => name.startsWith("_"));
  const body = new URLSearchParams([...hidden, ["intent", "draft"], ["body", "Aside."]]);
  const headers = { ...client.headers, "Content-Type": FORM };
  return { method: "POST", path: "/journal/free", headers, body: String(body) };
}

async function compareAddresses({ origin }, rounds) {
  const rows = [];
  for (const path of ["/auth/login", "/auth/reset-password"]) {
    const times = { known: [], unknown: [] };
    // The first round waits for the previous sign-ins and is discarded.
    for (let round = 0; round <= rounds; round++)
      for (const [kind, email] of [["known", "demo@example.org"], ["unknown"]]) {
        const begun = performance.now();
        const response = await fetch(origin + path, {
          redirect: "manual",
          ...failedSignIn(origin, path, email),
        });
        await response.text();
        if (round > 0) times[kind].push(performance.now() - begun);
      }
    rows.push({
      form: path,
      "known address, ms": formatSpread(spreadOf(times.known)),
      "unknown address, ms": formatSpread(spreadOf(times.unknown)),
    });
  }
  printTable(rows);
}
