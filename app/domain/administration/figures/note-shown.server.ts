import { eventsOf, noteEvent } from "~/domain/analytics/event-days.server";
import { isOfLibrary } from "~/domain/journal/prompts/prompt-library";

/** Counts which passage and questions of the library a page shows, and not to whom. A person's own question is not counted. */
export function noteShown({
  passageRef,
  promptIds,
}: {
  passageRef: string;
  promptIds: readonly string[];
}): void {
  if (passageRef) noteEvent(`served:${passageRef}`);
  for (const id of promptIds) if (isOfLibrary(id)) noteEvent(`shown:${id}`);
}

type Tally = Map<string, number>;

/** What was shown on a day, and how often. */
export async function shownOn(day: string): Promise<{ served: Tally; shown: Tally }> {
  const [served, shown] = await Promise.all([eventsOf(day, "served:"), eventsOf(day, "shown:")]);
  return { served: new Map(Object.entries(served)), shown: new Map(Object.entries(shown)) };
}
