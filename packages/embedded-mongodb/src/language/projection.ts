import { errors, MongoError } from "../errors.js";
import { field, isDoc, render, setField, typeName, type Doc } from "./bson.js";
import {
  commandVariables,
  Compiler,
  truthy,
  type Evaluate,
  type ExpressionOptions,
  type Scope,
} from "./expression.js";
import { parseElemMatch, type Filter } from "./filter.js";
import { elementMatches, matchedArrayIndex } from "./match.js";
import { isNumeric, toNumber } from "./number.js";

/** Gives what becomes of a field's present value. */
type Reshape = (value: unknown, root: Doc) => unknown;

/** What a specification says of one field: keep it, leave it out, compute or reshape it, or look inside it. */
type Part = boolean | { evaluate: Evaluate } | { reshape: Reshape } | Tree;

class Tree {
  readonly parts = new Map<string, Part>();
  /** Whether something below is computed, so that missing documents have to be made. */
  computes = false;
}

type DocStage = (doc: Doc) => Doc;

class Shape {
  private readonly tree = new Tree();
  private including: boolean | undefined;
  private positional = false;

  constructor(
    private readonly options: ExpressionOptions,
    private readonly filter: Filter | undefined,
    private readonly find: boolean,
  ) {}

  read(spec: Doc): this {
    for (const [path, value] of Object.entries(spec)) this.entry(path, value);
    return this;
  }

  private entry(path: string, value: unknown): void {
    if (path === "") throw new MongoError(40352, "FieldPath cannot be constructed with empty string");
    if (isNumeric(value) || typeof value === "boolean") return this.flag(path, truthy(value));
    if (isDoc(value)) {
      const [name] = Object.keys(value);
      if (name === undefined) {
        throw new MongoError(
          51270,
          `An empty sub-projection is not a valid value. Found empty object at path '${path}'`,
        );
      }
      if (!name.startsWith("$")) {
        for (const [inner, each] of Object.entries(value)) this.entry(`${path}.${inner}`, each);
        return;
      }
      if (name === "$meta") throw errors.notImplemented("$meta");
      const special = this.find && this.special(path, name, value[name]);
      if (special) return this.put(path, { reshape: special });
    }
    if (this.including === false) {
      throw new MongoError(
        31252,
        `Cannot use expression ${path}: ${render(value)} in an exclusion projection`,
      );
    }
    this.including = true;
    this.put(path, { evaluate: new Compiler(this.options).compile(value) });
  }

  private special(path: string, name: string, argument: unknown): Reshape | undefined {
    if (name === "$elemMatch") {
      if (!isDoc(argument))
        throw new MongoError(
          31274,
          `elemMatch: Invalid argument, object required, but got ${typeName(argument)}`,
        );
      if (path.includes("."))
        throw new MongoError(31275, "Cannot use $elemMatch projection on a nested field.");
      this.including ??= true;
      const condition = parseElemMatch(path, argument, this.options);
      return (value) => {
        const found = Array.isArray(value)
          ? value.find((element) => elementMatches(condition, element))
          : undefined;
        return found === undefined ? undefined : [found];
      };
    }
    if (
      name !== "$slice" ||
      (Array.isArray(argument) && !argument.every(isNumeric)) ||
      typeof argument === "string"
    )
      return undefined;
    const [first, second] = (Array.isArray(argument) ? argument : [argument]).map(toNumber) as [
      number,
      number?,
    ];
    if (second !== undefined && second <= 0)
      throw new MongoError(28729, "First argument to $slice must be positive: " + second);
    return (value) => {
      if (!Array.isArray(value)) return value;
      if (second === undefined) return first < 0 ? value.slice(first) : value.slice(0, first);
      const start = first < 0 ? Math.max(0, value.length + first) : first;
      return value.slice(start, start + second);
    };
  }

  private flag(path: string, include: boolean): void {
    if (this.find && path.endsWith(".$")) return this.position(path.slice(0, -2));
    if (path !== "_id") {
      if (this.including !== undefined && this.including !== include) {
        const [mine, other] = include ? ["inclusion", "exclusion"] : ["exclusion", "inclusion"];
        throw new MongoError(
          include ? 31253 : 31254,
          `Cannot do ${mine} on field ${path} in ${other} projection`,
        );
      }
      this.including = include;
    }
    this.put(path, include);
  }

  private position(path: string): void {
    if (this.positional)
      throw new MongoError(31276, "Cannot specify more than one positional projection per query.");
    if (this.including === false)
      throw new MongoError(31395, "positional projection cannot be used with exclusion");
    this.positional = this.including = true;
    const { filter } = this;
    this.put(path, {
      reshape: (value, root) => {
        if (!Array.isArray(value)) return value;
        const index = filter && matchedArrayIndex(filter, root, path);
        if (index === undefined) {
          throw new MongoError(
            51246,
            "Executor error during find command :: caused by :: positional operator '.$' couldn't find a matching element in the array",
          );
        }
        return [value[index]];
      },
    });
  }

  private put(path: string, part: Part): void {
    const names = path.split(".");
    const last = names.pop()!;
    let tree = this.tree;
    for (const name of names) {
      const next = tree.parts.get(name) ?? new Tree();
      if (!(next instanceof Tree)) throw this.collision(path, last);
      tree.parts.set(name, next);
      tree.computes ||= typeof part === "object" && "evaluate" in part;
      tree = next;
    }
    if (last === "" || names.includes(""))
      throw new MongoError(15998, "FieldPath field names may not be empty strings.");
    if (last.startsWith("$"))
      throw new MongoError(
        16410,
        `FieldPath field names may not start with '$'. Consider using $getField or $setField.`,
      );
    if (tree.parts.has(last)) throw this.collision(path, last);
    tree.computes ||= typeof part === "object" && "evaluate" in part;
    tree.parts.set(last, part);
  }

  private collision(path: string, rest: string): MongoError {
    return new MongoError(31250, `Path collision at ${path} remaining portion ${rest}`);
  }

  compile(): DocStage {
    const { tree } = this;
    const id = tree.parts.get("_id");
    // Only `_id: 1`, or nothing but `_id: 0` and $slice, decides by itself whether other fields are kept.
    const keep = !(this.including ?? id === true);
    if (!keep && id === undefined) tree.parts.set("_id", true);
    if (keep && id === true) tree.parts.delete("_id");
    const variables = commandVariables(this.options);
    return (doc) => reshape(tree, doc, { root: doc, variables }, keep, false) as Doc;
  }

  compileAdding(): DocStage {
    const variables = commandVariables(this.options);
    return (doc) => reshape(this.tree, doc, { root: doc, variables }, true, true) as Doc;
  }

  /** For $addFields: every value is an expression, numbers and booleans too. */
  readAdded(spec: Doc, prefix = ""): this {
    for (const [name, value] of Object.entries(spec)) {
      const path = prefix + name;
      const nested = isDoc(value) && Object.keys(value).length > 0 && !Object.keys(value)[0]!.startsWith("$");
      if (nested) this.readAdded(value, `${path}.`);
      else this.put(path, { evaluate: new Compiler(this.options).compile(value) });
    }
    return this;
  }
}

function reshape(tree: Tree, value: unknown, scope: Scope, keep: boolean, adding: boolean): unknown {
  if (Array.isArray(value)) {
    return value
      .map((element) => reshape(tree, element, scope, keep, adding))
      .filter((element) => element !== undefined);
  }
  const source = isDoc(value) ? value : tree.computes ? {} : undefined;
  if (!source) return keep ? value : undefined;
  const doc: Doc = {};
  const set = (name: string, result: unknown): void => {
    if (result !== undefined) setField(doc, name, result);
  };
  for (const name of Object.keys(source)) {
    const part = tree.parts.get(name);
    const current = field(source, name);
    if (part === undefined ? keep : part === true) set(name, current);
    else if (part instanceof Tree) set(name, reshape(part, current, scope, keep, adding));
    else if (typeof part !== "object") continue;
    else if ("reshape" in part) set(name, part.reshape(current, scope.root as Doc));
    else if (adding || name === "_id") set(name, part.evaluate(scope));
  }
  if (!tree.computes) return doc;
  for (const [name, part] of tree.parts) {
    if (typeof part !== "object" || "reshape" in part) continue;
    if (part instanceof Tree) {
      if (part.computes && !Object.hasOwn(source, name))
        set(name, reshape(part, undefined, scope, keep, adding));
    } else if (!Object.hasOwn(source, name) || (!adding && name !== "_id")) {
      set(name, part.evaluate(scope));
    }
  }
  return doc;
}

/** Compiles the projection of a find: with `$slice`, `$elemMatch` and `a.$`, which speaks of the filter's match. */
export function compileProjection(
  spec: Doc,
  filter?: Filter,
  options: ExpressionOptions = { now: new Date() },
): (doc: Doc) => Doc {
  if (Object.keys(spec).length === 0) return (doc) => doc;
  return new Shape(options, filter, true).read(spec).compile();
}

/** Compiles a pipeline stage that makes one document of one document; undefined if `name` is no such stage. */
export function compileDocStage(
  name: string,
  spec: unknown,
  options: ExpressionOptions,
): DocStage | undefined {
  switch (name) {
    case "$project":
      if (!isDoc(spec)) throw new MongoError(15969, "$project specification must be an object");
      if (Object.keys(spec).length === 0) {
        throw new MongoError(
          51272,
          "Invalid $project :: caused by :: projection specification must have at least one field",
        );
      }
      return new Shape(options, undefined, false).read(spec).compile();
    case "$set":
    case "$addFields":
      if (!isDoc(spec))
        throw new MongoError(40272, `${name} specification stage must be an object, got ${typeName(spec)}`);
      return new Shape(options, undefined, false).readAdded(spec).compileAdding();
    case "$unset": {
      const paths = Array.isArray(spec) ? spec : [spec];
      if (paths.length === 0 || !paths.every((path) => typeof path === "string" && path !== "")) {
        throw new MongoError(31002, "$unset specification must be a string or an array of strings");
      }
      return new Shape(options, undefined, false)
        .read(Object.fromEntries(paths.map((path) => [path, false])))
        .compile();
    }
    case "$replaceRoot":
    case "$replaceWith": {
      const root = name === "$replaceRoot" && isDoc(spec) ? spec.newRoot : spec;
      const evaluate = new Compiler(options).compile(root);
      const variables = commandVariables(options);
      return (doc) => {
        const result = evaluate({ root: doc, variables });
        if (isDoc(result)) return result;
        throw new MongoError(
          40228,
          `'newRoot' expression must evaluate to an object, but resulting value was: ${result === undefined ? "MISSING" : render(result)}. Type of resulting value: '${typeName(result)}'.`,
        );
      };
    }
  }
  return undefined;
}
