/**
 * `npm run bench`: how long things take, as ratios within one run. Asserts nothing: machines differ and are noisy.
 * Starts its own server with an empty database; measures pairs in turn and gives median, minimum and maximum.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { measurePages } from "./bench/pages.mjs";
import { measureService } from "./bench/service.mjs";
import { prepare, root, runScript } from "./prepare.mjs";
import { emptySettings, startServer } from "./server.mjs";

const PAIRS = Number(process.argv[2] ?? 15);
let network = 0;

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const show = (values, digits = 1) =>
  `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)})`;

/** A post from a separate neighbourhood, so that no limit is met. Answers milliseconds and status. */
async function timedPost(origin, address, form) {
  network += 1;
  const headers = {
    Origin: origin,
    "X-Forwarded-For": `10.${network & 255}.${(network >> 8) & 255}.1`,
  };
  const started = performance.now();
  const response = await fetch(origin + address, {
    method: "POST",
    redirect: "manual",
    headers,
    body: new URLSearchParams(form),
  });
  await response.text();
  return { ms: performance.now() - started, status: response.status };
}

async function timedGet(origin, address) {
  const started = performance.now();
  const response = await fetch(origin + address);
  const body = await response.text();
  return { ms: performance.now() - started, body, status: response.status };
}

/** A measurement from inside, by a command on a separate, empty database. */
async function measureWithin(name, ...options) {
  const dataDir = mkdtempSync(path.join(tmpdir(), "still-bench-"));
  try {
    const settings = { ...emptySettings(), DATA_DIR: dataDir, LOG_LEVEL: "error", NODE_ENV: "production" };
    const command = [path.join(root, "build/commands/main.js"), name, ...options];
    const { stdout } = await promisify(execFile)(process.execPath, command, {
      cwd: root,
      env: { ...process.env, ...settings },
    });
    console.log(`\n${stdout.trim()}`);
  } finally {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Two kinds of request in turn: their medians and the difference pair by pair. */
async function compare(label, one, other) {
  const [a, b] = [[], []];
  await one();
  await other();
  for (let pair = 0; pair < PAIRS; pair++) {
    a.push((await one()).ms);
    b.push((await other()).ms);
  }
  console.log(
    `${label.padEnd(58)} ${show(a)} | ${show(b)} ms | difference of medians ${(median(a) - median(b)).toFixed(1)} ms`,
  );
}

await runScript(async () => {
  await prepare("app");
  await measurePages();
  await measureService();
  const server = await startServer({
    logFile: path.join(".prepare", "bench-server.log"),
    settings: { TRUST_PROXY: "1", BCRYPT_COST: "12", LOG_LEVEL: "error" },
  });
  const { origin } = server;
  try {
    console.log(`load average ${loadavg()[0]?.toFixed(1)}, ${PAIRS} pairs; median (minimum–maximum)\n`);
    const person = {
      username: "bench_one",
      email: "bench@example.test",
      password: "Stillness7",
      confirmPassword: "Stillness7",
      agreeToTerms: "on",
    };
    await timedPost(origin, "/auth/register", person);
    const login = (email) => () => timedPost(origin, "/auth/login", { email, password: "Wrong-pass1" });
    const reset = (email) => () => timedPost(origin, "/auth/reset-password", { email });
    let stranger = 0;
    await compare("sign-in, known | unknown address (bcrypt cost 12)", login(person.email), () =>
      login(`p${(stranger += 1)}@example.test`)(),
    );
    await compare("password reset, known | unknown address", reset(person.email), () =>
      reset(`p${(stranger += 1)}@example.test`)(),
    );
    await compare(
      "/login | /about",
      () => timedGet(origin, "/login"),
      () => timedGet(origin, "/about"),
    );
    console.log("\nbytes of the page: html, gzip");
    for (const address of ["/", "/login", "/auth/register", "/about", "/faq"]) {
      const { body } = await timedGet(origin, address);
      console.log(
        `${address.padEnd(20)} ${String(body.length).padStart(7)} ${String(gzipSync(body).length).padStart(7)}`,
      );
    }
  } finally {
    await server.stop();
  }
  await measureWithin("bench:insights", "10000");
  await measureWithin("bench:reminders", "100000");
  await measureWithin("bench:journal");
  await measureWithin("bench:export");
  await measureWithin("bench:admin");
});
