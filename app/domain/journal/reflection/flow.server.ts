import type { Draft } from "~/domain/journal/entries/drafts.server";
import type { OfflinePage, OfflineReflection } from "~/domain/journal/offline-page";
import { packOfVariant } from "~/domain/journal/prompt-sets/lectio-examen";
import type { Flow, FlowChoice, FlowField } from "~/domain/journal/prompt-sets/prompt-set";
import { PROMPT_SETS } from "~/domain/journal/prompt-sets/registry";
import { promptNamed } from "~/domain/journal/prompts/prompt-library.state";
import { promptOfDay } from "~/domain/journal/prompts/prompt-of-day.server";
import { currentDayFor, currentSlotOf } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { PROMPT_SET_KEYS } from "~/domain/member/prayer-settings";
import type { DaySlot } from "~/domain/member/prayer-times";
import { formOwnerToken } from "~/domain/operations/form-submissions.server";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { assignedPassage } from "~/domain/ways/assigned-passages.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { openCustomLayout } from "./custom-layout.server";
import { flowFor, isCustomField, promptSetFor, variantOf } from "./flow";
import { wayReflection } from "./way-progress.server";

/** A flow with all earlier choices applied, and how often its question may still be changed. */
type OpenedFlow = { flow: Flow; swapsLeft: number };

/**
 * The flow of a slot and day: a day of the member's way, else their custom layout, else their prompt set. A draft keeps its
 * prompt set (if the plan still includes it), passage and question. `variant` comes from the form or the URL.
 */
export async function openFlow(
  member: Member,
  slot: DaySlot,
  date: string,
  { draft, variant }: { draft?: Draft; variant?: string } = {},
): Promise<OpenedFlow> {
  const way = await wayReflection(member, slot, date, { draft, variant });
  if (way) return { flow: way, swapsLeft: 0 };
  const assigned = draft ? undefined : assignedPassage(member, slot, date)?.reference;
  const own = await openCustomLayout(member, slot, date, { draft, variant, assigned });
  if (own) return { flow: own, swapsLeft: 0 };
  const draftSet = PROMPT_SET_KEYS.find((set) => set === draft?.promptSet);
  const promptSet = promptSetFor(member, draftSet);
  // The draft's choices apply only to its own prompt set.
  const usedDraft = draftSet === promptSet ? draft : undefined;
  const passageRef = usedDraft?.passageRef ?? assigned;
  const draftVariant = variant ?? usedDraft?.promptIds[0];
  const choice: FlowChoice = { promptSet, passageRef, draftVariant };
  if (PROMPT_SETS[promptSet].drawsPrompt) {
    const id = usedDraft?.promptIds[0];
    const question = usedDraft?.content.answers.find(({ key }) => key === "answer")?.question ?? "";
    const { prompt, swapsLeft } = await promptOfDay(member, slot, date, {
      draftPrompt: id ? { id, question } : undefined,
      shownId: variant,
    });
    return { flow: flowFor(member, slot, date, { ...choice, prompt }), swapsLeft };
  }
  const pack = packOfVariant(variant) ?? packOfVariant(usedDraft?.promptIds[0]);
  return { flow: flowFor(member, slot, date, { ...choice, pack }), swapsLeft: 0 };
}

const SLOTS = ["morning", "evening"] as const satisfies DaySlot[];
/** Replaces the text of the member's own question, which is not stored on devices. */
const OWN_QUESTION = t("Your own question for today");
const numberedOwnQuestion = (number: number) => t("Your own question, number {number}", { number });

/** The data for writing offline, without the texts of the member's own questions. */
export async function offlinePage(member: Member): Promise<OfflinePage> {
  const { date, slot } = currentSlotOf(member);
  return {
    owner: formOwnerToken(member.id),
    date,
    due: slot,
    reflections: await Promise.all(SLOTS.map((each) => offlineReflection(member, each))),
    free: {
      title: t("A free page"),
      fields: [{ key: "body", label: t("What is on your mind?") }],
    },
  };
}

async function offlineReflection(member: Member, slot: DaySlot): Promise<OfflineReflection> {
  const forDate = currentDayFor(member, slot);
  const { flow } = await openFlow(member, slot, forDate);
  const isOfLibrary = flow.promptIds.some((id) => promptNamed(id) !== undefined);
  const isWithheld = ({ key }: FlowField) => isCustomField(key) || (key === "answer" && !isOfLibrary);
  const withheld = flow.fields.filter(isWithheld);
  const passage = findPassage(flow.passageRef, member.prayer.translation);
  return {
    slot,
    path: paths.reflection(slot),
    title: flow.title,
    forDate,
    variant: variantOf(flow),
    ...(flow.way?.point && { point: flow.way.point }),
    fields: flow.fields.map((field) => {
      const at = withheld.indexOf(field);
      const label = at < 0 ? field.label : withheld.length > 1 ? numberedOwnQuestion(at + 1) : OWN_QUESTION;
      return { key: field.key, label, hint: field.hint };
    }),
    passage: passage
      ? { reference: passage.reference, lines: passage.verses.flatMap(({ text }) => text.split("\n")) }
      : null,
  };
}
