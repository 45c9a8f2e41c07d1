import * as addresses from "~/addresses";
import type { Flow } from "~/domain/journal/prompt-sets/flow-shape";
import { packNamed } from "~/domain/journal/prompt-sets/lectio-examen/examen";

/** Where in a reflection someone is: at a movement, or on the page that holds all of them. */
export type PlaceInFlow = { step?: string; all?: boolean };

/** Where to go after a form was saved: the next movement or the one before, or where its button leads. */
export function placeAfter(
  flow: Flow,
  { intent, step, all, goto }: { intent: string; step?: string; all?: string; goto?: string },
): PlaceInFlow {
  const isStep = (key: string | undefined) => flow.steps.some((candidate) => candidate.key === key);
  if (goto === "all") return { all: true };
  if (goto === "steps") return { step: flow.steps[0]?.key };
  if (isStep(goto)) return { step: goto };
  if (all) return { all: true };
  const at = flow.steps.findIndex(({ key }) => key === step);
  if (at < 0) return {};
  const by = intent === "next" ? 1 : intent === "back" ? -1 : 0;
  return { step: flow.steps[Math.min(Math.max(at + by, 0), flow.steps.length - 1)]?.key };
}

/** The address of a place in a reflection. `pack`: questions that were chosen and are not the day's own. */
export function addressInFlow(
  flow: Flow,
  usualDay: string,
  { step, all }: PlaceInFlow,
  pack?: string,
): string {
  return addresses.reflection(flow.slot, {
    date: flow.forDate === usualDay ? undefined : flow.forDate,
    all,
    step: all ? undefined : step,
    pack,
  });
}

/** Other questions for the evening, from a form's button or an address: "examen.grief" or "grief". */
export function packWanted(text: string | null | undefined): string | undefined {
  const [, name, turn = ""] = /^(?:examen\.)?(\w+)(\.\d)?$/.exec(text ?? "") ?? [];
  const pack = packNamed(name);
  return pack && `examen.${pack}${turn}`;
}
