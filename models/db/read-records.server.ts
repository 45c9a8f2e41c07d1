import type mongoose from "mongoose";

type Order<T> = { [Field in keyof T & string]?: 1 | -1 };

type Wanted<T> = {
  /** The person who reads. What one person reads in the same turn is one trip to the database. */
  by: number;
  /** Everything where it is missing. */
  fields?: Partial<Record<keyof T & string, 0 | 1>>;
  /** By fields that are read. */
  sort?: Order<T>;
  limit: number;
};

type Stored = Record<string, unknown>;
type Question = {
  stored: mongoose.mongo.Collection<Stored>;
  filter: mongoose.mongo.Filter<Stored>;
  wanted: Wanted<Stored>;
  answer: (records: Stored[]) => void;
  fail: (error: unknown) => void;
};

/** What each person has asked in this turn. */
const asked = new Map<number, Question[]>();

/**
 * What a page reads at every visit: records as they are stored. It goes past Mongoose's query, which copies, casts and hooks for
 * more than finding them costs; the filter is written in code, in the types that are stored. And what a page reads together
 * travels together: two questions cost the driver twice as much as two halves of one.
 */
export function readRecords<T extends object, R = T>(
  model: mongoose.Model<T>,
  filter: mongoose.mongo.Filter<T>,
  wanted: Wanted<T>,
): Promise<R[]> {
  const { by } = wanted;
  return new Promise((resolve, reject) => {
    const question = {
      stored: model.collection as unknown as Question["stored"],
      filter: filter as Question["filter"],
      wanted: wanted as unknown as Question["wanted"],
      answer: resolve as unknown as Question["answer"],
      fail: reject,
    };
    const known = asked.get(by);
    if (known) return void known.push(question);
    const questions: Question[] = [question];
    asked.set(by, questions);
    // After everything that goes on at once in this turn has asked as well.
    process.nextTick(() => {
      asked.delete(by);
      ask(questions).catch((error: unknown) => questions.forEach(({ fail }) => fail(error)));
    });
  });
}

async function ask(questions: readonly Question[]): Promise<void> {
  const [first, ...others] = questions;
  if (!first) return;
  if (others.length === 0) {
    const { fields, sort, limit } = first.wanted;
    const options: mongoose.mongo.FindOptions = { limit };
    if (fields) options.projection = fields;
    if (sort) options.sort = sort as Record<string, 1 | -1>;
    return first.answer(await first.stored.find(first.filter, options).toArray());
  }
  const pipeline = [
    ...stagesOf(first, 0),
    ...others.map((other, at) => ({
      $unionWith: { coll: other.stored.collectionName, pipeline: stagesOf(other, at + 1) },
    })),
  ];
  // All of it in the first answer, unless it is megabytes.
  const batchSize = questions.reduce((sum, { wanted }) => sum + wanted.limit, 1);
  const found = await first.stored.aggregate(pipeline, { batchSize }).toArray();
  const parts = questions.map((): Stored[] => []);
  for (const record of found) parts[record[PART] as number]?.push(record);
  questions.forEach(({ wanted, answer }, at) => answer(inOrder(parts[at] ?? [], wanted.sort)));
}

/** Says of a record to which question it belongs. */
const PART = "_part";

const stagesOf = ({ filter, wanted: { fields, sort, limit } }: Question, part: number) => [
  { $match: filter },
  ...(sort ? [{ $sort: sort }] : []),
  { $limit: limit },
  ...(fields ? [{ $project: fields }] : []),
  { $addFields: { [PART]: part } },
];

/** Each part comes as it was sorted from the databases that we know, but none of them has promised it. */
function inOrder(records: Stored[], sort: Order<Stored> = {}): Stored[] {
  const fields = Object.entries(sort) as [string, number][];
  return records.sort((one, other) => {
    for (const [field, direction] of fields) {
      const [left, right] = [one[field], other[field]] as [string, string];
      if (left < right) return -direction;
      if (left > right) return direction;
    }
    return 0;
  });
}
