import { duplicateKeyFields } from "#models/db/failures.server";
import { ShownPassageModel } from "#models/shown-passage.server";
import { isOfLibrary } from "~/domain/journal/prompts/prompt-library";
import { now } from "~/platform/clock";
import { fingerprint } from "~/platform/encryption.server";
import { log } from "~/platform/log.server";
import { DAY } from "~/domain/calendar/durations";
import { utcDay } from "~/domain/calendar/utc";

const KEEP_MS = 10 * DAY;

type Shown = { slot: string; forDate: string; passageRef: string; promptIds: readonly string[] };

/**
 * Writes down, once for each reflection, which passage and questions of the library were shown.
 * A person's own question is not recorded. A failure here must not keep the page from being read.
 */
export async function noteShown(
  userId: number,
  { slot, forDate, passageRef, promptIds }: Shown,
): Promise<void> {
  const names = [
    ...(passageRef ? [{ kind: "passage" as const, name: passageRef }] : []),
    ...promptIds.filter(isOfLibrary).map((name) => ({ kind: "prompt" as const, name })),
  ];
  const at = now();
  const around = { day: utcDay(at), expiresAt: new Date(at.getTime() + KEEP_MS) };
  try {
    await Promise.all(
      names.map(async (shown) => {
        const _id = fingerprint("shown", [userId, slot, forDate, shown.kind, shown.name].join("|"));
        await ShownPassageModel.create({ _id, ...shown, ...around }).catch((error: unknown) => {
          if (!duplicateKeyFields(error)) throw error;
        });
      }),
    );
  } catch (error) {
    log.error("shown.not_noted", error);
  }
}

type Tally = Map<string, number>;

/** What was shown on a day, and to how many reflections. */
export async function shownOn(day: string): Promise<{ served: Tally; shown: Tally }> {
  const tallies = { passage: new Map<string, number>(), prompt: new Map<string, number>() };
  const found = ShownPassageModel.find({ day })
    .select({ kind: 1, name: 1 })
    .lean()
    .cursor({ batchSize: 1000 });
  for await (const { kind, name } of found) tallies[kind].set(name, (tallies[kind].get(name) ?? 0) + 1);
  return { served: tallies.passage, shown: tallies.prompt };
}
