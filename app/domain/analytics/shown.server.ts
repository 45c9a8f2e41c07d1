import { eventsOf, noteEvent } from "./event-days.server";

/** What a page shows of what came with the product or from the operator, and nothing of a person's own. */
type Shown = { passageRef: string; promptIds: readonly string[] };

/** Counts which passage and library questions a page shows, but not who sees them. */
export function noteShown({ passageRef, promptIds }: Shown): void {
  if (passageRef) noteEvent(`served:${passageRef}`);
  for (const id of promptIds) noteEvent(`shown:${id}`);
}

type Tally = Map<string, number>;

/** What was shown on a day, and how often. */
export async function shownOn(day: string): Promise<{ served: Tally; shown: Tally }> {
  const [served, shown] = await Promise.all([eventsOf(day, "served:"), eventsOf(day, "shown:")]);
  return { served: new Map(Object.entries(served)), shown: new Map(Object.entries(shown)) };
}
