import { errors, MongoError } from "../errors.js";
import { decode, encode, type Doc } from "../language/bson.js";
import type { Collection } from "../storage/catalog.js";
import { openForService, translate } from "../storage/database.js";
import type { Source } from "../storage/scan.js";
import { Store } from "../storage/store.js";
import { administrationCommands } from "./administration.js";
import { sessionKey, type Command, type Context } from "./context.js";
import { Cursors } from "./cursors.js";
import { definitionCommands } from "./definitions.js";
import { indexCommands } from "./index-definitions.js";
import { queryCommands } from "./queries.js";
import { failure, type Request } from "./wire.js";
import { isResourceError, writeCommands } from "./writes.js";

/** A command that waits to be run. `client` is the connection it came from. */
export type Task = {
  request: Request;
  client: object;
  respond(reply: Doc): void;
};

type Transaction = {
  session: string;
  number: number;
  client: object;
  timer: NodeJS.Timeout;
};

type Prepared = {
  name: string;
  command: Command;
  session: string | undefined;
  number: number | undefined;
  /** Belongs to a multi-document transaction. */
  inTransaction: boolean;
} & Task;

const COMMANDS = new Map<string, Command>(
  Object.entries({
    ...administrationCommands,
    ...queryCommands,
    ...writeCommands,
    ...definitionCommands,
    ...indexCommands,
  }),
);
const END: Command = { kind: "write", transactional: true, run: () => ({}) };
COMMANDS.set("commitTransaction", END).set("abortTransaction", END);

const TRANSACTION_MS = 10_000;
const RETRY_MS = 30 * 60_000;

export type EngineOptions = {
  file: string;
  address: string;
  log(message: string): void;
  /** Life of a transaction that its client has left, in milliseconds. */
  transactionLimit?: number;
};

/**
 * Runs commands in order. Reads are answered at once; the writes that came in one turn of the event loop
 * share one SQLite transaction and are answered after its commit. While a multi-document transaction is
 * open other writes wait, and other reads use a second connection that sees what is committed.
 */
export class Engine {
  readonly store: Store;
  readonly cursors = new Cursors();
  #outside: Store | undefined;
  #outsideStale = true;
  #queue: Task[] = [];
  #waiting: Prepared[] = [];
  #scheduled = false;
  #transaction: Transaction | undefined;
  #closed = false;
  readonly #counters = { commands: 0, commits: 0, errors: 0 };

  constructor(readonly options: EngineOptions) {
    this.store = new Store(openForService(options.file));
  }

  /** Queues a command. */
  submit(task: Task): void {
    this.#queue.push(task);
    this.#schedule();
  }

  /** A connection is gone: its open transaction is undone. */
  disconnect(client: object): void {
    if (this.#transaction?.client === client) this.#endTransaction(false);
  }

  /** Runs `work` in a transaction of its own; false when one is open already. */
  maintain(work: (store: Store) => void): boolean {
    if (this.#transaction || this.#closed) return false;
    this.#commitBatch([], () => work(this.store));
    return true;
  }

  /** Removes cursors and retry records that nobody will ask for again. */
  sweep(now: number): void {
    this.cursors.sweep(now);
    this.maintain(({ database }) => {
      database.run("DELETE FROM retries WHERE at < ?", [now - RETRY_MS]);
    });
  }

  close(): void {
    this.#flush();
    this.#closed = true;
    if (this.#transaction) this.#endTransaction(false);
    this.#outside?.database.close();
    this.store.database.close();
  }

  #schedule(): void {
    if (this.#scheduled || this.#closed) return;
    this.#scheduled = true;
    setImmediate(() => this.#flush());
  }

  #flush(): void {
    this.#scheduled = false;
    if (this.#closed) return;
    const tasks: (Task | Prepared)[] = [...this.#waiting.splice(0), ...this.#queue.splice(0)];
    let batch: Prepared[] = [];
    for (const task of tasks) {
      const prepared = isPrepared(task) ? task : this.#prepare(task);
      if (!prepared) continue;
      const follows = batch.some((other) => other.client === prepared.client);
      if (prepared.inTransaction) {
        this.#commitBatch(batch);
        batch = [];
        this.#runInTransaction(prepared);
      } else if (prepared.command.kind === "read" && !follows) {
        prepared.respond(this.#attempt(prepared, this.#visible()));
      } else if (this.#transaction) {
        this.#waiting.push(prepared);
      } else {
        batch.push(prepared);
      }
    }
    this.#commitBatch(batch);
  }

  #prepare(task: Task): Prepared | undefined {
    const { body } = task.request;
    const [name = ""] = Object.keys(body);
    this.#counters.commands++;
    const command = COMMANDS.get(name);
    if (!command) {
      task.respond(failure(errors.commandNotFound(name)));
      return undefined;
    }
    const session = sessionKey(body["lsid"]);
    const number = body["txnNumber"] === undefined ? undefined : Number(body["txnNumber"]);
    const inTransaction = body["autocommit"] === false && session !== undefined && number !== undefined;
    if (command === END && !inTransaction) {
      task.respond(failure(new MongoError(125, `${name} may only be run within a transaction`)));
      return undefined;
    }
    return { ...task, name, command, session, number, inTransaction };
  }

  /** What a reader outside of a transaction may see. */
  #visible(): Store {
    if (!this.#transaction) return this.store;
    if (!this.#outside) this.#outside = new Store(openForService(this.options.file));
    else if (this.#outsideStale) this.#outside.catalog.reload();
    this.#outsideStale = false;
    return this.#outside;
  }

  #context(task: Prepared, store: Store): Context {
    const { store: writer } = this;
    const visible = (): Store => (this.#transaction && !task.inTransaction ? this.#visible() : this.store);
    const source: Source = {
      get database() {
        return visible().database;
      },
      get version() {
        return writer.version;
      },
      fetch: (collection: Collection, row: number) => visible().fetch(collection, row),
      count: (collection: Collection) => visible().count(collection),
    };
    return {
      request: task.request,
      command: task.request.body,
      db: String(task.request.body["$db"] ?? "admin"),
      store,
      source,
      cursors: this.cursors,
      session: task.session,
      transaction: task.inTransaction,
      now: new Date(),
      status: () => ({ counters: { ...this.#counters }, cursors: this.cursors.size }),
      address: this.options.address,
    };
  }

  /** Runs a command and turns its error into an answer, except errors of the disk during a write. */
  #attempt(task: Prepared, store: Store): Doc {
    try {
      return { ...task.command.run(this.#context(task, store)), ok: 1 };
    } catch (thrown) {
      const error = translate(thrown);
      if (task.command.kind !== "read" && isResourceError(error)) throw error;
      return this.#failure(error, task.name);
    }
  }

  #failure(error: unknown, name: string): Doc {
    this.#counters.errors++;
    if (!(error instanceof MongoError)) {
      this.options.log(
        `${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
    }
    return failure(error);
  }

  /** One command inside an open transaction, undone as a whole when it fails. */
  #attemptInSavepoint(task: Prepared): Doc {
    const { database } = this.store;
    const known = this.#repeated(task);
    if (known) return known;
    database.exec("SAVEPOINT command");
    const reply = this.#attempt(task, this.store);
    if (reply["ok"] === 1) {
      this.#remember(task, reply);
    } else {
      database.exec("ROLLBACK TO command");
      this.store.afterRollback(true);
    }
    database.exec("RELEASE command");
    return reply;
  }

  /** The answer that a retried write got the first time. */
  #repeated(task: Prepared): Doc | undefined {
    if (!task.command.retryable || task.session === undefined || task.number === undefined) return undefined;
    const sql = "SELECT number, reply FROM retries WHERE session = ?";
    const row = this.store.database.get<[number, Buffer]>(sql, [Buffer.from(task.session, "hex")]);
    if (!row || row[0] < task.number) return undefined;
    if (row[0] === task.number) return decode(row[1]);
    return failure(
      new MongoError(
        225,
        `Retryable write with txnNumber ${task.number} is prohibited on session; a newer one is known`,
      ),
    );
  }

  /** Written in the same transaction as the data, so that a retry after a crash is recognised too. */
  #remember(task: Prepared, reply: Doc): void {
    if (!task.command.retryable || task.session === undefined || task.number === undefined) return;
    this.#saveReply(task.session, task.number, reply);
  }

  #saveReply(session: string, number: number, reply: Doc): void {
    this.store.database.run(
      "INSERT INTO retries (session, number, at, reply) VALUES (?, ?, ?, ?) ON CONFLICT (session) DO UPDATE SET number = excluded.number, at = excluded.at, reply = excluded.reply",
      [Buffer.from(session, "hex"), number, Date.now(), encode(reply)],
    );
  }

  /** Group commit: one transaction for all tasks. When the disk fails they are tried again one by one. */
  #commitBatch(batch: Prepared[], work?: () => void): void {
    if (batch.length === 0 && !work) return;
    const { database } = this.store;
    let replies: Doc[];
    try {
      database.exec("BEGIN IMMEDIATE");
      work?.();
      replies = batch.map((task) => this.#attemptInSavepoint(task));
      database.exec("COMMIT");
    } catch (thrown) {
      const error = translate(thrown);
      this.#rollback();
      if (batch.length > 1) for (const task of batch) this.#commitBatch([task]);
      else for (const task of batch) task.respond(this.#failure(error, task.name));
      if (work) this.#failure(error, "maintenance");
      return;
    }
    this.#committed();
    batch.forEach((task, at) => task.respond(replies[at] as Doc));
  }

  #committed(): void {
    this.#counters.commits++;
    this.#outsideStale = true;
    this.store.catalog.dirty = false;
  }

  #rollback(): void {
    // After some errors SQLite has rolled back by itself.
    if (this.store.database.inTransaction) this.store.database.exec("ROLLBACK");
    this.store.afterRollback(false);
  }

  #runInTransaction(task: Prepared): void {
    const { body } = task.request;
    const current = this.#transaction;
    const isOwn = current?.session === task.session && current?.number === task.number;
    if (body["startTransaction"] === true && !isOwn) {
      if (current && current.session !== task.session) {
        this.#waiting.push(task);
        return;
      }
      if (current) this.#endTransaction(false);
      try {
        this.store.database.exec("BEGIN IMMEDIATE");
      } catch (error) {
        task.respond(this.#failure(translate(error), task.name));
        return;
      }
      this.#transaction = {
        session: task.session as string,
        number: task.number as number,
        client: task.client,
        timer: setTimeout(() => this.#endTransaction(false), this.options.transactionLimit ?? TRANSACTION_MS),
      };
    } else if (!isOwn || !current) {
      task.respond(this.#answerWithoutTransaction(task));
      return;
    } else {
      current.client = task.client;
    }
    if (task.name === "commitTransaction") this.#finish(task);
    else if (task.name === "abortTransaction") {
      this.#endTransaction(false);
      task.respond({ ok: 1 });
    } else this.#runStep(task);
  }

  #runStep(task: Prepared): void {
    let reply: Doc;
    if (task.command.transactional) {
      try {
        reply = this.#attempt(task, this.store);
      } catch (error) {
        reply = this.#failure(error, task.name);
      }
    } else {
      reply = failure(new MongoError(263, `Cannot run '${task.name}' in a multi-document transaction.`));
    }
    // As in MongoDB any error ends the transaction.
    if (reply["ok"] !== 1 || reply["writeErrors"]) this.#endTransaction(false);
    task.respond(reply);
  }

  #finish(task: Prepared): void {
    try {
      this.#saveReply(task.session as string, task.number as number, { ok: 1 });
      this.#endTransaction(true);
      task.respond({ ok: 1 });
    } catch (error) {
      this.#endTransaction(false);
      task.respond(this.#failure(translate(error), task.name));
    }
  }

  /** A commit that comes again after it succeeded is fine; anything else has lost its transaction. */
  #answerWithoutTransaction(task: Prepared): Doc {
    if (task.name === "commitTransaction") {
      const known = this.#repeated({ ...task, command: { ...task.command, retryable: true } });
      if (Number(known?.["ok"]) === 1) return { ok: 1 };
    }
    const error = new MongoError(
      251,
      `Given transaction number ${task.number} does not match any in-progress transactions.`,
    );
    return { ...failure(error), errorLabels: ["TransientTransactionError"] };
  }

  #endTransaction(commit: boolean): void {
    const transaction = this.#transaction;
    if (!transaction) return;
    if (commit) {
      this.store.database.exec("COMMIT");
      this.#committed();
    }
    this.#transaction = undefined;
    clearTimeout(transaction.timer);
    this.cursors.endSession(transaction.session, true);
    if (!commit) this.#rollback();
    this.#schedule();
  }
}

function isPrepared(task: Task | Prepared): task is Prepared {
  return "command" in task;
}
