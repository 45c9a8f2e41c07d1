import type { Member } from "~/domain/member/member";
import type { DaySlot } from "~/domain/member/prayer-times";
import { todayIn } from "~/domain/member/today.server";
import { changeGuidance, guidanceOf } from "~/domain/ways/guidance.server";
import { begun, left } from "~/domain/ways/walk";
import { nextDay } from "~/domain/ways/way-days";
import { isWayOver } from "~/domain/ways/way-season";
import { wayNamed } from "~/domain/ways/ways-offered.state";
import { prayedSince } from "./prayed.server";

/** "over": the days of a way with a date are over. */
export type BeginResult = { ok: true } | { ok: false; code: "unknown" | "over" };

/** Begins a way: it takes the place of the morning or the evening. What has been written is untouched. */
export async function beginWay(member: Member, id: string, slot: DaySlot): Promise<BeginResult> {
  const way = wayNamed(id);
  if (!way) return { ok: false, code: "unknown" };
  const today = todayIn(member.timezone);
  if (isWayOver(way, today)) return { ok: false, code: "over" };
  const since = guidanceOf(member).walks.before[id];
  const isAny = way.begins === "any";
  const prayed = isAny && since ? await prayedSince(member, id, way, since) : new Map<number, string>();
  const again = !isAny || nextDay(way, new Set(prayed.keys())) === undefined;
  await changeGuidance(member, ({ walks }) => ({
    walks: begun(walks, slot, { id, name: way.name }, { today, again }),
  }));
  return { ok: true };
}

/** Leaves a way: the morning or the evening is what it was before. */
export async function leaveWay(member: Member, id: string): Promise<void> {
  await changeGuidance(member, ({ walks }) => ({ walks: left(walks, id) }));
}
