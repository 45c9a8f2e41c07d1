import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { Server, type ServerResponse } from "node:http";
import { createServer, type AddressInfo, type Server as NetServer, type Socket } from "node:net";
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import closeWithGrace from "close-with-grace";
import { t } from "~/i18n/t";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { limitClients } from "./client-limits.server";

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

/** Node publishes here when a server listens; the first HTTP server of the process is the one of `remix-serve`. */
const LISTENING = "tracing:net.server.listen:asyncEnd";
const SIGNALS = ["SIGTERM", "SIGINT"] as const;
const SHUTDOWN_TIMEOUT_MS = 9_500;

/** Ends what the application has started. `serverClosed` resolves when the last request has ended. */
type ShutDown = (reason: string, serverClosed: Promise<void>) => Promise<void>;

/** Limits the server of `remix-serve` as soon as it listens, says so in `readyLines`, and closes it at a signal. */
export function manageServer(readyLines: readonly string[], shutDown: ShutDown): void {
  const onListening = (message: unknown) => {
    const { server } = message as { server: unknown };
    if (!(server instanceof Server)) return;
    unsubscribe(LISTENING, onListening);
    const manage = async () => {
      const listener = env.LISTEN ? await listenOnSocket(server, env.LISTEN.slice("unix:".length)) : server;
      limitClients(server, listener);
      closeOnSignals(prepareClose(server, listener), shutDown);
      const place = env.LISTEN ?? `http://localhost:${(server.address() as AddressInfo).port}`;
      for (const line of [t("Still and Know is ready on {place}", { place }), ...readyLines])
        process.stdout.write(`${line}\n`);
    };
    server.once("listening", () => void manage());
  };
  subscribe(LISTENING, onListening);
}

/** `remix-serve` knows ports only: its server gets the connections of a socket instead of its port's. */
async function listenOnSocket(server: Server, path: string): Promise<NetServer> {
  server.close();
  const listener = createServer({ allowHalfOpen: true }, (socket) => server.emit("connection", socket));
  // The group may connect, to which the reverse proxy's user belongs. `listen` binds before it returns.
  const umask = process.umask(0o117);
  listener.listen({ path });
  process.umask(umask);
  await once(listener, "listening");
  return listener;
}

function closeOnSignals(close: () => Promise<void>, shutDown: ShutDown): void {
  // Until now scripts/start.mjs reported failures; remix-serve would close its server at once.
  for (const event of [...SIGNALS, "uncaughtException"]) process.removeAllListeners(event);
  let reason: string | undefined;
  const options = { delay: SHUTDOWN_TIMEOUT_MS, skip: [...SIGNALS] };
  const grace = closeWithGrace(options, async ({ err, signal }) => {
    if (err) log.error("server.failed", err);
    await shutDown(reason ?? signal ?? "error", close());
  });
  for (const signal of SIGNALS)
    process.on(signal, () => {
      // npm passes on a signal that its whole group has got, so each may come twice.
      if (reason) return;
      reason = signal;
      grace.close();
    });
}
