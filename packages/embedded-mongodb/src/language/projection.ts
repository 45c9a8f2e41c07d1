import type { Doc } from "./bson.js";
import type { Filter } from "./filter.js";
export function compileProjection(_spec: Doc, _filter?: Filter, _options?: { now: Date; let?: Doc }): (doc: Doc) => Doc { throw new Error("todo"); }
