import type { AggregateOptions, Document, FindOptions, IndexDescription, UpdateOptions } from "mongodb";

/** One operation on the case's collection, by the driver's name of the method. */
export type Call = [method: string, ...parameters: unknown[]];

/** A test case: initial documents, an operation, and the outcome that MongoDB documents. */
export type Case = {
  name: string;
  /** Initial documents of the collection. */
  docs?: Document[];
  /** Initial documents of other collections. */
  others?: Record<string, Document[]>;
  indexes?: IndexDescription[];

  /** Exactly one operation is set. */
  find?: [filter: Document, options?: FindOptions];
  update?: [filter: Document, update: Document | Document[], options?: UpdateOptions];
  aggregate?: [stages: Document[], options?: AggregateOptions];
  calls?: Call[];

  /** Ids of the found documents, in the order of the sort, or ascending without one. */
  ids?: unknown[];
  /** The result of the (last) operation: documents for find and aggregate. */
  want?: unknown;
  /** Subset of the last call's result. */
  has?: Document;
  /** Content of the collection afterwards, by ascending `_id`. */
  after?: Document[];
  /** Expected error code; several if it depends on the server's version. */
  code?: number | number[];
  /** Subset of the error. */
  error?: Document;
};
