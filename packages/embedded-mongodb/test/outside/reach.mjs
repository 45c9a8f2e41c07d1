// Loaded by mocha: counts the passing tests that sent a command to the server.
import { writeFileSync } from "node:fs";
import { Socket } from "node:net";

/** Commands that a driver sends by itself. */
const HOUSEKEEPING = new Set(["hello", "isMaster", "ismaster", "ping", "endSessions"]);
const HEADER = 16;
let sent = false;
let reached = 0;

const write = Socket.prototype.write;
Socket.prototype.write = function (chunk, ...rest) {
  // Offset of the first field's name: header, flags, section kind, document length and field type precede it.
  const name = HEADER + 4 + 1 + 4 + 1;
  if (Buffer.isBuffer(chunk) && chunk.length > name && chunk.readInt32LE(12) === 2013) {
    if (!HOUSEKEEPING.has(chunk.toString("latin1", name, chunk.indexOf(0, name)))) sent = true;
  }
  return write.call(this, chunk, ...rest);
};

export const mochaHooks = {
  beforeEach() {
    sent = false;
  },
  afterEach() {
    if (sent && this.currentTest?.state === "passed") reached++;
  },
  afterAll() {
    writeFileSync(process.env.REACHED_FILE, String(reached));
  },
};
