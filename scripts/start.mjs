/**
 * `npm start`: prepares the checkout, reads .env and runs the production server, which is remix-serve, in this process.
 * Says one line on standard output when people can come: `Still and Know is ready on http://localhost:3000`.
 */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { existsSync } from "node:fs";
import { Server } from "node:http";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { PrepareError, nodeProblem, prepare, root, runScript } from "./prepare.mjs";
import { loadSettings } from "./settings.mjs";

/** Requests in progress may end until then; the process is gone within ten seconds of a signal. */
const CUT_CONNECTIONS_AFTER_MS = 8_000;
const LEAVE_AFTER_MS = 9_500;
/** A terminal's Ctrl-C arrives twice, once through npm. */
const SAME_SIGNAL_MS = 400;

process.chdir(root);

await runScript(async () => {
  const problem = nodeProblem();
  if (problem) throw new PrepareError(problem);
  const outside = { ...process.env };
  loadSettings();
  await choosePort();
  await prepare("app", { env: outside });
});

const running = awaitServer();
closeOnSignals(running);
await serve();

/** Settings that remix-serve reads too; the application itself checks them and says what is wrong (exit code 78). */
async function choosePort() {
  process.env.NODE_ENV = "production";
  process.env.HOST ||= existsSync("/.dockerenv") || existsSync("/run/.containerenv") ? "0.0.0.0" : "127.0.0.1";
  const port = Number(process.env.PORT?.trim() || 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return;
  // Port 0 asks for any free one; links in mail need to know it before the server listens.
  process.env.PORT = String(await freePort(port, process.env.HOST));
}

/** The port itself when it is free, a free one for 0. Asked before the long work, so that the answer comes at once. */
function freePort(port, host) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error) => reject(new PrepareError(listenProblem(error))));
    probe.listen(port, host, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : port));
    });
  });
}

function listenProblem({ code, message }) {
  const { HOST, PORT } = process.env;
  if (code === "EADDRINUSE") {
    return `Still and Know cannot start: port ${PORT || 3000} is in use by another program. Stop it, or choose another port: PORT=3001 npm start`;
  }
  if (code === "EACCES") return `Still and Know cannot start: this user may not listen on port ${PORT}. Choose one above 1023.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") return `Still and Know cannot start: HOST is ${HOST}, which is no address of this machine.`;
  return `Still and Know cannot start: ${message}`;
}

/**
 * Node tells on this channel when any server of the process listens; the first HTTP server is remix-serve's. Until then
 * a failure is a failed start and is told as one.
 * @returns {{ server?: Server }} filled in when it listens
 */
function awaitServer() {
  const running = {};
  const channel = "tracing:net.server.listen:asyncEnd";
  const onListening = ({ server }) => {
    if (!(server instanceof Server)) return;
    unsubscribe(channel, onListening);
    process.off("uncaughtException", onFailure);
    running.server = server;
    process.stdout.write(`Still and Know is ready on http://localhost:${server.address().port}\n`);
  };
  subscribe(channel, onListening);
  process.on("uncaughtException", onFailure);

  const { log } = console;
  // remix-serve's own line, which may name an address that cannot be reached.
  console.log = (...values) => {
    if (!String(values[0]).startsWith("[remix-serve]")) log.apply(console, values);
  };
  return running;
}

function onFailure(error) {
  const ofListening = error?.syscall === "listen" || error?.syscall === "getaddrinfo";
  const reason = ofListening ? listenProblem(error) : `Still and Know cannot start: ${error?.stack ?? error}`;
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

/** remix-serve stops listening and the application closes its database on the same signals; this sees that it ends. */
function closeOnSignals(running) {
  let firstSignal = 0;
  const onSignal = (signal) => {
    const { server } = running;
    if (!server) process.exit(0);
    if (firstSignal) {
      if (Date.now() - firstSignal > SAME_SIGNAL_MS) process.exit(signal === "SIGINT" ? 130 : 143);
      return;
    }
    firstSignal = Date.now();
    setInterval(() => server.closeIdleConnections(), 100).unref();
    setTimeout(() => server.closeAllConnections(), CUT_CONNECTIONS_AFTER_MS).unref();
    setTimeout(() => process.exit(0), LEAVE_AFTER_MS).unref();
  };
  process.on("SIGTERM", onSignal).on("SIGINT", onSignal);
}

/** Until the server listens a failure is a failed start and is told as one. */
function explainFailureBefore(state) {
  const onFailure = (error) => {
    if (state.server) throw error;
    const listening = error?.syscall === "listen" || error?.syscall === "getaddrinfo";
    process.stderr.write(`${listening ? listenProblem(error) : `Still and Know cannot start: ${error?.stack ?? error}`}\n`);
    process.exit(1);
  };
  process.on("uncaughtException", onFailure);
}

async function serve() {
  const require = createRequire(import.meta.url);
  const cli = path.join(path.dirname(require.resolve("@remix-run/serve/package.json")), "dist/cli.js");
  process.argv[2] = path.join("build", "server", "index.js");
  await import(pathToFileURL(cli).href);
}
