import { errors, MongoError } from "../errors.js";
import { isDoc, type Doc } from "../language/bson.js";
import { isNumeric, toNumber } from "../language/number.js";
import { aggregateCommands } from "./aggregate.js";
import { checkFields } from "./arguments.js";
import type { Command } from "./context.js";
import { administrationCommands, definitionCommands } from "./definitions.js";
import { indexCommands } from "./index-definitions.js";
import { queryCommands } from "./queries.js";
import { writeCommands } from "./writes.js";

/** Supported commands by name. */
export const COMMANDS = new Map<string, Command>(
  Object.entries({
    ...administrationCommands,
    ...queryCommands,
    ...aggregateCommands,
    ...writeCommands,
    ...definitionCommands,
    ...indexCommands,
  }),
);

/** Generic command arguments, ignored or checked here. */
const GENERIC =
  "$db $readPreference $clusterTime lsid txnNumber autocommit startTransaction stmtId stmtIds maxTimeMS " +
  "maxTimeMSOpOnly writeConcern readConcern comment apiVersion apiStrict apiDeprecationErrors";
/** The known fields of each command, generic ones included, as one string that `checkFields` caches by. */
const lists = new Map<string, string>();
const READ_LEVELS = ["local", "available", "majority", "linearizable"];

/** @throws MongoError for a command with unknown fields or unsupported options */
export function checkCommand(name: string, { fields }: Command, body: Doc): void {
  if (body["autocommit"] === false || body["startTransaction"] === true)
    throw errors.notImplemented("A transaction");
  checkReadConcern(body["readConcern"]);
  checkWriteConcern(body["writeConcern"]);
  if (fields === undefined) return;
  const list = lists.get(name) ?? `${name} ${GENERIC} ${fields}`;
  lists.set(name, list);
  checkFields(body, list, name);
}

function checkReadConcern(concern: unknown): void {
  if (!isDoc(concern)) return;
  checkFields(concern, "level afterClusterTime provenance", "readConcern");
  const { level = "local" } = concern;
  if (typeof level !== "string" || !READ_LEVELS.includes(level))
    throw errors.notImplemented(`Reading with readConcern "${String(level)}"`);
}

function checkWriteConcern(concern: unknown): void {
  if (!isDoc(concern)) return;
  checkFields(concern, "w j fsync wtimeout provenance", "writeConcern");
  const { w = "majority" } = concern;
  if (isNumeric(w) ? toNumber(w) > 1 : w !== "majority")
    throw new MongoError(100, `Not enough data-bearing nodes for w: ${String(w)}: this server is one alone`);
}
