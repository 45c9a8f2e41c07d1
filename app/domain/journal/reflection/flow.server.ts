import type { Draft } from "~/domain/journal/entries/drafts.server";
import { PROMPT_SETS } from "~/domain/journal/prompt-sets/all";
import type { Flow } from "~/domain/journal/prompt-sets/flow-shape";
import { packIn } from "~/domain/journal/prompt-sets/lectio-examen/examen";
import { promptOfDay } from "~/domain/journal/prompts/prompt-of-day.server";
import { openWay } from "~/domain/journal/walking/open-way.server";
import type { Member } from "~/domain/member/member";
import type { DaySlot } from "~/domain/member/prayer-times";
import { PROMPT_SET_KEYS } from "~/domain/member/prompt-set";
import { givenPassage } from "~/domain/ways/given-passages.server";
import { flowFor, promptSetFor } from "./flow";
import { openShape } from "./shape.server";

/** A reflection with everything settled for it earlier, and how often its question may be changed. */
export type OpenedFlow = { flow: Flow; swapsLeft: number };

/**
 * The reflection of a slot and day: the day of a way that the person walks, or what they have put together for it, else what
 * their prompt set asks. A draft continues as it was begun: with its prompt set where the plan allows it, its passage and its
 * question. `variant` is what the form was shown with, or what its address asks for.
 */
export async function openFlow(
  member: Member,
  slot: DaySlot,
  date: string,
  { draft, variant }: { draft?: Draft; variant?: string } = {},
): Promise<OpenedFlow> {
  const way = await openWay(member, slot, date, { draft, variant });
  if (way) return { flow: way, swapsLeft: 0 };
  const given = draft ? undefined : givenPassage(member, slot, date)?.reference;
  const own = await openShape(member, slot, date, { draft, variant, given });
  if (own) return { flow: own, swapsLeft: 0 };
  const begunSet = PROMPT_SET_KEYS.find((set) => set === draft?.promptSet);
  const promptSet = promptSetFor(member, begunSet);
  // A choice made under another prompt set does not apply to this one.
  const begun = begunSet === promptSet ? draft : undefined;
  const passageRef = begun?.passageRef ?? given;
  const choice = { promptSet, passageRef, begun: variant ?? begun?.promptIds[0] };
  if (PROMPT_SETS[promptSet].drawsPrompt) {
    const id = begun?.promptIds[0];
    const question = begun?.content.answers.find(({ key }) => key === "answer")?.question ?? "";
    const { prompt, swapsLeft } = await promptOfDay(member, slot, date, {
      begun: id ? { id, question } : undefined,
      shown: variant,
    });
    return { flow: flowFor(member, slot, date, { ...choice, prompt }), swapsLeft };
  }
  const pack = packIn(variant) ?? packIn(begun?.promptIds[0]);
  return { flow: flowFor(member, slot, date, { ...choice, pack }), swapsLeft: 0 };
}
