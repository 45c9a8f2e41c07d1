import { randomBytes } from "node:crypto";
import { Int32 } from "bson";
import { errors, MongoError } from "../errors.js";
import { decode, encode, isDoc, type Doc } from "../language/bson.js";
import { matches, parseFilter } from "../language/filter.js";
import { isNumeric, toNumber } from "../language/number.js";
import { appendField, compileByteProjection } from "../language/project-bytes.js";
import { compileProjectStage } from "../language/projection.js";
import { compileSort } from "../language/sort.js";
import type { Budget, Stream } from "../storage/budget.js";
import { Sorter } from "../storage/sort.js";

/** A document in a pipeline. Its value and its bytes are converted lazily. */
export type PipelineItem = { readonly doc: Doc; readonly bytes: Uint8Array };

/** One stage: documents in, documents out, one at a time. */
export type Stage = (input: Stream<PipelineItem>) => Stream<PipelineItem>;

/** An item that a stage created as a value. */
export class DecodedItem implements PipelineItem {
  #bytes: Uint8Array | undefined;

  constructor(readonly doc: Doc) {}

  get bytes(): Uint8Array {
    return (this.#bytes ??= encode(this.doc));
  }
}

/** An item whose bytes a stage copied from another item. */
class Copied implements PipelineItem {
  #doc: Doc | undefined;

  constructor(readonly bytes: Uint8Array) {}

  get doc(): Doc {
    return (this.#doc ??= decode(this.bytes));
  }
}

/** @throws MongoError for a stage that MongoDB or this engine does not know */
export function stageOf(name: string, spec: unknown, budget: Budget): Stage {
  switch (name) {
    case "$match": {
      const filter = parseFilter(filterOf(spec));
      return (input) => change(input, (item) => (matches(filter, item.doc) ? item : undefined));
    }
    case "$project": {
      const project = compileProjectStage(spec);
      const ofBytes = isDoc(spec) ? compileByteProjection(spec) : undefined;
      return (input) =>
        change(input, (item) =>
          ofBytes ? new Copied(ofBytes(item.bytes)) : new DecodedItem(project(item.doc)),
        );
    }
    case "$addFields":
    case "$set": {
      const constants = constantsOf(spec);
      return (input) => change(input, (item) => withConstants(item, constants));
    }
    case "$sort": {
      const { keyOf } = compileSort(sortOf(spec));
      return (input) => sorted(input, keyOf, budget);
    }
    case "$skip":
      return (input) => slice(input, skipOf(spec), Infinity);
    case "$limit":
      return (input) => slice(input, 0, limitOf(spec));
    case "$count": {
      if (typeof spec !== "string" || spec === "")
        throw new MongoError(40156, "the count field must be a non-empty string");
      if (spec.startsWith("$")) throw new MongoError(40158, "the count field cannot be a $-prefixed path");
      if (spec.includes(".")) throw new MongoError(40160, "the count field cannot contain '.'");
      return (input) => counting(input, spec);
    }
    case "$sample": {
      const size = isDoc(spec) && isNumeric(spec["size"]) ? toNumber(spec["size"]) : -1;
      if (!(size > 0)) throw new MongoError(28747, "size argument to $sample must be a positive integer");
      // The first documents of a random order are a uniform sample.
      return (input) => sorted(input, () => randomBytes(8), budget, size);
    }
    case "$collStats":
    case "$indexStats":
      throw new MongoError(40602, `${name} is only valid as the first stage in a pipeline.`);
  }
  throw new MongoError(40324, `Unrecognized pipeline stage name: '${name}'`);
}

/** The constants that `$addFields` sets at the top level; expressions are not supported. */
function constantsOf(spec: unknown): [name: string, value: unknown][] {
  if (!isDoc(spec)) throw new MongoError(40272, "$addFields specification stage must be an object");
  const constants = Object.entries(spec);
  if (constants.length === 0)
    throw new MongoError(
      40177,
      "Invalid $addFields :: caused by :: specification must have at least one field",
    );
  return constants.map(([name, value]) => {
    if (name === "" || name.includes(".") || name.startsWith("$"))
      throw errors.notImplemented(`$addFields of '${name}'`);
    if (!isDoc(value)) {
      if (Array.isArray(value) || (typeof value === "string" && value.startsWith("$")))
        throw errors.notImplemented(`A computed field ('${name}')`);
      return [name, value];
    }
    const [only, ...more] = Object.entries(value);
    if (only?.[0] === "$literal" && more.length === 0) return [name, only[1]];
    throw errors.notImplemented(`A computed field ('${name}')`);
  });
}

function withConstants(item: PipelineItem, constants: [string, unknown][]): PipelineItem {
  let { bytes } = item;
  for (const [name, value] of constants) {
    const longer = appendField(bytes, name, value);
    if (!longer) return new DecodedItem({ ...item.doc, ...Object.fromEntries(constants) });
    bytes = longer;
  }
  return new Copied(bytes);
}

export function filterOf(spec: unknown): Doc {
  if (isDoc(spec)) return spec;
  throw new MongoError(15959, "the match filter must be an expression in an object");
}

export function sortOf(spec: unknown): Doc {
  if (!isDoc(spec)) throw new MongoError(15973, "the $sort key specification must be an object");
  if (Object.keys(spec).length === 0)
    throw new MongoError(15976, "$sort stage must have at least one sort key");
  return spec;
}

export function skipOf(spec: unknown): number {
  const skip = isNumeric(spec) ? toNumber(spec) : -1;
  if (Number.isInteger(skip) && skip >= 0) return skip;
  throw new MongoError(5107200, "invalid argument to $skip stage: Expected a non-negative number");
}

export function limitOf(spec: unknown): number {
  const limit = isNumeric(spec) ? toNumber(spec) : NaN;
  if (!Number.isInteger(limit) || limit < 0)
    throw new MongoError(5107201, "invalid argument to $limit stage: Expected a non-negative number");
  if (limit === 0) throw new MongoError(15958, "the limit must be positive");
  return limit;
}

function* change(
  input: Stream<PipelineItem>,
  into: (item: PipelineItem) => PipelineItem | undefined,
): Stream<PipelineItem> {
  for (const item of input) {
    const changed = item && into(item);
    if (changed || !item) yield changed;
  }
}

function* slice(input: Stream<PipelineItem>, skip: number, limit: number): Stream<PipelineItem> {
  let at = 0;
  for (const item of input) {
    if (!item || at++ >= skip) yield item;
    if (at >= skip + limit) return;
  }
}

function* sorted(
  input: Stream<PipelineItem>,
  keyOf: (doc: Doc) => Buffer,
  budget: Budget,
  wanted = Infinity,
): Stream<PipelineItem> {
  const sorter = new Sorter<PipelineItem>(wanted, budget);
  for (const item of input) {
    if (item) yield* sorter.add(keyOf(item.doc), item, item.bytes.length);
    else yield undefined;
  }
  yield* sorter.drain();
}

/** Yields the count; no document for an empty input. */
function* counting(input: Stream<PipelineItem>, name: string): Stream<PipelineItem> {
  let total = 0;
  for (const item of input) {
    if (item) total++;
    else yield undefined;
  }
  if (total > 0) yield new DecodedItem({ [name]: new Int32(total) });
}
