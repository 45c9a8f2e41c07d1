import { subscribe } from "node:diagnostics_channel";
import { Server as NetServer } from "node:net";
import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";

/** What is in progress gets this long before the door is shut: then nothing comes between the last to enter and the lock. */
const SHUT_WITHIN_MS = 300;
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
    const idle = setTimeout(() => {
      server.closeIdleConnections();
      setInterval(() => server.closeIdleConnections(), 100).unref();
    }, LAST_WORDS_MS);
    idle.unref();
  };
}

/** Whoever comes meanwhile is let in to wait, and answered once nobody else can come. */
async function shut(server, isBusy) {
  const waiting = [];
  const usual = server.listeners("connection");
  const wait = (socket) => void waiting.push(socket);
  server.pauseOnConnect = true;
  server.removeAllListeners("connection").on("connection", wait);
  const giveUpAt = Date.now() + SHUT_WITHIN_MS;
  while (isBusy() && Date.now() < giveUpAt) await delay(5);
  // One of those that the system has taken comes in at each turn; the door is shut straight after the last.
  for (let before = -1; before < waiting.length;) {
    before = waiting.length;
    await nextTurn();
    await nextTurn();
    await nextTurn();
  }
  NetServer.prototype.close.call(server);
  server.off("connection", wait);
  for (const listener of usual) server.on("connection", listener);
  for (const socket of waiting) {
    server.emit("connection", socket);
    socket.resume();
  }
}
