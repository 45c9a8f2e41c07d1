import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";
import { duplicateKeyFields } from "./db/failures.server";

type CounterRecord = { _id: string; value: number };

const CounterModel = defineModel<CounterRecord>(
  "Counter",
  new Schema<CounterRecord>(
    { _id: String, value: { type: Number, required: true } },
    { versionKey: false, collection: "counters" },
  ),
);

/** User id 1 belongs to the administrator made on the command line; people who register begin at 2. */
const FIRST_USER_ID = 2;

/**
 * The next numeric user id. Gaps are allowed (a refused registration uses one up), repeats are not. Counting and making
 * the counter are two writes: one that does both may give a number twice on some servers when the first two meet.
 */
export async function nextUserId(): Promise<number> {
  for (;;) {
    const counter = await CounterModel.findOneAndUpdate(
      { _id: "users" },
      { $inc: { value: 1 } },
      { returnDocument: "after" },
    ).lean();
    if (counter) return counter.value + FIRST_USER_ID - 1;
    await makeCounter();
  }
}

async function makeCounter(): Promise<void> {
  try {
    await CounterModel.create({ _id: "users", value: 0 });
  } catch (error) {
    if (!duplicateKeyFields(error)) throw error;
  }
}
