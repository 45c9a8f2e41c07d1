import type { Collation } from "./compare.js";
import type { Doc } from "./bson.js";
export interface Source {
  scan(collection: string, filter: Doc | undefined, sort?: Doc, limit?: number): Iterable<Doc>;
  count(collection: string, filter: Doc | undefined): number;
  indexStats?(collection: string): Iterable<Doc>;
  collectionStats?(collection: string): Doc;
}
export interface PipelineOptions {
  collection: string | undefined;
  now: Date;
  random: () => number;
  let?: Doc;
  collation?: Collation;
}
export function runPipeline(_stages: Doc[], _source: Source, _options: PipelineOptions): Iterable<Doc> {
  throw new Error("todo");
}
