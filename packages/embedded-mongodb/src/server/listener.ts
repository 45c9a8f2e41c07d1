import { chmodSync, renameSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { MongoError } from "../errors.js";
import { isAnswering, prepareFolder, type SocketLocation } from "./paths.js";
import type { Schedule } from "./schedule.js";
import { encodeReply, errorReply, FrameError, MAX_MESSAGE_BYTES, parseRequest } from "./wire.js";

const HEADER_BYTES = 16;

/** Accepts connections for a schedule. */
export class Listener {
  #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor(readonly schedule: Schedule) {
    this.#server = this.#create();
  }

  /** Listens at the first location where a socket can be created and reached. Called by the owner of the files only. */
  async open(locations: SocketLocation[]): Promise<string> {
    let failed: unknown;
    for (const location of locations) {
      try {
        await this.#listen(location);
        if (await isAnswering(location.path)) return location.path;
        failed = new Error(`The socket ${location.path} cannot be reached`);
      } catch (error) {
        failed = error;
      }
      this.#server.close();
      this.#server = this.#create();
    }
    throw failed;
  }

  /** Restricts the socket's permissions before renaming it to its public path. */
  async #listen(location: SocketLocation): Promise<void> {
    const { path, temporary } = location;
    const isFile = path !== temporary;
    if (isFile) {
      prepareFolder(location);
      rmSync(temporary, { force: true });
    }
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(temporary, () => {
        this.#server.off("error", reject);
        resolve();
      });
    });
    if (!isFile) return;
    chmodSync(temporary, 0o600);
    renameSync(temporary, path);
  }

  #create(): Server {
    return createServer((socket) => this.#accept(socket));
  }

  /** Stops accepting connections, and closes the open ones after their replies are sent. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroySoon();
    const late = setTimeout(() => this.#sockets.forEach((socket) => socket.destroy()), 500);
    await closed;
    clearTimeout(late);
  }

  #accept(socket: Socket): void {
    this.#sockets.add(socket);
    const frames = new FrameReader(
      (frame) => this.#handle(socket, frame),
      (requestId, length) => {
        const error = new MongoError(10334, `A message of ${length} bytes is too large`);
        this.#send(socket, encodeReply({ requestId, legacy: false }, errorReply(error)));
      },
    );
    socket.on("data", (chunk) => {
      try {
        frames.push(chunk);
      } catch {
        // The bytes are not MongoDB's wire protocol, so the client gets no reply.
        socket.destroy();
      }
    });
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      this.#sockets.delete(socket);
      this.schedule.disconnect(socket);
    });
  }

  #handle(socket: Socket, frame: Buffer): void {
    try {
      const request = parseRequest(frame);
      this.schedule.submit({
        request,
        client: socket,
        respond: (reply) => {
          if (!request.silent) this.#send(socket, reply);
        },
      });
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      const reply = errorReply(error.cause);
      this.#send(socket, encodeReply({ requestId: error.requestId, legacy: false }, reply));
    }
  }

  #send(socket: Socket, bytes: Buffer): void {
    if (!socket.destroyed) socket.write(bytes);
  }
}

/** Splits a byte stream into messages. A message over the limit is skipped without being buffered. */
class FrameReader {
  #chunks: Buffer[] = [];
  #size = 0;
  #skip = 0;

  constructor(
    private readonly onFrame: (frame: Buffer) => void,
    private readonly onTooLarge: (requestId: number, length: number) => void,
  ) {}

  push(chunk: Buffer): void {
    if (this.#skip > 0) {
      const skipped = Math.min(this.#skip, chunk.length);
      this.#skip -= skipped;
      chunk = chunk.subarray(skipped);
      if (chunk.length === 0) return;
    }
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    while (this.#size >= HEADER_BYTES) {
      const [first] = this.#chunks as [Buffer];
      const head = first.length >= HEADER_BYTES ? first : this.#join();
      const length = head.readInt32LE(0);
      if (length < HEADER_BYTES) throw new RangeError("a message shorter than its header");
      if (length > MAX_MESSAGE_BYTES) {
        const requestId = head.readInt32LE(4);
        const rest = this.#join();
        this.#chunks = [];
        this.#size = 0;
        this.#skip = Math.max(0, length - rest.length);
        this.onTooLarge(requestId, length);
        if (rest.length > length) this.push(rest.subarray(length));
        return;
      }
      if (this.#size < length) return;
      const joined = this.#join();
      this.#chunks = joined.length > length ? [joined.subarray(length)] : [];
      this.#size = joined.length - length;
      this.onFrame(joined.subarray(0, length));
    }
  }

  #join(): Buffer {
    const [first] = this.#chunks;
    const joined = this.#chunks.length === 1 && first ? first : Buffer.concat(this.#chunks, this.#size);
    this.#chunks = [joined];
    return joined;
  }
}
