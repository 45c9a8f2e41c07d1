import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

export type CounterRecord = { _id: string; value: number };

const CounterModel = defineModel<CounterRecord>(
  "Counter",
  new Schema<CounterRecord>(
    { _id: String, value: { type: Number, required: true } },
    { versionKey: false, collection: "counters" },
  ),
);

/** User id 1 belongs to the administrator made on the command line; people who register begin at 2. */
const FIRST_USER_ID = 2;

/** The next numeric user id. Gaps are allowed (a refused registration uses one up), repeats are not. */
export async function nextUserId(): Promise<number> {
  const counter = await CounterModel.findOneAndUpdate(
    { _id: "users" },
    { $inc: { value: 1 } },
    { upsert: true, returnDocument: "after" },
  ).lean();
  return counter.value + FIRST_USER_ID - 1;
}
