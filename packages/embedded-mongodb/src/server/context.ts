import { Binary } from "bson";
import { errors } from "../errors.js";
import { encode, type Doc } from "../language/bson.js";
import type { Budget, Coroutine, Stream } from "../storage/budget.js";
import type { Collection } from "../storage/catalog.js";
import type { DocumentStore } from "../storage/store.js";
import { countArgument, docArgument, numberArgument } from "./arguments.js";
import type { CursorOptions, Cursors } from "./cursors.js";
import type { Request } from "./wire.js";

/** Everything that a command may use. */
export type CommandContext = {
  request: Request;
  command: Doc;
  db: string;
  store: DocumentStore;
  cursors: Cursors;
  /** The client's session, as text; cursors end with it. */
  session: string | undefined;
  /** Whether the client numbered this write, so that it may come again. */
  numbered: boolean;
  /** Progress of an interrupted retryable bulk, stored with each committed part. */
  progress: Doc;
  now: Date;
  budget: Budget;
  /** Figures for serverStatus. */
  status(): Doc;
  /** Address of this server, for hello. */
  address: string;
  /** Goes on under another limit: that of the cursor whose next batch is asked for. */
  adopt(budget: Budget): void;
  /** Leaves work of the server's own for later. */
  maintain(name: string, run: (store: DocumentStore) => void): void;
};

/** A command and its properties for the scheduler. */
export type Command = {
  kind: "read" | "write";
  /** The fields it knows besides those of all commands, separated by spaces; undefined where every field is taken. */
  fields: string | undefined;
  /** A repeated request with the same session and number gets the first answer again. */
  retryable?: boolean;
  /** Work of the server's own, which no client asked for. */
  own?: boolean;
  /** Long commands are coroutines; their writes are committed at each yield. */
  run(context: CommandContext): Doc | Coroutine<Doc>;
};

/** The same collection after others were let through. @throws MongoError when it is gone */
export function reopenCollection({ store }: CommandContext, collection: Collection): Collection {
  const found = store.catalog.find(collection.db, collection.name);
  if (found?.id === collection.id) return found;
  throw errors.dropped();
}

/** Answers the first batch of what is found, with a cursor for the rest. */
export function* openCursor(
  { command, cursors, db, session, budget }: CommandContext,
  name: string,
  results: Stream<Uint8Array>,
  options: Pick<CursorOptions, "batchSize" | "singleBatch" | "immortal" | "limit">,
): Coroutine<Doc> {
  const limited = numberArgument(command, "maxTimeMS", 0) > 0;
  const about = { ...options, namespace: `${db}.${name}`, session, budget, limited };
  return { cursor: yield* cursors.open(results, about) };
}

/** The documents of a list or a pipeline, by the size of batch that the command asks for. */
export function openDocsCursor(
  context: CommandContext,
  name: string,
  docs: Iterable<Doc | undefined>,
): Coroutine<Doc> {
  const batchSize = countArgument(docArgument(context.command, "cursor"), "batchSize");
  return openCursor(context, name, encoded(docs), { batchSize });
}

/** Documents as the bytes that are sent. */
function* encoded(docs: Iterable<Doc | undefined>): Stream<Uint8Array> {
  for (const doc of docs) yield doc && encode(doc);
}

/** A session as text; undefined when the value is not one. */
export function sessionKey(session: unknown): string | undefined {
  const id = typeof session === "object" && session !== null && "id" in session ? session.id : undefined;
  return id instanceof Binary ? Buffer.from(id.value()).toString("hex") : undefined;
}
