// Loaded by mocha: counts the tests of a suite that pass and have sent the server a command of their own.
import { writeFileSync } from "node:fs";
import { Socket } from "node:net";

/** What a driver sends without being asked. */
const HOUSEKEEPING = new Set(["hello", "isMaster", "ismaster", "ping", "endSessions"]);
const HEADER = 16;
let sent = false;
let reached = 0;

const write = Socket.prototype.write;
Socket.prototype.write = function (chunk, ...rest) {
  // A message's header, its flags, a byte, the length and the type of the first field: then that field's name.
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
