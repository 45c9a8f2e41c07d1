import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { Server, type ServerResponse } from "node:http";
import { createServer, type AddressInfo, type Server as NetServer, type Socket } from "node:net";
import { setTimeout as delay, setImmediate as nextTick } from "node:timers/promises";
import closeWithGrace from "close-with-grace";
import { t } from "~/i18n/t";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { limitClients } from "./client-limits.server";

/**
 * For this time before it stops listening, the server adds `Connection: close` to responses, so that clients open another
 * connection.
 */
const DRAIN_MS = 500;
/** Requests still in progress after this time are cut off, so that the process ends within ten seconds of a signal. */
const REQUESTS_TIMEOUT_MS = 8_000;
/** An event loop tick shorter than this only polled the sockets. */
const IDLE_TICK_MS = 0.5;
const IDLE_TIMEOUT_MS = 2_000;

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
    // Node treats a connection as idle although the end of its response is still being sent.
    while (isSending() && performance.now() < cutAt) await delay(50);
    await stopListening(server, listener);
    do await delay(50);
    while (inProgress.size > 0 && performance.now() < cutAt);
    // Browsers open connections ahead. Node does not treat them as idle before their first request, so it left them open.
    server.closeAllConnections();
  };
}

/** New connections wait until the server has stopped listening: their requests would keep the event loop busy. */
async function stopListening(server: Server, listener: NetServer): Promise<void> {
  const waiting: Socket[] = [];
  const accept = listener.listeners("connection") as ((socket: Socket) => void)[];
  listener.removeAllListeners("connection").on("connection", (socket: Socket) => {
    waiting.push(socket.on("error", () => undefined));
  });
  await waitForIdleTick(waiting);
  server.closeIdleConnections();
  await waitForIdleTick(waiting);
  listener.close();
  for (const socket of waiting) for (const take of accept) take.call(listener, socket);
}

/** Resolves after a tick without a connection and without work: Node accepts one connection per tick. */
async function waitForIdleTick(waiting: readonly Socket[]): Promise<void> {
  const giveUpAt = performance.now() + IDLE_TIMEOUT_MS;
  for (let isIdle = false; !isIdle && performance.now() < giveUpAt;) {
    const [startedAt, before] = [performance.now(), waiting.length];
    await nextTick();
    isIdle = waiting.length === before && performance.now() - startedAt < IDLE_TICK_MS;
  }
}

/** Node publishes listening servers on this channel. The first HTTP server of the process is that of `remix-serve`. */
const LISTENING = "tracing:net.server.listen:asyncEnd";
const SIGNALS = ["SIGTERM", "SIGINT"] as const;
const SHUTDOWN_TIMEOUT_MS = 9_500;
/** npm forwards a signal that its whole process group gets too, so the first arrives twice. */
const SAME_SIGNAL_MS = 1_000;

/** Stops the application. `serverClosed` resolves when the last request has ended. */
type ShutDown = (reason: string, serverClosed: Promise<void>) => Promise<void>;

/** Limits the server of `remix-serve` as soon as it listens, prints `readyLines`, and closes it at a signal. */
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

/** Replaces the port of `remix-serve`, which supports no socket: connections of the socket are passed to its server. */
async function listenOnSocket(server: Server, path: string): Promise<NetServer> {
  server.close();
  const listener = createServer({ allowHalfOpen: true }, (socket) => server.emit("connection", socket));
  // The group of the reverse proxy may connect. `listen` binds before it returns, so the umask applies.
  const umask = process.umask(0o117);
  listener.listen({ path });
  process.umask(umask);
  await once(listener, "listening");
  return listener;
}

function closeOnSignals(close: () => Promise<void>, shutDown: ShutDown): void {
  // Replaces the handlers of scripts/start.mjs, and of remix-serve, which would close its server at once.
  for (const event of [...SIGNALS, "uncaughtException"]) process.removeAllListeners(event);
  let first: { signal: string; at: number } | undefined;
  const options = { delay: SHUTDOWN_TIMEOUT_MS, skip: [...SIGNALS] };
  const grace = closeWithGrace(options, async ({ err, signal }) => {
    if (err) log.error("server.failed", err);
    await shutDown(first?.signal ?? signal ?? "error", close());
  });
  for (const signal of SIGNALS)
    process.on(signal, () => {
      if (!first) {
        first = { signal, at: performance.now() };
        grace.close();
      } else if (performance.now() - first.at > SAME_SIGNAL_MS) {
        log.warn("server.stopped_at_once", { signal });
        process.exit(1);
      }
    });
}
