import { errors, MongoError } from "../errors.js";
import { field, isDoc, setField, typeName, type Doc } from "./bson.js";
import { parseElemMatch, type Filter } from "./filter.js";
import { elementMatches, matchedArrayIndex } from "./match.js";
import { isNumeric, toNumber, truthy } from "./number.js";

/** Computes a field's projected value from its current one. */
type Reshape = (value: unknown, root: Doc) => unknown;

/** The projection of one field: include, exclude, reshape, or project its fields. */
type Part = boolean | Reshape | Tree;

class Tree {
  readonly parts = new Map<string, Part>();
}

class Shape {
  readonly #tree = new Tree();
  #including: boolean | undefined;
  #positional = false;

  /** `filter` is the filter of a find. Without it this is a `$project` stage, which has no array operators. */
  constructor(private readonly filter: Filter | undefined) {}

  read(spec: Doc): this {
    for (const [path, value] of Object.entries(spec)) this.#entry(path, value);
    return this;
  }

  compile(): (doc: Doc) => Doc {
    const tree = this.#tree;
    const id = tree.parts.get("_id");
    // Without other fields, `_id` decides: `_id: 1` drops the other fields; `_id: 0`, or $slice alone, keeps them.
    const keep = !(this.#including ?? id === true);
    if (!keep && id === undefined) tree.parts.set("_id", true);
    if (keep && id === true) tree.parts.delete("_id");
    return (doc) => reshape(tree, doc, doc, keep) as Doc;
  }

  #entry(path: string, value: unknown): void {
    if (path === "") throw new MongoError(40352, "FieldPath cannot be constructed with empty string");
    if (isNumeric(value) || typeof value === "boolean") return this.#flag(path, truthy(value));
    if (!isDoc(value)) throw errors.notImplemented(`A computed field ('${path}')`);
    const [name] = Object.keys(value);
    if (name === undefined)
      throw new MongoError(51270, `An empty sub-projection is not a valid value: '${path}'`);
    if (!name.startsWith("$")) {
      for (const [inner, each] of Object.entries(value)) this.#entry(`${path}.${inner}`, each);
    } else if (this.filter && name === "$elemMatch") {
      this.#put(path, this.#elemMatch(path, value[name]));
    } else if (this.filter && name === "$slice") {
      this.#put(path, slice(value[name]));
    } else {
      throw errors.notImplemented(`The expression ${name}`);
    }
  }

  #elemMatch(path: string, argument: unknown): Reshape {
    if (!isDoc(argument))
      throw new MongoError(31274, `elemMatch: object required, but got ${typeName(argument)}`);
    if (path.includes("."))
      throw new MongoError(31275, "Cannot use $elemMatch projection on a nested field.");
    this.#including ??= true;
    const condition = parseElemMatch(path, argument);
    return (value) => {
      const found = Array.isArray(value)
        ? value.find((element) => elementMatches(condition, element))
        : undefined;
      return found === undefined ? undefined : [found];
    };
  }

  #flag(path: string, include: boolean): void {
    if (this.filter && path.endsWith(".$")) return this.#position(path.slice(0, -2));
    if (path !== "_id") {
      if (this.#including !== undefined && this.#including !== include) {
        const [mine, other] = include ? ["inclusion", "exclusion"] : ["exclusion", "inclusion"];
        throw new MongoError(
          include ? 31253 : 31254,
          `Cannot do ${mine} on field ${path} in ${other} projection`,
        );
      }
      this.#including = include;
    }
    this.#put(path, include);
  }

  #position(path: string): void {
    if (this.#positional)
      throw new MongoError(31276, "Cannot specify more than one positional projection per query.");
    if (this.#including === false)
      throw new MongoError(31395, "positional projection cannot be used with exclusion");
    this.#positional = this.#including = true;
    const { filter } = this;
    this.#put(path, (value, root) => {
      if (!Array.isArray(value)) return value;
      const index = filter && matchedArrayIndex(filter, root, path);
      if (index === undefined)
        throw new MongoError(51246, "positional operator '.$' couldn't find a matching element");
      return [value[index]];
    });
  }

  #put(path: string, part: Part): void {
    const names = path.split(".");
    const last = names.pop()!;
    if (last === "" || names.includes(""))
      throw new MongoError(15998, "FieldPath field names may not be empty strings.");
    if (last.startsWith("$"))
      throw new MongoError(16410, `FieldPath field names may not start with '$', given '${last}'`);
    let tree = this.#tree;
    for (const name of names) {
      const next = tree.parts.get(name) ?? new Tree();
      if (!(next instanceof Tree)) throw collision(path, last);
      tree.parts.set(name, next);
      tree = next;
    }
    if (tree.parts.has(last)) throw collision(path, last);
    tree.parts.set(last, part);
  }
}

function collision(path: string, rest: string): MongoError {
  return new MongoError(31250, `Path collision at ${path} remaining portion ${rest}`);
}

function slice(argument: unknown): Reshape {
  const list = Array.isArray(argument) ? argument : [argument];
  if (!list.every(isNumeric) || list.length < 1 || list.length > 2)
    throw errors.notImplemented("The expression $slice");
  const [first, second] = list.map(toNumber) as [number, number?];
  if (second !== undefined && second <= 0)
    throw new MongoError(28729, `First argument to $slice must be positive: ${second}`);
  return (value) => {
    if (!Array.isArray(value)) return value;
    if (second === undefined) return first < 0 ? value.slice(first) : value.slice(0, first);
    const start = first < 0 ? Math.max(0, value.length + first) : first;
    return value.slice(start, start + second);
  };
}

function reshape(tree: Tree, value: unknown, root: Doc, keep: boolean): unknown {
  if (Array.isArray(value)) {
    return value
      .map((element) => reshape(tree, element, root, keep))
      .filter((element) => element !== undefined);
  }
  if (!isDoc(value)) return keep ? value : undefined;
  const doc: Doc = {};
  for (const name of Object.keys(value)) {
    const part = tree.parts.get(name);
    const current = field(value, name);
    let result: unknown;
    if (part === undefined ? keep : part === true) result = current;
    else if (part instanceof Tree) result = reshape(part, current, root, keep);
    else if (typeof part === "function") result = part(current, root);
    if (result !== undefined) setField(doc, name, result);
  }
  return doc;
}

/** Compiles the projection of a find, with `$slice`, `$elemMatch` and `a.$`, the element that the filter matched. */
export function compileProjection(spec: Doc, filter: Filter): (doc: Doc) => Doc {
  if (Object.keys(spec).length === 0) return (doc) => doc;
  return new Shape(filter).read(spec).compile();
}

/** Compiles a `$project` stage that includes or excludes fields. */
export function compileProjectStage(spec: unknown): (doc: Doc) => Doc {
  if (!isDoc(spec)) throw new MongoError(15969, "$project specification must be an object");
  if (Object.keys(spec).length === 0)
    throw new MongoError(51272, "projection specification must have at least one field");
  return new Shape(undefined).read(spec).compile();
}
