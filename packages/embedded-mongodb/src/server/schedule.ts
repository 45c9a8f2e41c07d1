import { isResourceError, MongoError } from "../errors.js";
import type { Doc } from "../language/bson.js";
import { Budget, type Coroutine } from "../storage/budget.js";
import { openForService, translate } from "../storage/database.js";
import { removeDropped } from "../storage/removal.js";
import { DocumentStore } from "../storage/store.js";
import { numberArgument } from "./arguments.js";
import { checkCommand, COMMANDS } from "./commands.js";
import type { CommitCounters } from "./commit-counters.js";
import { sessionKey, type Command, type CommandContext } from "./context.js";
import { Cursors } from "./cursors.js";
import { RetryableWrites, type WriteNumber } from "./retryable-writes.js";
import { encodeReply, errorReply, type Request } from "./wire.js";

/** A queued command. `client` is its connection. */
export type Task = {
  request: Request;
  client: object;
  respond(reply: Buffer): void;
};

type Job = Task & {
  name: string;
  command: Command;
  write: WriteNumber | undefined;
  context: CommandContext;
  /** The suspended rest of a long command. */
  coroutine: Coroutine<Doc> | undefined;
  /** Whether a part of the command is committed. */
  isPartlyCommitted: boolean;
};

/** Maximum time of starting new commands in a tick, before the event loop reads the sockets again. */
const START_BUDGET_MS = 20;
export type ScheduleOptions = {
  readonly file: string;
  /** URI of the server; set when it listens. */
  address: string;
  /** Notified of every commit. */
  readonly changes: CommitCounters;
  log(message: string): void;
};

/**
 * Schedules commands in ticks. New commands run first; in each tick one long command continues. The writes of a tick share
 * one SQLite transaction and are acknowledged after its commit. No transaction is open between ticks, so readers see
 * committed data only.
 */
export class Schedule {
  readonly store: DocumentStore;
  readonly #cursors = new Cursors();
  readonly #retries: RetryableWrites;
  #fresh: Job[] = [];
  #paused: Job[] = [];
  /** 1 while a paused job is taken out of `#paused` to be resumed, for the statistics; otherwise 0. */
  #resuming = 0;
  /** Alternates whether the long write or the new writes run first, because one slice may use up a whole tick. */
  #longestFirst = false;
  #scheduled = false;
  #closed = false;
  readonly #counters = { commands: 0, commits: 0, errors: 0 };

  constructor(readonly options: ScheduleOptions) {
    this.store = new DocumentStore(openForService(options.file));
    this.#retries = new RetryableWrites(this.store);
    this.maintain("removing unfinished indexes", () => this.store.catalog.dropUnfinished());
    this.removeDropped();
  }

  /** Queues a command; an unknown or invalid one gets an error reply at once. */
  submit(task: Task): void {
    this.#counters.commands++;
    const [name = ""] = Object.keys(task.request.body);
    const known = COMMANDS.get(name);
    try {
      if (!known)
        throw new MongoError(59, `no such command: '${name}'; a MongoDB server (MONGODB_URI) may have it`);
      this.#fresh.push(this.#job(task, name, known));
      this.#wake();
    } catch (error) {
      task.respond(encodeReply(task.request, this.#errorReply(error, name)));
    }
  }

  /** Cancels the commands of a closed connection, except those without a reply, which still run. */
  disconnect(client: object): void {
    const gone = (job: Job) => job.client === client && !job.request.silent;
    this.#fresh = this.#fresh.filter((job) => !gone(job));
    const ended = this.#paused.filter(gone);
    this.#paused = this.#paused.filter((job) => !gone(job));
    for (const { coroutine } of ended) coroutine?.return({});
  }

  /** Queues internal maintenance work; a coroutine runs one slice per tick. */
  maintain(name: string, run: (store: DocumentStore, budget: Budget) => void | Coroutine<void>): void {
    const command: Command = {
      kind: "write",
      fields: undefined,
      isInternal: true,
      *run({ store, budget }) {
        const coroutine = run(store, budget);
        if (coroutine) yield* coroutine;
        return {};
      },
    };
    const flags = { requestId: 0, legacy: false, silent: true };
    const request: Request = { ...flags, body: { [name]: 1 }, sequences: new Map() };
    this.#fresh.push(this.#job({ request, client: {}, respond: () => undefined }, name, command));
    this.#wake();
  }

  /** Deletes the rows of dropped tables. */
  removeDropped(): void {
    this.maintain("removing what was dropped", removeDropped);
  }

  sweepCursors(now: number): void {
    this.#cursors.sweep(now);
  }

  /** Removes stored replies past their retention. */
  sweepRetries(now: number): void {
    this.maintain("removing old answers", () => this.#retries.removeOld(now));
  }

  close(): void {
    if (this.#closed) return;
    this.#tick();
    this.#closed = true;
    for (const job of [...this.#paused, ...this.#fresh]) {
      job.coroutine?.return({});
      this.#answer(job, errorReply(new MongoError(91, "The server is shutting down")));
    }
    this.store.database.close();
  }

  #job(task: Task, name: string, command: Command): Job {
    const { body } = task.request;
    checkCommand(name, command, body);
    const session = sessionKey(body["lsid"]);
    const number = body["txnNumber"] === undefined ? undefined : Number(body["txnNumber"]);
    const write = command.retryable && session && number !== undefined ? { session, number } : undefined;
    const job: Job = {
      ...task,
      name,
      command,
      write,
      context: {
        request: task.request,
        command: body,
        db: String(body["$db"] ?? "admin"),
        store: this.store,
        cursors: this.#cursors,
        session,
        numbered: write !== undefined,
        progress: {},
        now: new Date(),
        budget: new Budget(numberArgument(body, "maxTimeMS", 0) || undefined),
        status: () => ({
          counters: { ...this.#counters },
          cursors: this.#cursors.size,
          paused: this.#paused.length + this.#resuming,
        }),
        address: this.options.address,
        adopt: (budget) => {
          job.context.budget.end();
          job.context.budget = budget;
          budget.begin();
        },
        maintain: (what, run) => this.maintain(what, run),
      },
      coroutine: undefined,
      isPartlyCommitted: false,
    };
    return job;
  }

  #wake(): void {
    if (this.#scheduled || this.#closed) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      if (!this.#closed) this.#tick();
    });
  }

  #tick(): void {
    const end = performance.now() + START_BUDGET_MS;
    const longest = this.#paused.shift();
    this.#resuming = longest ? 1 : 0;
    const waiting = this.#fresh.splice(0);
    const batch: Job[] = [];
    // The commands of one connection keep their order.
    const blocked = new Set([longest, ...this.#paused].map((job) => job?.client));
    for (const job of waiting) {
      if (blocked.has(job.client) || performance.now() > end) {
        blocked.add(job.client);
        this.#fresh.push(job);
      } else if (job.command.kind === "read") {
        if (!this.#read(job)) blocked.add(job.client);
      } else {
        blocked.add(job.client);
        batch.push(job);
      }
    }
    this.#resuming = 0;
    if (longest?.command.kind === "read") this.#read(longest);
    else if (longest) {
      this.#longestFirst = !this.#longestFirst;
      batch[this.#longestFirst ? "unshift" : "push"](longest);
    }
    this.#commit(batch, end);
    if (this.#fresh.length > 0 || this.#paused.length > 0) this.#wake();
  }

  /** @returns whether the command has finished and its reply was sent */
  #read(job: Job): boolean {
    let reply: Doc | undefined;
    try {
      reply = this.#step(job);
    } catch (error) {
      reply = this.#errorReply(error, job.name);
    }
    if (reply) this.#answer(job, reply);
    else this.#paused.push(job);
    return reply !== undefined;
  }

  /** Runs one slice of a command. @returns its reply after the last slice */
  #step(job: Job): Doc | undefined {
    const { context } = job;
    context.budget.begin();
    try {
      if (!job.coroutine) {
        const made = job.command.run(context);
        if (!isCoroutine(made)) return { ...made, ok: made["ok"] ?? 1 };
        job.coroutine = made;
      }
      const { done, value } = job.coroutine.next();
      return done ? { ...value, ok: value["ok"] ?? 1 } : undefined;
    } finally {
      context.budget.end();
    }
  }

  /** Group commit: one transaction for the batch. If the disk fails, its writes are retried one by one. */
  #commit(batch: Job[], end = Infinity): void {
    if (batch.length === 0) return;
    const { database, catalog } = this.store;
    const { size: droppedBefore } = catalog.dropped;
    const answers: [Job, Buffer][] = [];
    const paused: Job[] = [];
    const left = [...batch];
    try {
      database.exec("BEGIN IMMEDIATE");
      for (let job = left.shift(); job; job = left.shift()) {
        const reply = this.#write(job);
        if (reply) answers.push([job, reply]);
        else paused.push(job);
        if (performance.now() > end) break;
      }
      database.exec("COMMIT");
    } catch (thrown) {
      this.options.changes.noteAll();
      this.store.changed.clear();
      const error = translate(thrown, database.file);
      // After some errors SQLite has rolled back by itself.
      if (database.inTransaction) database.exec("ROLLBACK");
      this.store.afterRollback(false);
      this.#retrySeparately(batch, error);
      return;
    }
    this.#counters.commits++;
    const asked = batch.filter(({ command }) => !command.isInternal).map(({ context }) => context.command);
    this.options.changes.note(asked, this.store.changed);
    this.store.changed.clear();
    catalog.dirty = false;
    if (catalog.dropped.size > droppedBefore) this.removeDropped();
    this.#fresh.unshift(...left.filter((job) => !job.isPartlyCommitted));
    this.#paused.unshift(...left.filter((job) => job.isPartlyCommitted));
    this.#paused.push(...paused);
    for (const job of paused) job.isPartlyCommitted = true;
    for (const [job, reply] of answers) job.respond(reply);
  }

  /** Restarts each job in a transaction of its own; a job that was alone or has committed a part gets the error. */
  #retrySeparately(batch: Job[], error: unknown): void {
    for (const job of batch) {
      job.coroutine?.return({});
      if (batch.length > 1 && !job.isPartlyCommitted) {
        job.coroutine = undefined;
        job.context.progress = {};
        this.#commit([job]);
      } else {
        this.#answer(job, this.#errorReply(error, job.name));
      }
    }
  }

  /** Runs one slice of a write in the open transaction. @returns the encoded reply after the last slice */
  #write(job: Job): Buffer | undefined {
    const { database } = this.store;
    if (job.write && !job.coroutine) {
      const { reply, progress = {} } = this.#retries.find(job.write);
      if (reply) return encodeReply(job.request, reply);
      job.context.progress = progress;
    }
    database.exec("SAVEPOINT command");
    let encoded: Buffer | undefined;
    try {
      const reply = this.#step(job);
      if (reply) encoded = encodeReply(job.request, reply);
      if (job.write && reply) this.#retries.store(job.write, reply);
      else if (job.write) this.#retries.storeProgress(job.write, job.context.progress);
    } catch (thrown) {
      const error = translate(thrown, database.file);
      if (isResourceError(error)) throw error;
      database.exec("ROLLBACK TO command");
      this.store.afterRollback(true);
      encoded = encodeReply(job.request, this.#errorReply(error, job.name));
    }
    database.exec("RELEASE command");
    return encoded;
  }

  #answer(job: Job, reply: Doc): void {
    let bytes: Buffer;
    try {
      bytes = encodeReply(job.request, reply);
    } catch (error) {
      bytes = encodeReply(job.request, this.#errorReply(error, job.name));
    }
    job.respond(bytes);
  }

  #errorReply(thrown: unknown, name: string): Doc {
    const error = translate(thrown, this.options.file);
    this.#counters.errors++;
    if (!(error instanceof MongoError)) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      this.options.log(`${name} failed: ${text}`);
    }
    return errorReply(error);
  }
}

function isCoroutine(value: Doc | Coroutine<Doc>): value is Coroutine<Doc> {
  return typeof value["next"] === "function";
}
