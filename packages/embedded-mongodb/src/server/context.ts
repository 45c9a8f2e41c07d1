import { Binary } from "bson";
import { errors } from "../errors.js";
import { encode, type Doc } from "../language/bson.js";
import type { Budget, Coroutine, Stream } from "../storage/budget.js";
import type { Collection } from "../storage/catalog.js";
import type { DocumentStore } from "../storage/store.js";
import { countArgument, docArgument, numberArgument } from "./arguments.js";
import type { CursorOptions, Cursors } from "./cursors.js";
import type { Request } from "./wire.js";

/** Resources of one command. */
export type CommandContext = {
  request: Request;
  command: Doc;
  db: string;
  store: DocumentStore;
  cursors: Cursors;
  /** The client's session, as text; cursors end with it. */
  session: string | undefined;
  /** Whether the client sent a transaction number, so that it may retry this write. */
  numbered: boolean;
  /** Progress of an interrupted retryable bulk write, stored with each committed part. */
  progress: Doc;
  now: Date;
  budget: Budget;
  /** Figures for serverStatus. */
  status(): Doc;
  /** Address of this server, for hello. */
  address: string;
  /** Replaces the time budget: `getMore` uses the budget of its cursor. */
  adopt(budget: Budget): void;
  /** Queues internal maintenance work. */
  maintain(name: string, run: (store: DocumentStore) => void): void;
};

/** A command and its properties for the scheduler. */
export type Command = {
  kind: "read" | "write";
  /** Known fields besides the generic ones, separated by spaces; undefined accepts every field. */
  fields: string | undefined;
  /** Whether a retry with the same session and transaction number gets the stored reply. */
  retryable?: boolean;
  /** Whether it is internal maintenance and not a client's command. */
  isInternal?: boolean;
  /** Long commands are coroutines; their writes are committed at each yield. */
  run(context: CommandContext): Doc | Coroutine<Doc>;
};

/** Looks a collection up again after a yield. @throws MongoError if it was dropped */
export function reopenCollection({ store }: CommandContext, collection: Collection): Collection {
  const found = store.catalog.find(collection.db, collection.name);
  if (found?.id === collection.id) return found;
  throw errors.dropped();
}

/** Replies with the first batch of the results, and opens a cursor for the rest. */
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

/** Opens a cursor over documents, with the batch size of the command. */
export function openDocsCursor(
  context: CommandContext,
  name: string,
  docs: Iterable<Doc | undefined>,
): Coroutine<Doc> {
  const batchSize = countArgument(docArgument(context.command, "cursor"), "batchSize");
  return openCursor(context, name, encoded(docs), { batchSize });
}

function* encoded(docs: Iterable<Doc | undefined>): Stream<Uint8Array> {
  for (const doc of docs) yield doc && encode(doc);
}

/** A session id as text; undefined if the value is no session id. */
export function sessionKey(session: unknown): string | undefined {
  const id = typeof session === "object" && session !== null && "id" in session ? session.id : undefined;
  return id instanceof Binary ? Buffer.from(id.value()).toString("hex") : undefined;
}
