import type { AggregateOptions, Document, FindOptions, IndexDescription, UpdateOptions } from "mongodb";

/** One operation on the case's collection, by the driver's name of the method. */
export type Call = [method: string, ...parameters: unknown[]];

/** A row of the tables: what is in the collection, what is done, and what MongoDB documents as the outcome. */
export type Case = {
  name: string;
  /** What the collection holds to begin with. */
  docs?: Document[];
  /** What further collections hold. */
  others?: Record<string, Document[]>;
  indexes?: IndexDescription[];

  /** Beyond the embedded engine: there it is refused by the error that says so, elsewhere it has the outcome below. */
  beyond?: boolean;

  /** One of these is done. */
  find?: [filter: Document, options?: FindOptions];
  update?: [filter: Document, update: Document | Document[], options?: UpdateOptions];
  aggregate?: [stages: Document[], options?: AggregateOptions];
  calls?: Call[];

  /** The identifiers found, in the order of the sort, or ascending when there is none. */
  ids?: unknown[];
  /** The result of the (last) operation: documents for find and aggregate. */
  want?: unknown;
  /** What the result of the last call has among other things. */
  has?: Document;
  /** What the collection holds afterwards, by ascending `_id`. */
  after?: Document[];
  /** The code that the operation fails with; several where servers of different versions give different ones. */
  code?: number | number[];
  /** What the error has among other things. */
  error?: Document;
};
