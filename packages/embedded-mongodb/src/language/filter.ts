import type { Collation } from "./compare.js";
import type { Doc } from "./bson.js";
export type Filter =
  | { kind: "and" | "or" | "nor"; of: Filter[] }
  | { kind: "cmp"; path: string; op: "$eq" | "$gt" | "$gte" | "$lt" | "$lte"; value: unknown }
  | { kind: "in"; path: string; values: unknown[]; patterns: RegExp[] }
  | { kind: "regex"; path: string; regex: RegExp; prefix: string | undefined }
  | { kind: "test"; path: string; op: string; argument: unknown; test: (value: unknown) => boolean }
  | { kind: "elem"; path: string; of: Filter; whole: boolean }
  | { kind: "expr"; test: (doc: Doc) => boolean };
export interface FilterOptions { collation?: Collation; now: Date; let?: Doc }
export function parseFilter(_filter: Doc, _options: FilterOptions): Filter { throw new Error("todo"); }
export function matches(_filter: Filter, _doc: Doc): boolean { throw new Error("todo"); }
export function matchedArrayIndex(_filter: Filter, _doc: Doc, _path: string): number | undefined { throw new Error("todo"); }
