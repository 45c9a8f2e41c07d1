import { AbAssignmentModel } from "#models/ab-assignment.server";
import { AiCallModel } from "#models/ai-call.server";
import { InsightModel } from "#models/insight.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { PlanChangeModel } from "#models/plan-change.server";
import { UserModel } from "#models/user.server";
import { eventsOf } from "~/domain/analytics/event-days.server";
import { shownOn } from "~/domain/analytics/shown.server";
import { addDays } from "~/domain/calendar/local-day";
import { startOfUtcDay } from "~/domain/calendar/utc";
import { ENTRY_KINDS } from "~/domain/journal/prompt-sets/entry-kind";
import { isOfLibrary } from "~/domain/journal/prompts/prompt-library";
import { SLOTS } from "~/domain/member/prayer-times";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { ENTRY_GROUPS, nothingOn, type DayFigures } from "./day-figures";

const within = (day: string) => ({ $gte: startOfUtcDay(day), $lt: startOfUtcDay(addDays(day, 1)) });

/** Counts one day, by indexes alone where there can be many; `entries` where they have been counted already. */
export async function countDay(day: string, known?: Record<string, number>): Promise<DayFigures> {
  const range = within(day);
  const [signUps, verified, visits, entries, plans, reasons, insights, aiCalls] = await Promise.all([
    UserModel.countDocuments({ createdAt: range }),
    countVerified(day),
    AbAssignmentModel.countDocuments({ assignedAt: range }),
    known ?? countEntries(range),
    countPlanChanges(range),
    eventsOf(day, "cancelled:"),
    InsightModel.countDocuments({ madeAt: range }),
    AiCallModel.countDocuments({ at: range }),
  ]);
  const counted = { signUps, verified, visits, entries, ...plans, reasons, insights, aiCalls };
  return { ...nothingOn(day), ...counted };
}

export function countVerified(day: string): Promise<number> {
  return UserModel.countDocuments({ createdAt: within(day), emailVerifiedAt: { $ne: null } });
}

async function countEntries(createdAt: object): Promise<Record<string, number>> {
  const counts = await Promise.all(
    ENTRY_GROUPS.map(async ({ kind, slot, key }) => {
      const filter = { status: "final" as const, kind, slot, createdAt };
      return [key, await JournalEntryModel.countDocuments(filter)] as const;
    }),
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

async function countPlanChanges(at: object): Promise<Pick<DayFigures, "moves" | "causes">> {
  const changes = await PlanChangeModel.find({ at }).select({ from: 1, to: 1, cause: 1 }).lean();
  const [moves, causes]: [Record<string, number>, Record<string, number>] = [{}, {}];
  for (const { from, to, cause } of changes) {
    if (from !== to) moves[`${from} ${to}`] = (moves[`${from} ${to}`] ?? 0) + 1;
    causes[cause] = (causes[cause] ?? 0) + 1;
  }
  return { moves, causes };
}

type Tally = Map<string, number>;
const counted = (tally: Tally) => [...tally].map(([name, count]) => ({ name, count, verses: 0 }));
const versesIn = (name: string) => findPassage(name)?.verses.length ?? 0;
const measured = (tally: Tally) =>
  [...tally].map(([name, count]) => ({ name, count, verses: versesIn(name) }));
const addTo = (tally: Tally, name: string) => tally.set(name, (tally.get(name) ?? 0) + 1);

/** Which entries a day has, and what was prayed with. Reads the day's records: for the job, not for a page. */
export async function readDay(day: string) {
  const [prayed, begun, answered]: [Tally, Tally, Tally] = [new Map(), new Map(), new Map()];
  const entries: Record<string, number> = {};
  for (const status of ["final", "draft"] as const) {
    // All kinds and times by name: so the index leads to this day's records and to no other.
    const filter = {
      status,
      kind: { $in: [...ENTRY_KINDS] },
      slot: { $in: [...SLOTS] },
      createdAt: within(day),
    };
    const found = JournalEntryModel.find(filter)
      .select({ kind: 1, slot: 1, passageRef: 1, promptIds: 1 })
      .lean()
      .cursor({ batchSize: 1000 });
    for await (const { kind, slot, passageRef, promptIds } of found) {
      if (passageRef) addTo(status === "final" ? prayed : begun, passageRef);
      if (status === "draft") continue;
      entries[`${kind} ${slot}`] = (entries[`${kind} ${slot}`] ?? 0) + 1;
      // A person's own questions are not counted.
      for (const id of promptIds ?? []) if (isOfLibrary(id)) addTo(answered, id);
    }
  }
  const [{ served, shown }, changed] = await Promise.all([shownOn(day), eventsOf(day, "changed:")]);
  const tallies = {
    prayed: measured(prayed),
    begun: measured(begun),
    served: measured(served),
    answered: counted(answered),
    shown: counted(shown),
    changed: counted(new Map(Object.entries(changed))),
  };
  return { entries, tallies };
}
