import { Binary } from "bson";
import { encode, type Doc } from "../language/bson.js";
import { parseCollation, type Collation } from "../language/compare.js";
import type { Collection } from "../storage/catalog.js";
import type { Source } from "../storage/scan.js";
import type { Store } from "../storage/store.js";
import type { Cursors } from "./cursors.js";
import { docArgument, flagArgument, numberArgument } from "./arguments.js";
import type { Request } from "./wire.js";

/** Everything that a command may use. */
export type Context = {
  request: Request;
  command: Doc;
  db: string;
  /** The connection for this command's own work. */
  store: Store;
  /** For results that are read later: always the connection that shows what the cursor may see. */
  source: Source;
  cursors: Cursors;
  /** The client's session, as text; cursors end with it. */
  session: string | undefined;
  transaction: boolean;
  now: Date;
  /** Figures for serverStatus. */
  status(): Doc;
  /** Address of this server, for hello. */
  address: string;
};

/** What a command does and what it needs from the scheduler. */
export type Command = {
  kind: "read" | "write" | "definition";
  /** May be part of a multi-document transaction. */
  transactional?: boolean;
  /** A repeated request with the same session and number gets the first answer again. */
  retryable?: boolean;
  run(context: Context): Doc;
};

/** Time at which a command gives up, by its maxTimeMS. */
export function deadlineOf(context: Context): number | undefined {
  const limit = numberArgument(context.command, "maxTimeMS", 0);
  return limit > 0 ? context.now.getTime() + limit : undefined;
}

/** The collation of a command, by default that of the collection. */
export function collationOf(spec: unknown, collection: Collection | undefined): Collation | undefined {
  return spec === undefined || spec === null ? collection?.collation : parseCollation(spec);
}

/** Whether the client asked for an ordered bulk (the default). */
export function isOrdered(context: Context): boolean {
  return flagArgument(context.command, "ordered", true);
}

/** A complete list as a cursor. */
export function listCursor(context: Context, namespace: string, list: Doc[]): Doc {
  const size = docArgument(context.command, "cursor")["batchSize"];
  return {
    cursor: context.cursors.open(list.map(encode), {
      namespace,
      batchSize: size === undefined ? undefined : Number(size),
      session: context.session,
      transaction: context.transaction,
    }),
  };
}

/** A session as text; undefined when the value is not one. */
export function sessionKey(session: unknown): string | undefined {
  const id = typeof session === "object" && session !== null && "id" in session ? session.id : undefined;
  return id instanceof Binary ? Buffer.from(id.value()).toString("hex") : undefined;
}
