import mongoose from "mongoose";

const UNAVAILABLE =
  /^Mongo(?:ose)?(ServerSelection|Network|NetworkTimeout|NotConnected|PoolCleared|PoolClosed|TopologyClosed|WaitQueueTimeout)Error$/;
const OUT_OF_DISK_SPACE = 14031;

/** Codes of a connection that the server closed while the driver was writing; the driver does not wrap them. */
const CLOSED = new Set(["EPIPE", "ECONNRESET"]);
const FROM_DRIVER = /[\\/]node_modules[\\/]mongodb[\\/]/;

/** An error and its causes; a bulk write has its cause in `errorResponse`. */
const causes = function* (error: unknown): Generator<Error> {
  for (let at = error; at instanceof Error;) {
    yield at;
    at = at.cause ?? ("errorResponse" in at ? at.errorResponse : undefined);
  }
};

/** Whether the database could not be reached, as opposed to responding with an error. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (const cause of causes(error)) {
    if (UNAVAILABLE.test(cause.name)) return true;
    if ("code" in cause && CLOSED.has(String(cause.code)) && FROM_DRIVER.test(cause.stack ?? "")) return true;
    // Mongoose throws these without a connection, because `bufferCommands` is off.
    if (
      cause instanceof mongoose.MongooseError &&
      /initial connection|before initial|not connected/i.test(cause.message)
    )
      return true;
  }
  return false;
}

/** Whether a write failed because the disk is full. */
export function isDiskFull(error: unknown): boolean {
  for (const cause of causes(error)) if ("code" in cause && cause.code === OUT_OF_DISK_SPACE) return true;
  return false;
}

/** The fields of the unique index that rejected a write; undefined for any other error. */
export function duplicateKeyFields(error: unknown): string[] | undefined {
  for (const cause of causes(error)) {
    if ("code" in cause && cause.code === 11000) {
      return Object.keys(("keyPattern" in cause && (cause.keyPattern as Record<string, unknown>)) || {});
    }
  }
  return undefined;
}
