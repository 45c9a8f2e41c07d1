import { subscribe } from "node:diagnostics_channel";
import { Server as NetServer } from "node:net";
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";

/** The door is shut when nobody has come for this many looks, and within this time: then hardly anyone is on the threshold. */
const CALM_LOOKS = 10;
const LOOK_EVERY_MS = 5;
const SHUT_WITHIN_MS = 300;
/** A turn of the event loop in which the process did nothing else takes a tenth of this. */
const QUIET_TURN_MS = 0.5;
const QUIET_WITHIN_MS = 1_000;
/** A connection that is kept open may have a request on its way that we have not seen. */
const LAST_WORDS_MS = 1_000;
/** Requests in progress may end until then; the process is gone within ten seconds of a signal. */
const CUT_CONNECTIONS_AFTER_MS = 8_000;

/**
 * Closes a server so that no request that was sent is lost. Its own way resets connections that the system has taken and
 * it has not, and idle ones whose next request is under way.
 * @param {import("node:http").Server} server
 */
export function leaveGently(server) {
  /** @type {Set<import("node:http").ServerResponse>} */
  const inProgress = new Set();
  /** @type {Set<import("node:net").Socket>} */
  const connections = new Set();
  server.on("connection", (socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
  });
  let leaving = false;
  subscribe("http.server.request.start", ({ response, server: of }) => {
    if (of !== server) return;
    if (leaving) response.shouldKeepAlive = false;
    inProgress.add(response);
    response.once("close", () => inProgress.delete(response));
  });
  // remix-serve closes it at the signal.
  server.close = () => server;

  return async function leave() {
    leaving = true;
    // Written into the answer's head as `Connection: close`.
    for (const response of inProgress) response.shouldKeepAlive = false;
    await shut(server, () => inProgress.size > 0);
    setTimeout(() => server.closeAllConnections(), CUT_CONNECTIONS_AFTER_MS).unref();
    void closeSilent(server, inProgress, connections);
  };
}

async function closeSilent(server, inProgress, connections) {
  let isClosed = false;
  server.once("close", () => (isClosed = true));
  for (let wait = LAST_WORDS_MS; !isClosed; wait = 100) {
    await delay(wait, undefined, { ref: false });
    await quietTurn();
    // Node takes a connection for idle whose answer was handed over and is still being sent.
    if (![...inProgress].some((response) => response.writableEnded)) server.closeIdleConnections();
    // Browsers open connections ahead; Node takes one that has never said anything for busy.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  }
}

/**
 * Ends straight after a look at everything that has arrived, which brought nothing, and was short: what has arrived since,
 * in some microseconds, is all that the server cannot know of.
 */
async function quietTurn(waiting = []) {
  const giveUpAt = performance.now() + QUIET_WITHIN_MS;
  await nextTurn();
  for (let isQuiet = false; !isQuiet && performance.now() < giveUpAt;) {
    const begun = performance.now();
    const before = waiting.length;
    await nextTurn();
    isQuiet = waiting.length === before && performance.now() - begun < QUIET_TURN_MS;
  }
}

/** Clients that connect meanwhile wait, and are answered once nobody else can connect. */
async function shut(server, isBusy) {
  const waiting = [];
  const usual = server.listeners("connection");
  const wait = (socket) => void waiting.push(socket);
  server.pauseOnConnect = true;
  server.removeAllListeners("connection").on("connection", wait);
  const giveUpAt = Date.now() + SHUT_WITHIN_MS;
  for (let calm = 0; calm < CALM_LOOKS && Date.now() < giveUpAt;) {
    const before = waiting.length;
    await delay(LOOK_EVERY_MS);
    calm = isBusy() || waiting.length > before ? 0 : calm + 1;
  }
  // Closing resets connections that the system has accepted and we have not. Its code is slow when it runs for the first time.
  new NetServer().close();
  await quietTurn(waiting);
  NetServer.prototype.close.call(server);
  server.off("connection", wait);
  for (const listener of usual) server.on("connection", listener);
  for (const socket of waiting) {
    server.emit("connection", socket);
    socket.resume();
  }
}
