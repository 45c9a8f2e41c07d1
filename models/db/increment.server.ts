import type { Model, UpdateQuery } from "mongoose";
import { duplicateKeyFields } from "./failures.server";

/** Adds to a count. The record first, then the count: of two writes that do both and meet, one may be refused. */
export async function incrementCount<T extends { _id: string }>(
  model: Model<T>,
  record: T,
  $inc: Partial<Record<keyof T & string, number>>,
): Promise<void> {
  const change = () => model.updateOne({ _id: record._id }, { $inc } as UpdateQuery<T>);
  if ((await change()).matchedCount === 1) return;
  try {
    await model.create(record);
  } catch (error) {
    if (!duplicateKeyFields(error)) throw error;
  }
  await change();
}
