import type { EventEmitter } from "node:events";
import type { IncomingMessage, Server } from "node:http";
import type { Server as NetServer, Socket } from "node:net";
import { LRUCache } from "lru-cache";
import { clientAddress, networkOf, subnetOf } from "~/http/client-address.server";
import { env } from "~/platform/env.server";

/** A browser opens six connections; a parish behind one IP address opens a few hundred. */
const MAX_OPEN = { connections: 2_000, ofNetwork: 200, ofSubnet: 400 };
const FORM_TIMEOUT_MS = 30_000;
/** About 0.5 Mbit/s, the rate of a rural phone. */
const MIN_BYTES_PER_SECOND = 64 * 1024;

const openByClient = new LRUCache<string, number>({ max: 10_000 });

/** Limits connections and slow headers. `listener` accepts the connections of `server`. */
export function limitClients(server: Server, listener: NetServer, isProxied = env.TRUST_PROXY > 0): void {
  listener.maxConnections = MAX_OPEN.connections;
  server.headersTimeout = 10_000;
  // Node's timeout is the same for a form and a file; limitBodyTime distinguishes them.
  server.requestTimeout = 0;
  // Behind a proxy every connection is the proxy's, and requests are counted (observe-requests.server.ts).
  server.on("connection", (socket: Socket) => {
    if (!isProxied && !countOpenConnection(clientAddress(socket.remoteAddress, undefined, 0), socket))
      socket.destroy();
  });
}

/** Counts a connection or request of a client until it closes. @returns false beyond the client's limit */
export function countOpenConnection(address: string, opened: EventEmitter): boolean {
  const [network, subnet] = [`network ${networkOf(address)}`, `subnet ${subnetOf(address)}`];
  const openOf = (client: string) => openByClient.get(client) ?? 0;
  if (openOf(network) >= MAX_OPEN.ofNetwork || openOf(subnet) >= MAX_OPEN.ofSubnet) return false;
  for (const client of [network, subnet]) {
    openByClient.set(client, openOf(client) + 1);
    opened.once("close", () => openByClient.set(client, openOf(client) - 1));
  }
  return true;
}

/** Ends a request whose body has not arrived in time. @returns a function that extends the timeout for a body of that size */
export function limitBodyTime(request: IncomingMessage, timeout = FORM_TIMEOUT_MS): (bytes: number) => void {
  const { "transfer-encoding": encoding, "content-length": length } = request.headers;
  if (encoding === undefined && !Number(length)) return () => undefined;
  const endAfter = (ms: number) => setTimeout(() => request.complete || request.destroy(), ms).unref();
  let timer = endAfter(timeout);
  const stop = () => clearTimeout(timer);
  request.once("end", stop).once("close", stop);
  return (bytes) => {
    if (request.complete || request.destroyed) return;
    stop();
    timer = endAfter(timeout + (bytes / MIN_BYTES_PER_SECOND) * 1000);
  };
}
