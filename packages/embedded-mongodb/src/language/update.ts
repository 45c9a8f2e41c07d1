import { errors, MongoError } from "../errors.js";
import { arrayIndex, clone, field, formatValue, isDoc, setField, type Doc } from "./bson.js";
import { matchedArrayIndex, matches, parseFilter, type Filter } from "./filter.js";
import { modifierNamed, type Modifier } from "./modifiers.js";
import { equalValues, identical } from "./sort.js";

/** A compiled update. */
export type CompiledUpdate = {
  isReplacement: boolean;
  /** The updated document; `changed` is true if any byte differs. */
  apply(doc: Doc, occasion: Occasion): { doc: Doc; changed: boolean };
  /** Initial document of an upsert: the filter's equality conditions. */
  upsertSeed(filter: Filter): Doc;
};

/** Options that change the meaning of an update. */
export type UpdateOptions = {
  arrayFilters?: Doc[];
  now: Date;
};

type FieldChange = {
  path: string[];
  modify: Modifier;
  /** Whether a path blocked by a scalar is a no-op instead of an error. */
  lenient: boolean | "unless inserting";
  renameTo?: string[];
};

/** The filter that found the document, and whether an upsert is inserting the document. */
type Occasion = {
  filter: Filter;
  isInsert: boolean;
};

/** Compiles an update document or a replacement. */
export function compileUpdate(update: Doc | Doc[], options: UpdateOptions): CompiledUpdate {
  if (Array.isArray(update)) throw errors.notImplemented("An update by a pipeline");
  const names = Object.keys(update);
  if (!names[0]?.startsWith("$")) return compileReplacement(update, options);
  const filters = compileArrayFilters(options);
  const changes = names.flatMap((name) => compileOperator(name, update[name], options));
  checkConflicts(changes);
  checkArrayFilters(changes, filters);
  changes.sort((a, b) => comparePaths(a.path, b.path));
  return {
    isReplacement: false,
    apply(original, occasion) {
      const doc = clone(original);
      for (const change of changes) {
        for (const path of expand(doc, change.path, original, occasion.filter, filters))
          changeField(doc, path, change, occasion);
      }
      return restoreId(original, doc);
    },
    upsertSeed: (filter) => seedFrom(filter, false),
  };
}

/** Restores the original `_id`. @throws MongoError if the update changed its value */
function restoreId(original: Doc, doc: Doc): { doc: Doc; changed: boolean } {
  const id = field(original, "_id");
  if (id !== undefined && !equalValues(id, field(doc, "_id")))
    throw new MongoError(66, "The update would modify the immutable field '_id'");
  if (id !== undefined) doc._id = id;
  return { doc, changed: !identical(original, doc) };
}

function compileReplacement(update: Doc, { arrayFilters }: UpdateOptions): CompiledUpdate {
  const dollar = Object.keys(update).find((name) => name.startsWith("$"));
  if (dollar)
    throw new MongoError(52, `The dollar ($) prefixed field '${dollar}' is not allowed in a replacement`);
  if (arrayFilters?.length)
    throw errors.failedToParse("Cannot specify arrayFilters and a replacement-style update");
  return {
    isReplacement: true,
    apply(original) {
      const id = field(original, "_id") ?? field(update, "_id");
      const given = field(update, "_id");
      if (given !== undefined && !equalValues(given, id))
        throw new MongoError(66, `the (immutable) field '_id' was altered to _id: ${formatValue(given)}`);
      const doc = { ...(id === undefined ? {} : { _id: id }), ...update };
      if (id !== undefined) doc._id = id;
      return { doc, changed: !identical(original, doc) };
    },
    upsertSeed: (filter) => seedFrom(filter, true),
  };
}

function compileOperator(name: string, fields: unknown, options: UpdateOptions): FieldChange[] {
  const compile = name === "$rename" ? undefined : modifierNamed(name);
  if (!isDoc(fields))
    throw errors.failedToParse(`Modifiers operate on fields but we found ${name}: ${formatValue(fields)}`);
  const lenient = name === "$unset" || (name === "$setOnInsert" && "unless inserting");
  return Object.entries(fields).map(([path, argument]): FieldChange => {
    const parts = splitPath(path);
    if (!compile) return renameChange(path, parts, argument);
    return { path: parts, modify: compile(argument, path, options.now), lenient };
  });
}

function renameChange(path: string, parts: string[], argument: unknown): FieldChange {
  if (typeof argument !== "string")
    throw errors.badValue(`The 'to' field for $rename must be a string: ${path}: ${formatValue(argument)}`);
  const renameTo = splitPath(argument);
  if ([...parts, ...renameTo].some(isPositional))
    throw errors.badValue(`The source and target field for $rename must not be dynamic: ${path}`);
  if (path === argument)
    throw errors.badValue(`The source and target field for $rename must differ: ${path}: "${argument}"`);
  return { path: parts, renameTo, modify: (current) => current, lenient: false };
}

function splitPath(path: string): string[] {
  const parts = path.split(".");
  if (parts.includes("")) throw new MongoError(56, `The update path '${path}' contains an empty field name`);
  if (isPositional(parts[0]!))
    throw errors.badValue(`Cannot have a positional element in the first position in path '${path}'`);
  return parts;
}

function isPositional(part: string): boolean {
  return part === "$" || /^\$\[.*\]$/.test(part);
}

function comparePaths(a: string[], b: string[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const numbers = [arrayIndex(a[i]), arrayIndex(b[i])];
    if (numbers[0] !== undefined && numbers[1] !== undefined && numbers[0] !== numbers[1])
      return numbers[0] - numbers[1];
    if (a[i] !== b[i]) return a[i]! < b[i]! ? -1 : 1;
  }
  return a.length - b.length;
}

function checkConflicts(changes: FieldChange[]): void {
  const paths = changes
    .flatMap(({ path, renameTo }) => (renameTo ? [path, renameTo] : [path]))
    .sort(comparePaths);
  for (let i = 1; i < paths.length; i++) {
    const [shorter, longer] = [paths[i - 1]!, paths[i]!];
    if (shorter.every((part, at) => part === longer[at]))
      throw new MongoError(
        40,
        `Updating '${longer.join(".")}' would create a conflict at '${shorter.join(".")}'`,
      );
  }
}

function identifierOf(filter: Doc): string | undefined {
  for (const [name, value] of Object.entries(filter)) {
    if (!name.startsWith("$")) return name.split(".")[0];
    if (Array.isArray(value)) return value.filter(isDoc).map(identifierOf)[0];
  }
  return undefined;
}

function compileArrayFilters(options: UpdateOptions): Map<string, Filter> {
  const filters = new Map<string, Filter>();
  for (const spec of options.arrayFilters ?? []) {
    const name = identifierOf(spec);
    if (name === undefined) throw errors.failedToParse("An array filter needs a field name");
    if (!/^[a-z][a-zA-Z0-9]*$/.test(name))
      throw errors.badValue(`The name of an array filter begins with a lowercase letter, found '${name}'`);
    if (filters.has(name)) throw errors.failedToParse(`Found multiple array filters named ${name}`);
    filters.set(name, parseFilter(spec));
  }
  return filters;
}

function checkArrayFilters(changes: FieldChange[], filters: Map<string, Filter>): void {
  const used = new Set<string>();
  for (const { path } of changes) {
    for (const part of path) {
      const name = /^\$\[(.+)\]$/.exec(part)?.[1];
      if (name === undefined) continue;
      if (!filters.has(name))
        throw errors.badValue(`No array filter found for '${name}' in '${path.join(".")}'`);
      used.add(name);
    }
  }
  for (const name of filters.keys()) {
    if (!used.has(name)) throw errors.failedToParse(`The array filter '${name}' was not used in the update`);
  }
}

/** Expands the positional parts of a path to the concrete paths in this document. */
function expand(
  doc: Doc,
  path: string[],
  original: Doc,
  filter: Filter,
  filters: Map<string, Filter>,
): string[][] {
  const at = path.findIndex(isPositional);
  if (at < 0) return [path];
  const [before, part, after] = [path.slice(0, at), path[at]!, path.slice(at + 1)];
  const goOn = (index: number): string[][] =>
    expand(doc, [...before, String(index), ...after], original, filter, filters);
  if (part === "$") {
    const index = matchedArrayIndex(filter, original, before.join("."));
    if (index === undefined) throw errors.badValue("The positional operator found no match in the query");
    return goOn(index);
  }
  const array = read(doc, before).value;
  if (array === undefined)
    throw errors.badValue(`The path '${before.join(".")}' must exist to apply array updates`);
  if (!Array.isArray(array))
    throw errors.badValue(`Cannot apply array updates to non-array element ${before.at(-1)}`);
  const name = part.slice(2, -1);
  const condition = name && filters.get(name);
  return array.flatMap((element, index) =>
    !condition || matches(condition, { [name]: element }) ? goOn(index) : [],
  );
}

/** The value at a concrete path. `barred` is the index of the component where a scalar or an array blocks the path. */
function read(doc: Doc, path: string[]): { value: unknown; barred?: number } {
  let value: unknown = doc;
  for (let at = 0; at < path.length; at++) {
    const part = path[at]!;
    const index = arrayIndex(part);
    if (value === undefined) return { value };
    if (isDoc(value)) value = field(value, part);
    else if (Array.isArray(value) && index !== undefined) value = value[index];
    else return { value: undefined, barred: at };
  }
  return { value };
}

/** Maximum number of nulls that fill an array up to a position, as in MongoDB. */
const MAX_ARRAY_PADDING = 1_500_000;

function write(node: unknown, path: string[], value: unknown): void {
  const [part, ...rest] = path as [string, ...string[]];
  if (Array.isArray(node)) {
    const index = Number(part);
    if (index - node.length > MAX_ARRAY_PADDING)
      throw errors.badValue(`can't backfill more than ${MAX_ARRAY_PADDING} elements`);
    while (node.length < index) node.push(null);
    if (rest.length === 0) node[index] = value === undefined ? null : value;
    else write((node[index] ??= {}), rest, value);
    return;
  }
  const doc = node as Doc;
  if (rest.length > 0) {
    if (field(doc, part) === undefined) setField(doc, part, {});
    write(field(doc, part), rest, value);
  } else if (value === undefined) {
    delete doc[part];
  } else {
    setField(doc, part, value);
  }
}

function changeField(doc: Doc, path: string[], change: FieldChange, { isInsert }: Occasion): void {
  if (change.renameTo) return rename(doc, path, change.renameTo);
  const { value: current, barred } = read(doc, path);
  if (barred !== undefined) {
    if (change.lenient === true || (change.lenient === "unless inserting" && !isInsert)) return;
    throw pathNotViableError(doc, path, barred);
  }
  const value = change.modify(current, { path: path.join("."), doc, isInsert });
  if (value === undefined && current === undefined) return;
  if (value !== current) write(doc, path, clone(value));
}

function pathNotViableError(doc: Doc, path: string[], barred: number): MongoError {
  const element = read(doc, path.slice(0, barred)).value;
  return new MongoError(28, `Cannot create field '${path[barred]}' in ${formatValue(element)}`);
}

function rename(doc: Doc, from: string[], to: string[]): void {
  const { value, barred: barredFrom } = read(doc, from);
  if (barredFrom !== undefined) throw pathNotViableError(doc, from, barredFrom);
  for (const [path, which] of [
    [from, "source"],
    [to, "destination"],
  ] as const) {
    for (let end = 1; end < path.length; end++) {
      if (Array.isArray(read(doc, path.slice(0, end)).value))
        throw errors.badValue(`The ${which} field cannot be an array element: '${path.join(".")}'`);
    }
  }
  if (value === undefined) return;
  const { barred } = read(doc, to);
  if (barred !== undefined) throw pathNotViableError(doc, to, barred);
  write(doc, from, undefined);
  write(doc, to, value);
}

function equalities(filter: Filter): [path: string, value: unknown][] {
  if (filter.kind === "and") return filter.of.flatMap(equalities);
  if (filter.kind === "or" && filter.of.length === 1) return equalities(filter.of[0]!);
  if (filter.kind === "in" && filter.values.length === 1 && filter.patterns.length === 0)
    return [[filter.path, filter.values[0]]];
  return filter.kind === "cmp" && filter.op === "$eq" ? [[filter.path, filter.value]] : [];
}

function seedFrom(filter: Filter, onlyId: boolean): Doc {
  const seed: Doc = {};
  const seen: string[] = [];
  for (const [path, value] of equalities(filter)) {
    if (onlyId && path !== "_id") continue;
    const other = seen.find((each) => `${each}.`.startsWith(`${path}.`) || `${path}.`.startsWith(`${each}.`));
    if (other !== undefined)
      throw new MongoError(54, `cannot infer query fields to set: '${path}' and '${other}' are matched`);
    seen.push(path);
    write(seed, path.split("."), clone(value));
  }
  return "_id" in seed ? { _id: seed._id, ...seed } : seed;
}
