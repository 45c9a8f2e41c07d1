/**
 * `npm start`: prepares the checkout, reads .env and runs the production server, which is remix-serve, in this process.
 * Once it listens, app/server prints `Still and Know is ready on http://localhost:3000`.
 */
import { existsSync, lstatSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { connect, createServer } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ensureDataFolder } from "./data-folder.mjs";
import { loadEnv, nodeProblem, prepare, PrepareError, root, runScript } from "./prepare.mjs";

/** How long to wait for the port, which a stopping server may hold for a moment. */
const PORT_TIMEOUT_MS = 3_000;
const NPM_POLL_MS = 250;
/** Exit code for a configuration error (sysexits.h, EX_CONFIG). */
const EX_CONFIG = 78;

process.chdir(root);
await runScript(async () => {
  const problem = nodeProblem();
  if (problem) throw new PrepareError(problem);
  const outside = { ...process.env };
  loadEnv();
  ensureDataFolder(process.env.DATA_DIR);
  await choosePort();
  await prepare("app", { env: outside });
});
process.stdout.write(`Still and Know ${readBuildInfo()}\n`);
process.on("uncaughtException", reportFailure);
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => process.exit(0));
endWithNpm();
process.argv[2] = path.join("build", "server", "index.js");
const { bin } = createRequire(import.meta.url)("@remix-run/serve/package.json");
await import(`@remix-run/serve/${bin["remix-serve"]}`);

/** @returns {string} the version, and the commit where it was packed: `0.1.0 (0a1b2c3d4e5f)` */
function readBuildInfo() {
  const packed = path.join(root, "build-info.json");
  const file = existsSync(packed) ? packed : path.join(root, "package.json");
  const { version, commit } = JSON.parse(readFileSync(file, "utf8"));
  return commit ? `${version} (${commit})` : version;
}

function socketPath() {
  return /^unix:(\/.+)$/.exec(process.env.LISTEN?.trim() ?? "")?.[1];
}

/** Sets NODE_ENV, HOST and PORT for remix-serve. The application reports invalid settings later (exit code 78). */
async function choosePort() {
  process.env.NODE_ENV = "production";
  const socket = socketPath();
  if (socket) {
    await untilFree(() => removeStaleSocket(socket));
    // remix-serve cannot listen on a socket. It gets a free port, which app/server closes.
    return void Object.assign(process.env, { HOST: "127.0.0.1", PORT: "0" });
  }
  const isContainer = existsSync("/.dockerenv") || existsSync("/run/.containerenv");
  process.env.HOST ||= isContainer ? "0.0.0.0" : "127.0.0.1";
  const port = Number(process.env.PORT?.trim() || 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return;
  process.env.PORT = String(port);
  process.env.PORT = String(await untilFree(() => findPort(port, process.env.HOST)));
}

/** Fails before the build if another server uses the port. */
async function untilFree(look) {
  const deadline = Date.now() + PORT_TIMEOUT_MS;
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (error.code !== "EADDRINUSE" || Date.now() > deadline) throw listenProblem(error);
      await delay(100);
    }
  }
}

/** The port, or a free one for 0, because links in emails contain it before the server listens. */
function findPort(port, host) {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(port, host, () => {
      const found = server.address().port;
      server.close(() => resolve(found));
    });
  });
}

/** Removes a socket that a killed server has left. @throws with the code that listening there would have */
async function removeStaleSocket(socket) {
  const file = lstatSync(socket, { throwIfNoEntry: false });
  if (!file) return;
  const fail = (code) => {
    throw Object.assign(new Error(code), { code });
  };
  if (!file.isSocket()) fail("EEXIST");
  const code = await new Promise((resolve) => {
    const client = connect(socket, () => resolve("EADDRINUSE"));
    client.once("error", (error) => resolve(error.code)).once("connect", () => client.destroy());
  });
  if (code === "ECONNREFUSED") rmSync(socket, { force: true });
  // ENOENT: the server that owned the socket has just removed it.
  else if (code !== "ENOENT") fail(code);
}

function listenProblem({ code, message }) {
  const { HOST, PORT } = process.env;
  const socket = socketPath();
  const problems = socket
    ? {
        EADDRINUSE: "another program uses that socket",
        EEXIST: "that path is not a socket",
        EACCES: "this user cannot write to its folder",
        ENOENT: "its folder does not exist",
      }
    : {
        EADDRINUSE: `port ${PORT} is in use by another program. Stop it, or choose another port: PORT=3001 npm start`,
        EACCES: `this user cannot listen on port ${PORT}; choose one above 1023.`,
        EADDRNOTAVAIL: `HOST must be an address of this machine; ${HOST} is none.`,
        ENOTFOUND: `HOST must be an address of this machine; ${HOST} is none.`,
      };
  const problem = problems[code] ?? message;
  const exitCode = code in problems && code !== "EADDRINUSE" ? EX_CONFIG : 1;
  const reason = socket ? `LISTEN names ${socket}, but ${problem}.` : problem;
  return new PrepareError(`Still and Know cannot start: ${reason}`, { exitCode });
}

/** Reports a failure before the server listens. An error with an exit code has a message for the operator. */
function reportFailure(error) {
  const { message, exitCode } = ["listen", "getaddrinfo"].includes(error?.syscall)
    ? listenProblem(error)
    : startProblem(error);
  process.stderr.write(`${message}\n`);
  process.exit(exitCode);
}

function startProblem(error) {
  const exitCode = error?.exitCode;
  const reason = /^Mongo/.test(error?.name)
    ? `the database does not respond (${error.message}).`
    : ((exitCode && error.message) ?? error?.stack ?? String(error));
  return new PrepareError(`Still and Know cannot start: ${reason}`, { exitCode });
}

/** Ends the server when npm is killed, because then nothing forwards a signal and the port would stay in use. */
function endWithNpm() {
  if (process.env.npm_lifecycle_event !== "start") return;
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, NPM_POLL_MS);
  watch.unref();
}
