import {
  draftKeyOf,
  findDrafts,
  isOwnDraft,
  removeDraftPictures,
  saveDraft,
} from "~/domain/journal/entries/drafts.server";
import { finishEntry } from "~/domain/journal/entries/finish-entry.server";
import type { SubmittedPictures } from "~/domain/journal/pictures/form-pictures";
import type { PictureRefusal } from "~/domain/journal/pictures/picture";
import { attachPictures, collectPictures } from "~/domain/journal/pictures/pictures.server";
import type { AnswerKey, Flow } from "~/domain/journal/prompt-sets/flow";
import { PROMPT_SETS } from "~/domain/journal/prompt-sets/registry";
import { changePrompt } from "~/domain/journal/prompts/prompt-of-day.server";
import type { Member } from "~/domain/member/member";
import { currentDayFor } from "~/domain/member/member-from-record.server";
import type { DaySlot } from "~/domain/member/prayer-times";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { mergeAnswers, type SubmittedAnswers } from "./answers";
import { flowFor, flowPath, nextPlaceInFlow, requestedPack } from "./flow";
import { openFlow } from "./flow.server";
import type { SlotInput } from "./slot-schema";

export type SaveReflectionResult =
  /** Kept as an entry. */
  | { ok: true; entryId: string }
  /** Kept as a draft; `next` is the address to go on at. */
  | { ok: true; next: string }
  | { ok: false; code: "future_day" | "conflict" | "no_more_swaps" }
  | { ok: false; code: "picture"; why: PictureRefusal }
  /** Nothing was written; the first field of the step that was shown, if it has one. */
  | { ok: false; code: "empty"; field: AnswerKey | undefined };

type Sent = { typed: SubmittedAnswers; pictures: SubmittedPictures; submission: string | undefined };

/**
 * Takes the form of a morning or an evening: keeps a draft and says where to go on, or keeps the reflection as an entry.
 * `typed` holds only the fields that the form had; the others keep what they held. `submission` makes a repeated form one
 * entry.
 */
export async function saveReflection(
  member: Member,
  slot: DaySlot,
  value: SlotInput,
  { typed, pictures: typedPictures, submission }: Sent,
): Promise<SaveReflectionResult> {
  const usual = currentDayFor(member, slot);
  const forDate = value.forDate ?? usual;
  const draftKey = draftKeyOf(slot, forDate);
  const origin = { submission, draftVersion: value.draftVersion };
  if (value.intent === "removePicture") {
    const result = await removeDraftPictures(member, draftKey, typedPictures.removed, origin);
    return result.ok ? { ok: true, next: "" } : result;
  }
  const [draft] = await findDrafts(member, [draftKey]);
  const variant = requestedPack(value.goto) ?? value.variant;
  const opened = await openFlow(member, slot, forDate, { draft, variant });
  const flow = value.intent === "swap" ? await withOtherPrompt(member, opened.flow, submission) : opened.flow;
  if (!flow) return { ok: false, code: "no_more_swaps" };
  const before = draft && isOwnDraft(draft, origin) ? draft.content.pictures : undefined;
  const { pictures, why } = await collectPictures(member, before, typedPictures);
  if (why) return { ok: false, code: "picture", why };
  const { fields, steps, title: _title, way: _way, ...shape } = flow;
  const passage = findPassage(flow.passageRef, member.prayer.translation);
  const words = mergeAnswers(flow, typed, passage, draft?.content);
  const writing = { ...shape, content: { ...words, ...(pictures.length > 0 && { pictures }) } };
  if (value.intent === "finish") {
    const result = await finishEntry(member, writing, origin);
    if (result.ok) await attachPictures(member, before, pictures);
    if (result.ok) return { ok: true, entryId: result.id };
    if (result.code === "future_day") return { ok: false, code: "future_day" };
    const shown = steps.find(({ key }) => key === value.step)?.fields ?? fields;
    return { ok: false, code: "empty", field: shown[0]?.key };
  }
  const saved = await saveDraft(member, writing, { ...origin, auto: value._auto === "1" });
  if (!saved.ok) return saved;
  await attachPictures(member, before, pictures);
  const usualPack = flowFor(member, slot, forDate).promptIds[0];
  const pack = flow.kind === "examen" && flow.promptIds[0] !== usualPack ? flow.promptIds[0] : undefined;
  return {
    ok: true,
    next: flowPath(flow, usual, nextPlaceInFlow(flow, value), pack?.replace("examen.", "")),
  };
}

/** The same reflection with another question; undefined when it has been changed often enough. */
async function withOtherPrompt(
  member: Member,
  flow: Flow,
  submission: string | undefined,
): Promise<Flow | undefined> {
  const { promptSet, slot, forDate, passageRef, promptIds } = flow;
  if (promptSet === "own" || promptSet === "way" || !PROMPT_SETS[promptSet].drawsPrompt) return flow;
  const changed = await changePrompt(member, slot, forDate, promptIds[0] ?? "", submission);
  return changed.ok
    ? flowFor(member, slot, forDate, { promptSet, passageRef, prompt: changed.prompt })
    : undefined;
}
