import type { Collation } from "./compare.js";
import type { Doc } from "./bson.js";
export interface CompiledSort { fields: [path: string, direction: 1 | -1][]; compare(a: Doc, b: Doc): number }
export function compileSort(_spec: Doc, _collation?: Collation): CompiledSort { throw new Error("todo"); }
