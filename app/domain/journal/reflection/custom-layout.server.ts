import { UserModel } from "#models/user.server";
import type { Draft } from "~/domain/journal/entries/drafts.server";
import type { Flow } from "~/domain/journal/prompt-sets/prompt-set";
import { ALL_SETS, partsOfSet, setPartOf } from "~/domain/journal/prompt-sets/registry";
import { listOwnPrompts } from "~/domain/journal/prompts/own-prompts.server";
import { promptOfDay } from "~/domain/journal/prompts/prompt-of-day.server";
import type { Member } from "~/domain/member/member";
import { includesPromptSet, type DayLayout, type PromptSetKey } from "~/domain/member/prayer-settings";
import type { DaySlot } from "~/domain/member/prayer-times";
import { t } from "~/i18n/t";
import {
  allowedParts,
  customFlow,
  isPart,
  OWN_QUESTION,
  partNamed,
  planAllowsPart,
  renderedParts,
} from "./flow";

/** What a morning or an evening was begun with, what its form was shown with, and the passage that the person was given. */
type Begun = { draft?: Draft; variant?: string; given?: string };

/**
 * The reflection that a person has put together for a slot; undefined where their prompt set asks. What was begun or shown
 * stays as it was, even if the shape or its questions have changed since.
 */
export async function openCustomLayout(
  member: Member,
  slot: DaySlot,
  date: string,
  { draft, variant, given }: Begun,
): Promise<Flow | undefined> {
  const shown = renderedParts(variant);
  if (variant && !shown) return undefined;
  if (!shown && draft && draft.promptSet !== "own") return undefined;
  const begunWith = draft?.promptSet === "own" ? draft : undefined;
  const begun = shown ?? begunWith?.promptIds;
  const names = begun ?? member.prayer.shape[slot];
  if (names.length === 0) return undefined;
  const questionOf = (key: string) =>
    begunWith?.content.answers.find((answer) => answer.key === key)?.question;
  const drawn = names.map(partNamed).find(({ key }) => key === "answer");
  const [own, prompt] = await Promise.all([
    ownTexts(member, names, begun !== undefined),
    drawn && promptFor(member, slot, date, drawn.asked, questionOf("answer")),
  ]);
  // One that was removed or switched off is no longer asked.
  const there = begun ?? names.filter((name) => isPart(name) || own.has(partNamed(name).own ?? ""));
  const parts = allowedParts(member.subscriptionTier, there);
  for (const { key, own: id } of parts)
    if (id && begun) own.set(id, own.get(id) ?? questionOf(key) ?? OWN_QUESTION);
  return customFlow(member, slot, date, {
    parts,
    words: { prompt, own },
    passageRef: begunWith?.passageRef ?? given,
  });
}

async function promptFor(
  member: Member,
  slot: DaySlot,
  date: string,
  asked: string | undefined,
  question: string | undefined,
) {
  const begun = asked && question ? { id: asked, question } : undefined;
  return (await promptOfDay(member, slot, date, { begun, shown: asked })).prompt;
}

/** The wording of a person's own questions by their ids. */
async function ownTexts(member: Member, names: readonly string[], withSwitchedOff: boolean) {
  const own = names.some((name) => partNamed(name).own) ? await listOwnPrompts(member) : [];
  return new Map(own.filter(({ active }) => active || withSwitchedOff).map(({ id, text }) => [id, text]));
}

/** What may be chosen, under its heading. */
export type LayoutGroup = { name: string; parts: { value: string; name: string }[] };

/** Everything that a person may put together: parts of the prompt sets that their plan holds, and their own questions. */
export async function layoutChoices(member: Member): Promise<LayoutGroup[]> {
  const own = await listOwnPrompts(member);
  const held = ALL_SETS.filter(({ key }) => includesPromptSet(member.subscriptionTier, key));
  return [
    {
      name: t("Your own questions"),
      parts: own.map(({ id, text, active }) => ({
        value: `own.${id}`,
        name: active ? text : t("{text} (switched off)", { text }),
      })),
    },
    ...held.map((set) => ({
      name: set.name,
      parts: partsOfSet(set).map(({ key: value, name }) => ({ value, name })),
    })),
  ].filter(({ parts }) => parts.length > 0);
}

export type SaveLayoutResult =
  | { ok: true }
  /** `at`: the place in the list that was sent. */
  | { ok: false; code: "unknown" | "twice"; at: number }
  | { ok: false; code: "not_in_plan"; at: number; set: PromptSetKey };

/** Saves the parts of a morning or an evening; empty places are skipped, and without any part there is no shape. */
export async function saveCustomLayout(
  member: Member,
  slot: DaySlot,
  names: readonly string[],
): Promise<SaveLayoutResult> {
  const own = await ownTexts(member, names, true);
  for (const [at, name] of names.entries()) {
    if (name === "") continue;
    if (!isPart(name) && !own.has(partNamed(name).own ?? "")) return { ok: false, code: "unknown", at };
    if (names.indexOf(name) < at) return { ok: false, code: "twice", at };
    const set = setPartOf(name)?.set.key;
    if (set && !includesPromptSet(member.subscriptionTier, set))
      return { ok: false, code: "not_in_plan", at, set };
  }
  await UserModel.updateOne(
    { _id: member.id },
    { $set: { [`prayer.shape.${slot}`]: names.filter(Boolean) } },
  );
  return { ok: true };
}

/** A shape from the person's own file, as far as its questions exist here and the plan holds them. */
export async function importCustomLayout(
  member: Member,
  brought: DayLayout,
  ownIds: ReadonlyMap<string, string>,
): Promise<void> {
  for (const slot of ["morning", "evening"] as const) {
    const { [slot]: names } = brought;
    const here = names.flatMap((name) => {
      const { own } = partNamed(name);
      const id = own && ownIds.get(own);
      return id ? [`own.${id}`] : isPart(name) ? [name] : [];
    });
    const held = here.filter((name) => !isPart(name) || planAllowsPart(member.subscriptionTier, name));
    await saveCustomLayout(member, slot, [...new Set(held)]);
  }
}
