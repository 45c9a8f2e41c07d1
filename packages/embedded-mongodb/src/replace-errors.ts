/** A process uses the data directory: nothing was touched. */
export class DirectoryInUseError extends Error {
  override name = "DirectoryInUseError";
}

/** The new database is not whole, or not readable: the old one stays. */
export class CorruptDatabaseError extends Error {
  override name = "CorruptDatabaseError";
}
