import { storedBytes } from "#models/db/stored-bytes.server";
import { PrayerTurnModel } from "#models/prayer-turn.server";
import { PrayerModel } from "#models/prayer.server";
import { t } from "~/i18n/t";
import { isSealedValue } from "~/platform/encryption.server";

/** Whether everything that people carry in prayer is sealed. Opens nothing: the format of a value shows it. */
export async function checkIntentions(signal?: AbortSignal): Promise<{ count: number; problems: string[] }> {
  const problems: string[] = [];
  let count = 0;
  for await (const { _id, sealed } of sealedRecords()) {
    if (signal?.aborted) break;
    count += 1;
    if (!isSealedValue(storedBytes(sealed)))
      problems.push(t("The record {_id} of what is held in prayer is not encrypted.", { _id }));
  }
  return { count, problems };
}

async function* sealedRecords() {
  const only = { sealed: 1 } as const;
  yield* PrayerModel.find({}).select(only).lean().cursor({ batchSize: 200 });
  yield* PrayerTurnModel.find({}).select(only).lean().cursor({ batchSize: 20 });
}
