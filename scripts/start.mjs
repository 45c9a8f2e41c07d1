/**
 * `npm start`: prepares the checkout, reads .env and runs the production server, which is remix-serve, in this process.
 * It is started with --max-semi-space-size=16, the size of V8's young generation.
 * Says one line on standard output when people can come: `Still and Know is ready on http://localhost:3000`.
 */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { Server } from "node:http";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { buildInfo } from "./build-info.mjs";
import { ensureDataFolder } from "./data-folder.mjs";
import { leaveGently } from "./leave.mjs";
import { freeSocket, listenThere, socketPath } from "./listen.mjs";
import { nodeProblem, prepare, PrepareError, root, runScript } from "./prepare.mjs";
import { loadSettings } from "./settings.mjs";
import { holdRoom } from "./young-room.mjs";

/** A server that was told to end a moment ago may still hold the port. */
const WAIT_FOR_PORT_MS = 1_500;
/** Requests in progress are cut a second earlier (leave.mjs). */
const LEAVE_AFTER_MS = 9_500;
/** npm passes on what a terminal or a service manager sends to all of its group: every signal arrives twice, seconds apart on a busy machine. */
const UNDER_NPM = process.env.npm_lifecycle_event === "start";
const SAME_SIGNAL_MS = 400;
/** Exit code for a configuration error (sysexits.h, EX_CONFIG). */
const EX_CONFIG = 78;

process.chdir(root);

// On a machine with much memory V8 would let the heap double before it looks for what can go; a cupboard has little.
setFlagsFromString("--heap-growing-percent=50");
// The room for short-lived objects is the main thread's: of the other threads each asks for its own.
setFlagsFromString("--max-semi-space-size=0");
const letRoomGrow = holdRoom();

/**
 * V8 makes code fast that has run often. A page runs much code once, so a small server with few visitors would stay slow
 * for days: a third less time for each page from the first hundreds on. Later versions of Node decide otherwise.
 */
const EAGER = [
  "--interrupt-budget=15000",
  "--ticks-before-optimization=1",
  "--minimum-invocations-after-ic-update=100",
];
/**
 * Several threads that collect together pay for one another where they are more than the processors; that another marks, which
 * is most of it, is left (docs/decisions/0045-one-thread-collects.md). Node 20 fails when it is told so.
 */
const COLLECT_ALONE = [
  "--no-parallel-scavenge",
  "--no-parallel-compaction",
  "--no-parallel-pointer-update",
  "--no-concurrent-sweeping",
];
const major = Number(process.versions.node.split(".", 1)[0]);
if (major === 20) EAGER.forEach((flag) => setFlagsFromString(flag));
if (major >= 24) COLLECT_ALONE.forEach((flag) => setFlagsFromString(flag));

await runScript(async () => {
  const problem = nodeProblem();
  if (problem) throw new PrepareError(problem);
  const outside = { ...process.env };
  loadSettings();
  ensureDataFolder(process.env.DATA_DIR);
  await choosePort();
  await prepare("app", { env: outside });
});

process.stdout.write(`Still and Know ${buildInfo()}\n`);
const running = awaitServer();
closeOnSignals(running);
closeWithNpm(running);
await serve();

/** Without PUBLIC_ORIGIN: what others in the network type, as the application has found it (app/boot.server.ts). */
function sayWhereOthersCome() {
  const { home, open } = globalThis.addressesForOthers ?? { home: [], open: [] };
  const lines = [
    home.length > 0 && `Others in your network type ${home.join(" or ")}`,
    open.length > 0 &&
      `At ${open.join(" and ")} pages can be read only. To write there, name the address people type in PUBLIC_ORIGIN.`,
  ];
  for (const line of lines) if (line) process.stdout.write(`${line}\n`);
}

/** Settings that remix-serve reads too; the application itself checks them and says what is wrong (exit code 78). */
async function choosePort() {
  process.env.NODE_ENV = "production";
  process.env.HOST ||=
    existsSync("/.dockerenv") || existsSync("/run/.containerenv") ? "0.0.0.0" : "127.0.0.1";
  const socket = socketPath();
  if (socket) {
    await untilFree(() => freeSocket(socket));
    return listenThere(socket);
  }
  const port = Number(process.env.PORT?.trim() || 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return;
  process.env.PORT = String(port);
  // Port 0 asks for any free one; links in mail need to know it before the server listens.
  process.env.PORT = String(await untilFree(() => probe(port, process.env.HOST)));
}

/** Asked before the long work, so that the answer comes at once. */
async function untilFree(look) {
  const giveUpAt = Date.now() + WAIT_FOR_PORT_MS;
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (error.code !== "EADDRINUSE" || Date.now() > giveUpAt) throw listenProblem(error);
      await delay(100);
    }
  }
}

/** The port itself when it is free, a free one for 0. */
function probe(port, host) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(port, host, () => {
      const taken = server.address();
      server.close(() => resolve(typeof taken === "object" && taken ? taken.port : port));
    });
  });
}

function listenProblem({ code, message }) {
  const { HOST, PORT } = process.env;
  const because = (reason, exitCode = 1) =>
    new PrepareError(`Still and Know cannot start: ${reason}`, { exitCode });
  if (socketPath()) {
    const reasons = {
      EADDRINUSE: "another program answers there",
      EEXIST: "something else lies there",
      EACCES: "this user may not write in its folder",
      ENOENT: "its folder is not there",
    };
    const reason = `LISTEN names ${socketPath()}, but ${reasons[code] ?? message}.`;
    return because(reason, code === "EADDRINUSE" ? 1 : EX_CONFIG);
  }
  if (code === "EADDRINUSE") {
    return because(
      `port ${PORT} is in use by another program. Stop it, or choose another port: PORT=3001 npm start`,
    );
  }
  if (code === "EACCES")
    return because(`this user may not listen on port ${PORT}; choose one above 1023.`, EX_CONFIG);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return because(`HOST must be an address of this machine; ${HOST} is none.`, EX_CONFIG);
  }
  return because(message);
}

/**
 * Node tells on this channel when any server of the process listens; the first HTTP server is remix-serve's. Until then
 * a failure is a failed start and is reported as one.
 * @returns {{ server?: Server, leave?: () => Promise<void>, leaving: boolean }} filled in when it listens
 */
function awaitServer() {
  const state = { leaving: false };
  const channel = "tracing:net.server.listen:asyncEnd";
  const onListening = ({ server }) => {
    if (!(server instanceof Server)) return;
    unsubscribe(channel, onListening);
    process.off("uncaughtException", onFailure);
    state.server = server;
    state.leave = leaveGently(server);
    server.once("request", letRoomGrow);
    const address = server.address();
    const place = typeof address === "string" ? `unix:${address}` : `http://localhost:${address.port}`;
    process.stdout.write(`Still and Know is ready on ${place}\n`);
    sayWhereOthersCome();
  };
  subscribe(channel, onListening);
  process.on("uncaughtException", onFailure);

  // remix-serve's own line names an address that may not be reachable, and its goodbye is an empty error.
  const { log, error } = console;
  console.log = (...values) => String(values[0]).startsWith("[remix-serve]") || log(...values);
  console.error = (...values) => values.every((value) => value === undefined) || error(...values);
  return state;
}

function onFailure(error) {
  const ofListening = error?.syscall === "listen" || error?.syscall === "getaddrinfo";
  const { message, exitCode } = ofListening ? listenProblem(error) : startProblem(error);
  process.stderr.write(`${message}\n`);
  process.exit(exitCode);
}

function startProblem(error) {
  // What says how to exit is a sentence for the operator (models/migrations/upgrade.server.ts).
  const exitCode = error?.exitCode;
  const reason = /^Mongo/.test(error?.name)
    ? `the database does not answer (${error.message}).`
    : ((exitCode && error.message) ?? error?.stack ?? String(error));
  return new PrepareError(`Still and Know cannot start: ${reason}`, { exitCode });
}

/** The application closes its database on the same signals; this sees that it ends. A second signal is obeyed at once. */
function closeOnSignals(state) {
  let firstSignal = 0;
  let signals = 0;
  const onSignal = (signal) => {
    if (!state.server) process.exit(0);
    signals += 1;
    if (state.leaving) {
      const isAgain = signals > (UNDER_NPM ? 2 : 1) && Date.now() - firstSignal > SAME_SIGNAL_MS;
      if (isAgain) process.exit(signal === "SIGINT" ? 130 : 143);
      return;
    }
    state.leaving = true;
    firstSignal = Date.now();
    void leave(state);
  };
  process.on("SIGTERM", onSignal).on("SIGINT", onSignal);
}

/** First the requests in progress, then what they needed (app/boot.server.ts waits for `requestsEnded`), then the process. */
async function leave({ server, leave: closeServer }) {
  setTimeout(() => process.exit(0), LEAVE_AFTER_MS).unref();
  globalThis.requestsEnded = once(server, "close");
  await closeServer();
  await globalThis.requestsEnded;
  await globalThis.stopped;
  // Timers of answered requests would hold it for seconds more.
  process.exit(0);
}

/** When npm itself is killed, no signal is passed on and the port would stay taken. */
function closeWithNpm(state) {
  if (!UNDER_NPM) return;
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    // npm may end before us after the signal that it has passed on.
    if (!state.leaving) process.kill(process.pid, "SIGTERM");
  }, 250);
  watch.unref();
}

async function serve() {
  const require = createRequire(import.meta.url);
  const cli = path.join(path.dirname(require.resolve("@remix-run/serve/package.json")), "dist/cli.js");
  process.argv[2] = path.join("build", "server", "index.js");
  await import(pathToFileURL(cli).href);
}
