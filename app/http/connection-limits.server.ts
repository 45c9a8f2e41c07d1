import { subscribe } from "node:diagnostics_channel";
import { Server } from "node:http";
import type { Socket } from "node:net";
import { env } from "~/platform/env.server";
import { networkOf, subnetOf } from "./client-address.server";

/** What may be open at once: browsers need six connections each, and a parish behind one address a few hundred. */
const MOST = { connections: 2_000, ofAnAddress: 200 };
/** A neighbourhood with fewer connections keeps them, however full the server is. */
const FEW = 50;
/** Connections that give way end a moment later than they are told to. */
const LEAVING = 100;

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

/** Everything that is open, by neighbourhood, the oldest of each first. */
class OpenSockets {
  readonly #sockets = new Map<string, Set<Socket>>();
  #open = 0;

  constructor(
    private readonly most: number,
    private readonly few: number,
  ) {}

  /**
   * Where too much is open, the oldest connection of the neighbourhood that has the most gives way; where all have few,
   * the one that came last.
   */
  add(neighbourhood: string, socket: Socket): void {
    const own = this.#sockets.get(neighbourhood) ?? new Set();
    this.#sockets.set(neighbourhood, own.add(socket));
    this.#open += 1;
    socket.once("close", () => this.#remove(neighbourhood, socket));
    if (this.#open <= this.most) return;
    const [place, crowd] = [...this.#sockets].reduce((most, other) =>
      other[1].size > most[1].size ? other : most,
    );
    const [oldest = socket] = crowd;
    if (crowd.size < this.few) this.#end(neighbourhood, socket);
    else this.#end(place, oldest);
  }

  #end(neighbourhood: string, socket: Socket): void {
    this.#remove(neighbourhood, socket);
    socket.destroy();
  }

  #remove(neighbourhood: string, socket: Socket): void {
    const own = this.#sockets.get(neighbourhood);
    if (!own?.delete(socket)) return;
    this.#open -= 1;
    if (own.size === 0) this.#sockets.delete(neighbourhood);
  }
}

type Most = { connections: number; ofAnAddress: number; few?: number };

/**
 * Limits a server's connections, in all and for an address. Nobody can keep others out by holding many open.
 * Behind a proxy every connection is the proxy's, so there the requests of a client are counted instead: `limitRequests`.
 * @internal Exported for tests.
 */
export function limitConnections(
  server: Server,
  { connections, ofAnAddress, few = FEW }: Most = MOST,
  isBehindProxy = env.TRUST_PROXY > 0,
): void {
  server.maxConnections = connections + (isBehindProxy ? 0 : LEAVING);
  if (isBehindProxy) return;
  const open = new OpenByAddress(ofAnAddress);
  const all = new OpenSockets(connections, few);
  server.on("connection", (socket: Socket) => {
    const direct = (socket.remoteAddress ?? "unknown").replace(/^::ffff:/, "");
    const address = networkOf(direct);
    if (!open.enter(address)) return void socket.destroy();
    socket.once("close", () => open.left(address));
    all.add(subnetOf(direct), socket);
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
