import type { Collation } from "./compare.js";
import type { Doc } from "./bson.js";
import type { Filter } from "./filter.js";
export interface CompiledUpdate {
  isReplacement: boolean;
  apply(doc: Doc, context: { filter: Filter; isInsert: boolean }): { doc: Doc; changed: boolean };
  upsertSeed(filter: Filter): Doc;
}
export function compileUpdate(_update: Doc | Doc[], _options: { arrayFilters?: Doc[]; collation?: Collation; now: Date; let?: Doc }): CompiledUpdate { throw new Error("todo"); }
