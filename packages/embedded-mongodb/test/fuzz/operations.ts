import { BSON, type Collection, type Document, type Filter, type Sort } from "mongodb";
import { ARRAYS, document, number, PATHS, scalar } from "./documents.js";
import { filter, simple } from "./filters.js";
import type { Random } from "./random.js";
import { replacement, update } from "./updates.js";

/** A driver call as data, run on both servers and printed if the results differ. */
export type Operation = {
  method: string;
  parameters: Document[];
  /** Whether the operation determines the order of the results. */
  ordered: boolean;
  writes: boolean;
};

const IDS = 14;
const id = (random: Random): Document => ({ _id: random.below(IDS) });

/** Generates a sort that ends with `_id`, because servers may order otherwise equal documents differently. */
function sort(random: Random): Sort {
  const fields = random.list(0, 2, () => [random.pick(PATHS), random.pick([1, -1])] as [string, 1 | -1]);
  return Object.fromEntries([...fields, ["_id", random.pick([1, -1])]]) as Sort;
}

const PROJECTED = ["a", "b", "l", "d.e", "k.e", "k.f", "z"];

/** Generates a projection that is also valid as a `$project` stage. */
function plainProjection(random: Random): Document {
  const kind = random.pick([0, 1]);
  return {
    ...Object.fromEntries(random.list(1, 3, () => [random.pick(PROJECTED), kind])),
    ...(random.oneIn(3) ? { _id: 0 } : {}),
  };
}

function projection(random: Random): Document {
  return random.choose<Document>(
    () => plainProjection(random),
    () => plainProjection(random),
    () => ({ [random.pick(ARRAYS)]: { $slice: random.pick<unknown>([1, -2, [1, 2], [-3, 2]]) } }),
    () => ({ a: 1, k: { $elemMatch: { e: scalar(random) } } }),
    () => ({ l: { $elemMatch: { $gte: number(random) } } }),
  );
}

function find(random: Random): Operation {
  const ordered = random.oneIn(2);
  const options = {
    ...(ordered ? { sort: sort(random), skip: random.below(3), limit: random.below(6) } : {}),
    ...(random.oneIn(3) ? { projection: projection(random) } : {}),
  };
  return { method: "find", parameters: [filter(random), options], ordered, writes: false };
}

function aggregate(random: Random): Operation {
  const stages = random.list<Document>(0, 2, () =>
    random.choose<Document>(
      () => ({ $match: filter(random) }),
      () => ({ $sort: sort(random) }),
      () => ({ $skip: random.below(3) }),
      () => ({ $limit: 1 + random.below(5) }),
      () => ({ $project: plainProjection(random) }),
    ),
  );
  const pipeline = [{ $match: filter(random) }, { $sort: sort(random) }, ...stages];
  if (random.oneIn(4)) pipeline.push({ $count: "n" } as never);
  return { method: "aggregate", parameters: pipeline, ordered: true, writes: false };
}

const read = (method: string, ...parameters: unknown[]): Operation => ({
  method,
  parameters: parameters as Document[],
  ordered: false,
  writes: false,
});
const write = (method: string, ...parameters: Document[]): Operation => ({
  method,
  parameters,
  ordered: false,
  writes: true,
});

/** Generates an update with positional operators. */
function positional(random: Random): Operation {
  const wanted = number(random);
  return random.choose(
    () => write("updateOne", { ...id(random), l: wanted }, { $set: { "l.$": scalar(random) } }),
    () => write("updateOne", { ...id(random), "k.e": wanted }, { $inc: { "k.$.f": 1 } }),
    () =>
      write(
        "updateMany",
        {},
        { $set: { "l.$[i]": scalar(random) } },
        { arrayFilters: [{ i: { $gte: wanted } }] },
      ),
    () =>
      write(
        "updateMany",
        simple(random),
        { $set: { "k.$[i].e": scalar(random) } },
        { arrayFilters: [{ "i.e": wanted }] },
      ),
  );
}

function findAndModify(random: Random): Operation {
  const options = {
    sort: sort(random) as Document,
    returnDocument: random.pick(["before", "after"]),
    ...(random.oneIn(3) ? { projection: projection(random) } : {}),
  };
  return random.choose(
    () => write("findOneAndUpdate", filter(random), update(random), options),
    () => write("findOneAndReplace", filter(random), replacement(random), options),
    () => write("findOneAndDelete", filter(random), { sort: options.sort }),
    () =>
      write("findOneAndUpdate", { _id: 100 + random.below(5), ...simple(random) }, update(random), {
        ...options,
        upsert: true,
      }),
  );
}

export function operation(random: Random): Operation {
  return random.choose(
    () => find(random),
    () => find(random),
    () => find(random),
    () => find(random),
    () => aggregate(random),
    () => aggregate(random),
    () => read("countDocuments", filter(random), { skip: random.below(2), limit: 1 + random.below(9) }),
    () => read("countDocuments", filter(random)),
    () => read("distinct", random.pick(PATHS), filter(random)),
    () => write("updateOne", id(random), update(random)),
    () => write("updateOne", id(random), update(random)),
    () => write("updateOne", { ...id(random), ...simple(random) }, update(random)),
    () => write("updateMany", filter(random), update(random)),
    () =>
      write("updateOne", { _id: 100 + random.below(5), ...simple(random) }, update(random), { upsert: true }),
    () => write("replaceOne", id(random), replacement(random), { upsert: random.oneIn(2) }),
    () => positional(random),
    () => findAndModify(random),
    () => write("insertOne", document(random, random.below(IDS))),
    () => write(random.pick(["deleteOne", "deleteMany"]), { ...id(random), ...simple(random) }),
  );
}

/** Result of an operation: a value, or an error's code and message. */
export type Answer = {
  result?: unknown;
  code?: number;
  message?: string;
};

type Method = (...parameters: unknown[]) => Promise<unknown> & { toArray?: () => Promise<unknown> };

export async function perform(collection: Collection, { method, parameters }: Operation): Promise<Answer> {
  try {
    if (method === "aggregate") return { result: await collection.aggregate(parameters).toArray() };
    const call = (collection as unknown as Record<string, Method>)[method]!.bind(collection);
    const result = call(...parameters);
    return { result: await (result.toArray ? result.toArray() : result) };
  } catch (error) {
    const { code, message } = error as Document;
    // An error without a code does not come from the server.
    if (code === undefined) throw error;
    return { code: Number(code), message: String(message) };
  }
}

const text = (value: unknown): string => BSON.EJSON.stringify(value, { relaxed: false });

/** Converts counts to plain numbers, because servers return them in different types. */
function counts(result: Document): Document {
  return Object.fromEntries(
    Object.entries(result).map(([name, value]) => [name, name.endsWith("Count") ? Number(value) : value]),
  );
}

/** Removes number types: of equal numbers of several types, a server may return any as the distinct value. */
function plainNumbers(value: unknown): string {
  return text(value).replace(/\{"\$number\w+":"([^"]*)"\}/g, (_, digits) => String(Number(digits)));
}

export function normal(operation: Operation, { result, code }: Answer): string {
  if (code !== undefined) return `error ${code}`;
  if (operation.method === "countDocuments") return String(Number(result));
  if (operation.method === "distinct") return `[${(result as unknown[]).map(plainNumbers).sort().join()}]`;
  if (Array.isArray(result)) {
    const lines = result.map(text);
    return (operation.ordered ? lines : lines.sort()).join("\n");
  }
  return text(result && typeof result === "object" ? counts(result) : result);
}

export async function contents(collection: Collection): Promise<Document[]> {
  return collection.find({} as Filter<Document>, { sort: { _id: 1 } }).toArray();
}

export const show = (value: unknown): string => BSON.EJSON.stringify(value, { relaxed: true });
export { text };
