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

type Context = {
  draft?: Draft;
  /** Names the prompts or parts that the member's form or page shows, as `variantOf` formats it. */
  variant?: string;
  /** Bible reference of the passage that is assigned for the slot. */
  assigned?: string;
};

/**
 * The steps and fields of the member's custom layout for a slot; undefined if the slot uses a prompt set. A draft or a
 * displayed form keeps its questions, even if the member has changed the layout since.
 */
export async function openCustomLayout(
  member: Member,
  slot: DaySlot,
  date: string,
  { draft, variant, assigned }: Context,
): Promise<Flow | undefined> {
  const shown = renderedParts(variant);
  if (variant && !shown) return undefined;
  if (!shown && draft && draft.promptSet !== "own") return undefined;
  const ownDraft = draft?.promptSet === "own" ? draft : undefined;
  const chosenIds = shown ?? ownDraft?.promptIds;
  const names = chosenIds ?? member.prayer.shape[slot];
  if (names.length === 0) return undefined;
  const questionOf = (key: string) =>
    ownDraft?.content.answers.find((answer) => answer.key === key)?.question;
  const drawn = names.map(partNamed).find(({ key }) => key === "answer");
  const [own, prompt] = await Promise.all([
    ownTexts(member, names, chosenIds !== undefined),
    drawn && promptFor(member, slot, date, drawn.promptId, questionOf("answer")),
  ]);
  // A new reflection omits own questions that were deleted or switched off.
  const available = chosenIds ?? names.filter((name) => isPart(name) || own.has(partNamed(name).own ?? ""));
  const parts = allowedParts(member.subscriptionTier, available);
  for (const { key, own: id } of parts)
    if (id && chosenIds) own.set(id, own.get(id) ?? questionOf(key) ?? OWN_QUESTION);
  return customFlow(member, slot, date, {
    parts,
    words: { prompt, own },
    passageRef: ownDraft?.passageRef ?? assigned,
  });
}

async function promptFor(
  member: Member,
  slot: DaySlot,
  date: string,
  promptId: string | undefined,
  question: string | undefined,
) {
  const draftPrompt = promptId && question ? { id: promptId, question } : undefined;
  return (await promptOfDay(member, slot, date, { draftPrompt, shownId: promptId })).prompt;
}

/** The texts of the member's own questions by id. */
async function ownTexts(member: Member, names: readonly string[], withInactive: boolean) {
  const own = names.some((name) => partNamed(name).own) ? await listOwnPrompts(member) : [];
  return new Map(own.filter(({ active }) => active || withInactive).map(({ id, text }) => [id, text]));
}

export type LayoutGroup = { name: string; parts: { value: string; name: string }[] };

/** The parts of a custom layout that the member can choose: own questions, and parts of the sets in their plan. */
export async function layoutChoices(member: Member): Promise<LayoutGroup[]> {
  const own = await listOwnPrompts(member);
  const sets = ALL_SETS.filter(({ key }) => includesPromptSet(member.subscriptionTier, key));
  return [
    {
      name: t("Your own questions"),
      parts: own.map(({ id, text, active }) => ({
        value: `own.${id}`,
        name: active ? text : t("{text} (switched off)", { text }),
      })),
    },
    ...sets.map((set) => ({
      name: set.name,
      parts: partsOfSet(set).map(({ key: value, name }) => ({ value, name })),
    })),
  ].filter(({ parts }) => parts.length > 0);
}

type SaveLayoutResult =
  | { ok: true }
  /** `at` is the index in the submitted list. */
  | { ok: false; code: "unknown" | "twice"; at: number }
  | { ok: false; code: "not_in_plan"; at: number; set: PromptSetKey };

/** Saves the parts of a custom layout; empty names are skipped, and without any part the prompt set applies again. */
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

/** Imports a custom layout, without questions that do not exist here or are not in the plan. `ownIds` maps ids of the file. */
export async function importCustomLayout(
  member: Member,
  imported: DayLayout,
  ownIds: ReadonlyMap<string, string>,
): Promise<void> {
  for (const slot of ["morning", "evening"] as const) {
    const { [slot]: names } = imported;
    const known = names.flatMap((name) => {
      const { own } = partNamed(name);
      const id = own && ownIds.get(own);
      return id ? [`own.${id}`] : isPart(name) ? [name] : [];
    });
    const allowed = known.filter((name) => !isPart(name) || planAllowsPart(member.subscriptionTier, name));
    await saveCustomLayout(member, slot, [...new Set(allowed)]);
  }
}
