import { ObjectId } from "bson";
import type { Doc } from "../language/bson.js";
import { sessionKey, type Command, type CommandContext } from "./context.js";
import { MAX_DOCUMENT_BYTES, MAX_MESSAGE_BYTES } from "./wire.js";

/** The MongoDB release whose behaviour and wire version this server follows. */
const SERVER_VERSION = "7.0.0";
const processId = new ObjectId();

function hello(context: CommandContext): Doc {
  const legacy = !("hello" in context.command);
  return {
    [legacy ? "ismaster" : "isWritablePrimary"]: true,
    ...(legacy || context.command["helloOk"] ? { helloOk: true } : {}),
    // A replica set of one: drivers start sessions and retryable writes only with one.
    setName: "embedded",
    setVersion: 1,
    secondary: false,
    hosts: [context.address],
    primary: context.address,
    me: context.address,
    electionId: processId,
    maxBsonObjectSize: MAX_DOCUMENT_BYTES,
    maxMessageSizeBytes: MAX_MESSAGE_BYTES,
    maxWriteBatchSize: 100_000,
    localTime: context.now,
    logicalSessionTimeoutMinutes: 30,
    connectionId: 1,
    minWireVersion: 0,
    maxWireVersion: 21,
    readOnly: false,
  };
}

/** A command that only answers. */
function answer(make: (context: CommandContext) => Doc): Command {
  return { kind: "read", fields: undefined, run: make };
}

const endSessions = answer(({ command, cursors }) => {
  const [verb = ""] = Object.keys(command);
  const sessions = command[verb];
  for (const session of Array.isArray(sessions) ? sessions : []) {
    const key = sessionKey(session);
    if (key) cursors.endSession(key);
  }
  return {};
});

export const administrationCommands: Record<string, Command> = {
  hello: answer(hello),
  ismaster: answer(hello),
  isMaster: answer(hello),
  ping: answer(() => ({})),
  buildInfo: answer(buildInfo),
  buildinfo: answer(buildInfo),
  serverStatus: answer((context) => ({
    host: "localhost",
    version: SERVER_VERSION,
    process: "embedded-mongodb",
    pid: process.pid,
    localTime: context.now,
    uptime: Math.round(process.uptime()),
    storageEngine: { name: "sqlite", persistent: true },
    ...context.status(),
  })),
  connectionStatus: answer(() => ({ authInfo: { authenticatedUsers: [], authenticatedUserRoles: [] } })),
  whatsmyuri: answer(({ address }) => ({ you: address })),
  getParameter: answer(() => ({ featureCompatibilityVersion: { version: "7.0" } })),
  getCmdLineOpts: answer(() => ({ argv: ["embedded-mongodb"], parsed: {} })),
  getLog: answer(() => ({ totalLinesWritten: 0, log: [] })),
  hostInfo: answer(() => ({ system: { hostname: "localhost" }, os: { type: process.platform } })),
  endSessions,
};

function buildInfo(): Doc {
  const versionArray = SERVER_VERSION.split(".").map(Number).concat(0);
  const about = { gitVersion: "", modules: ["embedded-mongodb"], bits: 64, storageEngines: ["sqlite"] };
  return { version: SERVER_VERSION, versionArray, maxBsonObjectSize: MAX_DOCUMENT_BYTES, ...about };
}
