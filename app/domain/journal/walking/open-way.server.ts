import type { Draft } from "~/domain/journal/entries/drafts.server";
import type { Flow } from "~/domain/journal/prompt-sets/flow-shape";
import type { Member } from "~/domain/member/member";
import type { DaySlot } from "~/domain/member/prayer-times";
import { guidanceOf } from "~/domain/ways/guidance.server";
import { dayOfWalkOn, type Walk } from "~/domain/ways/walk";
import type { Way } from "~/domain/ways/way";
import { wayNamed } from "~/domain/ways/ways-offered.state";
import { prayedSince } from "./prayed.server";
import { begunOnWay, dayShown, wayFlow } from "./way-flow";

/**
 * The day of a way that takes the place of a morning or an evening; undefined where none does. What was begun, or shown in
 * a form, stays as it was, even if the way has been left or is gone.
 */
export async function openWay(
  member: Member,
  slot: DaySlot,
  date: string,
  { draft, variant }: { draft?: Draft; variant?: string },
): Promise<Flow | undefined> {
  const begun = draft?.content.way;
  const place = begun ?? dayShown(variant);
  const way = place && wayNamed(place.id);
  const flow = way && wayFlow(slot, date, place.id, way, place.day);
  if (flow) return flow;
  if (begun && draft) return begunOnWay(slot, date, begun, { ...draft, answers: draft.content.answers });
  return draft || variant ? undefined : wayOfDay(member, slot, date);
}

/** The day of the way that a person walks, as the reflection of a slot and day. */
export async function wayOfDay(member: Member, slot: DaySlot, date: string): Promise<Flow | undefined> {
  const walk = guidanceOf(member).walks[slot];
  const way = walk && wayNamed(walk.way);
  if (!way) return undefined;
  const day = await dayOfWalk(member, way, walk, date);
  return day === undefined ? undefined : wayFlow(slot, date, walk.way, way, day);
}

/** Only a way without dates has to know what was prayed. */
async function dayOfWalk(member: Member, way: Way, walk: Walk, date: string): Promise<number | undefined> {
  const isAny = way.begins === "any" && date >= walk.since;
  return dayOfWalkOn(
    way,
    walk,
    date,
    isAny ? await prayedSince(member, walk.way, way, walk.since) : new Map(),
  );
}
