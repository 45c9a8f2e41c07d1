import mongoose from "mongoose";

const UNAVAILABLE =
  /^Mongo(?:ose)?(ServerSelection|Network|NetworkTimeout|NotConnected|PoolCleared|PoolClosed|TopologyClosed|WaitQueueTimeout)Error$/;
const OUT_OF_DISK_SPACE = 14031;

/** Of a connection that the other side has let go, while the driver was still writing: it passes this on as it is. */
const LET_GO = new Set(["EPIPE", "ECONNRESET"]);
const FROM_DRIVER = /[\\/]node_modules[\\/]mongodb[\\/]/;

/** An error and what it came from; of several writes sent together the driver keeps that under a name of its own. */
const causes = function* (error: unknown): Generator<Error> {
  for (let at = error; at instanceof Error;) {
    yield at;
    at = at.cause ?? ("errorResponse" in at ? at.errorResponse : undefined);
  }
};

/** Whether the database could not be reached (as opposed to: it answered with an error). */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (const cause of causes(error)) {
    if (UNAVAILABLE.test(cause.name)) return true;
    if ("code" in cause && LET_GO.has(String(cause.code)) && FROM_DRIVER.test(cause.stack ?? "")) return true;
    // Mongoose with bufferCommands off, before the first connection or after it is lost.
    if (
      cause instanceof mongoose.MongooseError &&
      /initial connection|before initial|not connected/i.test(cause.message)
    )
      return true;
  }
  return false;
}

/** Whether the database refused a write because the disk is full. */
export function isDiskFull(error: unknown): boolean {
  for (const cause of causes(error)) if ("code" in cause && cause.code === OUT_OF_DISK_SPACE) return true;
  return false;
}

/** Whether a unique index refused a write, and which fields it covers. */
export function duplicateKeyFields(error: unknown): string[] | undefined {
  for (const cause of causes(error)) {
    if ("code" in cause && cause.code === 11000) {
      return Object.keys(("keyPattern" in cause && (cause.keyPattern as Record<string, unknown>)) || {});
    }
  }
  return undefined;
}
