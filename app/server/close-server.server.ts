import { subscribe } from "node:diagnostics_channel";
import type { Server, ServerResponse } from "node:http";
import type { Server as NetServer, Socket } from "node:net";
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";

/** Responses tell clients in this time to open another connection. */
const DRAIN_MS = 500;
/** Requests in progress are cut then: the process ends within ten seconds of a signal. */
const REQUESTS_TIMEOUT_MS = 8_000;
/** A turn of the event loop that is shorter only looked for connections and bytes. */
const IDLE_TURN_MS = 0.5;
const IDLE_TIMEOUT_MS = 1_000;

/**
 * Prepares to close a server without losing a request. `close()` alone resets connections that the system has accepted and
 * Node has not, and idle ones whose next request is under way. `listener` accepts the connections of `server`.
 */
export function prepareClose(server: Server, listener: NetServer = server): () => Promise<void> {
  const inProgress = new Set<ServerResponse>();
  let isClosing = false;
  subscribe("http.server.request.start", (message) => {
    const { response, server: receiver } = message as { response: ServerResponse; server: Server };
    if (receiver !== server) return;
    if (isClosing) response.setHeader("Connection", "close");
    inProgress.add(response);
    response.once("close", () => inProgress.delete(response));
  });

  return async () => {
    isClosing = true;
    for (const response of inProgress) if (!response.headersSent) response.setHeader("Connection", "close");
    const cutAt = performance.now() + REQUESTS_TIMEOUT_MS;
    const isSending = () => [...inProgress].some(({ writableEnded }) => writableEnded);
    await delay(DRAIN_MS);
    // Node takes a connection for idle while the end of its response is still being sent.
    while (isSending() && performance.now() < cutAt) await delay(50);
    await stopListening(server, listener);
    do await delay(50);
    while (inProgress.size > 0 && performance.now() < cutAt);
    // Node does not take a connection for idle that has never sent a request, and browsers open some ahead.
    server.closeAllConnections();
  };
}

/** New connections are held back until the server has stopped listening: their requests would keep the event loop busy. */
async function stopListening(server: Server, listener: NetServer): Promise<void> {
  const waiting: Socket[] = [];
  const accept = listener.listeners("connection") as ((socket: Socket) => void)[];
  listener.removeAllListeners("connection").on("connection", (socket: Socket) => {
    waiting.push(socket.on("error", () => undefined));
  });
  await idleTurn(waiting);
  server.closeIdleConnections();
  await idleTurn(waiting);
  listener.close();
  for (const socket of waiting) for (const take of accept) take.call(listener, socket);
}

/** Ends after a turn of the event loop that brought no connection and no work: Node accepts one connection a turn. */
async function idleTurn(waiting: readonly Socket[]): Promise<void> {
  const giveUpAt = performance.now() + IDLE_TIMEOUT_MS;
  for (let isIdle = false; !isIdle && performance.now() < giveUpAt;) {
    const [begun, before] = [performance.now(), waiting.length];
    await nextTurn();
    isIdle = waiting.length === before && performance.now() - begun < IDLE_TURN_MS;
  }
}
