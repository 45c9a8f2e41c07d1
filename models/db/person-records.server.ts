import mongoose from "mongoose";
import "#models/all.server";

/** How many records are deleted at a time, so that others are served in between. */
const BATCH = 200;

/** The log of what has happened names people by number alone, and its chain would break. */
const KEPT = ["AuditEvent"];

/**
 * Deletes every record that belongs to a person, in every collection whose records say so by `userId`: a new collection is
 * covered automatically. Can be interrupted anywhere and run again.
 * `kept` names models whose records stay.
 * @returns false when it was told to stop before the end
 */
export async function deleteRecordsOf(
  userId: number,
  signal: AbortSignal,
  kept: readonly string[] = [],
): Promise<boolean> {
  for (const model of Object.values(mongoose.models)) {
    if ([...KEPT, ...kept].includes(model.modelName) || !model.schema.path("userId")) continue;
    for (;;) {
      if (signal.aborted) return false;
      const ids = await model.find({ userId }).select({ _id: 1 }).limit(BATCH).lean<{ _id: unknown }[]>();
      if (ids.length === 0) break;
      await model.deleteMany({ _id: { $in: ids.map(({ _id }) => _id) } });
    }
  }
  return true;
}
