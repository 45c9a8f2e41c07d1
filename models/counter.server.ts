import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";
import { createIfMissing } from "./db/queries.server";

type CounterRecord = { _id: string; value: number };

const CounterModel = defineModel<CounterRecord>(
  "Counter",
  new Schema<CounterRecord>(
    { _id: String, value: { type: Number, required: true } },
    { versionKey: false, collection: "counters" },
  ),
);

/** User id 1 is reserved for the first administrator. */
const FIRST_USER_ID = 2;

/**
 * The next numeric user id: unique, possibly with gaps. Creating the counter is a separate write, because some servers
 * return a number twice for two concurrent upserts of a missing record.
 */
export async function nextUserId(): Promise<number> {
  for (;;) {
    const counter = await CounterModel.findOneAndUpdate(
      { _id: "users" },
      { $inc: { value: 1 } },
      { returnDocument: "after" },
    ).lean();
    if (counter) return counter.value + FIRST_USER_ID - 1;
    await createIfMissing(CounterModel, { _id: "users", value: 0 });
  }
}
