import type mongoose from "mongoose";

type Wanted<T> = {
  fields: Partial<Record<keyof T & string, 0 | 1>>;
  sort?: Partial<Record<keyof T & string, 1 | -1>>;
  limit: number;
};

/**
 * What a page reads at every visit: records as they are stored, past Mongoose's query, which copies, casts and hooks for more
 * than finding them costs. The filter is written in code, in the types that are stored.
 */
export function readRecords<T extends object, R = T>(
  model: mongoose.Model<T>,
  filter: mongoose.mongo.Filter<T>,
  { fields, sort, limit }: Wanted<T>,
): Promise<R[]> {
  const stored = model.collection as unknown as mongoose.mongo.Collection<T>;
  const options: mongoose.mongo.FindOptions = { projection: fields, limit };
  if (sort) options.sort = sort as Record<string, 1 | -1>;
  return stored.find(filter, options).toArray() as Promise<unknown> as Promise<R[]>;
}
