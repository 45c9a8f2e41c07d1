/** MongoDB's error names by code. */
const NAMES = new Map(
  (
    "1 InternalError, 2 BadValue, 9 FailedToParse, 13 Unauthorized, 14 TypeMismatch, 15 Overflow, " +
    "22 InvalidBSON, 26 NamespaceNotFound, 27 IndexNotFound, 28 PathNotViable, 39 FileStreamFailed, " +
    "40 ConflictingUpdateOperators, 43 CursorNotFound, 46 LockBusy, 48 NamespaceExists, " +
    "50 MaxTimeMSExpired, 52 DollarPrefixedFieldName, 53 InvalidIdField, 54 NotSingleValueField, " +
    "56 EmptyFieldName, 59 CommandNotFound, 66 ImmutableField, 67 CannotCreateIndex, 72 InvalidOptions, " +
    "73 InvalidNamespace, 85 IndexOptionsConflict, 86 IndexKeySpecsConflict, 91 ShutdownInProgress, " +
    "100 UnsatisfiableWriteConcern, 171 CannotIndexParallelArrays, 175 QueryPlanKilled, " +
    "197 InvalidIndexSpecificationOption, 225 TransactionTooOld, 238 NotImplemented, " +
    "276 IndexBuildAborted, 292 QueryExceededMemoryLimitNoDiskUseAllowed, 322 DataCorruptionDetected, " +
    "352 UnsupportedOpQueryCommand, 10334 BSONObjectTooLarge, 11000 DuplicateKey, 14031 OutOfDiskSpace"
  )
    .split(", ")
    .map((entry) => entry.split(" ") as [code: string, name: string]),
);

/** An error as MongoDB reports it: a code, the code's name, and further fields of the reply in `extra`. */
export class MongoError extends Error {
  readonly code: number;
  readonly codeName: string;
  readonly extra?: Record<string, unknown>;

  constructor(code: number, message: string, extra?: Record<string, unknown>) {
    super(message);
    this.name = "MongoError";
    this.code = code;
    this.codeName = NAMES.get(String(code)) ?? `Location${code}`;
    this.extra = extra;
  }
}

/** Codes of disk and storage errors, which fail the whole command instead of one statement. */
const RESOURCE_CODES = new Set([14031, 39, 46, 322]);

/** Whether an error comes from the disk rather than from the request. */
export function isResourceError(error: unknown): boolean {
  return error instanceof MongoError && RESOURCE_CODES.has(error.code);
}

/** Errors that several modules throw. */
export const errors = {
  badValue: (message: string) => new MongoError(2, message),
  failedToParse: (message: string) => new MongoError(9, message),
  typeMismatch: (message: string) => new MongoError(14, message),
  namespaceNotFound: (namespace: string) => new MongoError(26, `ns does not exist: ${namespace}`),
  invalidNamespace: (namespace: string) => new MongoError(73, `Invalid namespace specified '${namespace}'`),
  dropped: () => new MongoError(175, "The collection or index was dropped while it was in use"),
  /** The operation needs a MongoDB server. */
  notImplemented: (what: string) =>
    new MongoError(238, `${what} is not supported here: use a MongoDB server (MONGODB_URI)`),
};

/** Another process uses the data directory. Nothing was changed. */
export class DirectoryInUseError extends Error {
  override name = "DirectoryInUseError";
}

/** The new database is incomplete or unreadable. The old one is unchanged. */
export class CorruptDatabaseError extends Error {
  override name = "CorruptDatabaseError";
}
