import { subscribe } from "node:diagnostics_channel";
import { Server } from "node:http";
import type { Socket } from "node:net";
import { env } from "~/platform/env.server";
import { networkOf } from "./client-address.server";

/** What may be open at once: browsers need six connections each, and a parish behind one address a few hundred. */
const MOST = { connections: 2_000, ofAnAddress: 200 };

/** Counts what is open by whose it is. */
class OpenByAddress {
  #open = new Map<string, number>();

  constructor(private readonly most: number) {}

  /** Whether one more may be open; then `left` says that it is no more. */
  enter(address: string): boolean {
    const open = this.#open.get(address) ?? 0;
    if (open >= this.most) return false;
    this.#open.set(address, open + 1);
    return true;
  }

  left(address: string): void {
    const open = (this.#open.get(address) ?? 1) - 1;
    if (open > 0) this.#open.set(address, open);
    else this.#open.delete(address);
  }
}

/**
 * Limits a server's connections, in all and for an address. Behind a proxy every connection is the proxy's, so there the
 * requests of a client are counted instead: `limitRequests`.
 */
export function limitConnections(server: Server, most = MOST, isBehindProxy = env.TRUST_PROXY > 0): void {
  server.maxConnections = most.connections;
  if (isBehindProxy) return;
  const open = new OpenByAddress(most.ofAnAddress);
  server.on("connection", (socket: Socket) => {
    const address = networkOf((socket.remoteAddress ?? "unknown").replace(/^::ffff:/, ""));
    if (!open.enter(address)) return void socket.destroy();
    socket.once("close", () => open.left(address));
  });
}

const requests = new OpenByAddress(MOST.ofAnAddress);

/** Behind a proxy: a client that has too many requests open loses the next one. `onEnd` hears when the answer has ended. */
export function limitRequests(
  address: string,
  socket: Socket,
  onEnd: (ended: () => void) => void,
  open = requests,
): void {
  const network = networkOf(address);
  if (open.enter(network)) onEnd(() => open.left(network));
  else socket.destroy();
}

/** The server is made by the framework; Node tells on this channel when it listens. */
export function limitEveryServer(): void {
  subscribe("tracing:net.server.listen:asyncEnd", (message) => {
    const { server } = message as { server: unknown };
    if (server instanceof Server) limitConnections(server);
  });
}
