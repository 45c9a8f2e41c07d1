import { MongoError } from "../errors.js";
import { decode, encode, type Doc } from "../language/bson.js";
import type { DocumentStore } from "../storage/store.js";
import { failure } from "./wire.js";

/** A driver repeats a write at once or never; the answers hold documents, and are soon gone. */
const KEPT_MS = 45_000;
/** How often old answers are removed: each is kept for a minute at most. */
export const RETRY_SWEEP_MS = 10_000;
/** The mark of what is not an answer yet, but how far a bulk has come. */
const UNFINISHED = "$unfinished";

/** The number that a client gave to a write of its session. */
export type WriteNumber = {
  session: string;
  number: number;
};

/**
 * What numbered writes were answered. It is stored in the transaction of the data, so that a write that comes again
 * after a crash is recognised too.
 */
export class RetryableWrites {
  constructor(private readonly store: DocumentStore) {}

  /** The answer that a write got the first time, or how far it came. */
  find({ session, number }: WriteNumber): { reply?: Doc; progress?: Doc } {
    const sql = "SELECT number, reply FROM retries WHERE session = ?";
    const row = this.store.database.get<[number, Buffer]>(sql, [Buffer.from(session, "hex")]);
    if (!row || row[0] < number) return {};
    if (row[0] > number) {
      const message = `Retryable write with txnNumber ${number} is prohibited on session; a newer one is known`;
      return { reply: failure(new MongoError(225, message)) };
    }
    const { [UNFINISHED]: unfinished, ...kept } = decode(row[1]);
    return unfinished === undefined ? { reply: kept } : { progress: kept };
  }

  keep(write: WriteNumber, reply: Doc): void {
    this.store.database.run(
      "INSERT INTO retries (session, number, at, reply) VALUES (?, ?, ?, ?) ON CONFLICT (session) DO UPDATE SET number = excluded.number, at = excluded.at, reply = excluded.reply",
      [Buffer.from(write.session, "hex"), write.number, Date.now(), encode(reply)],
    );
  }

  keepProgress(write: WriteNumber, progress: Doc): void {
    this.keep(write, { ...progress, [UNFINISHED]: true });
  }

  /** Removes the answers that nobody will ask for again. */
  removeOld(now: number): void {
    this.store.database.run("DELETE FROM retries WHERE at < ?", [now - KEPT_MS]);
  }
}
