import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { Server } from "node:http";
import { createServer, type AddressInfo, type Server as NetServer } from "node:net";
import closeWithGrace from "close-with-grace";
import { t } from "~/i18n/t";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { limitClients } from "./client-limits.server";
import { prepareClose } from "./close-server.server";

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
