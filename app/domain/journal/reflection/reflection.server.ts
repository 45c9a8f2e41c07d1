import { JournalEntryModel } from "#models/journal-entry.server";
import EXAMEN_PACKS from "~/content/questions/examen.yaml";
import { isDay } from "~/domain/calendar/local-day";
import {
  draftKeyOf,
  draftsFrom,
  findDrafts,
  isOwnDraft,
  removeDraftPictures,
  saveDraft,
  type Draft,
} from "~/domain/journal/entries/drafts.server";
import type { Entry } from "~/domain/journal/entries/entry";
import { dayLine, draftView } from "~/domain/journal/entries/entry-view";
import { finishEntry } from "~/domain/journal/entries/finish-entry.server";
import { contentOrNull, draftIdOf, journalKeys } from "~/domain/journal/entries/sealed-content.server";
import type { PictureRefusal, SubmittedPictures } from "~/domain/journal/pictures/picture";
import { attachPictures, collectPictures, picturesToEdit } from "~/domain/journal/pictures/pictures.server";
import { EXAMEN_PACK_KEYS } from "~/domain/journal/prompt-sets/examen-questions";
import { CLOSING_PASSAGE } from "~/domain/journal/prompt-sets/lectio-examen";
import { silenceMinutes } from "~/domain/journal/prompt-sets/lectio-questions";
import type { AnswerKey, Flow } from "~/domain/journal/prompt-sets/prompt-set";
import { PROMPT_SETS } from "~/domain/journal/prompt-sets/registry";
import { isOfLibrary } from "~/domain/journal/prompts/prompt-library.state";
import { changePrompt } from "~/domain/journal/prompts/prompt-of-day.server";
import type { SlotInput } from "~/domain/journal/schema";
import { currentDayFor, currentSlotOf } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { includesPromptSet } from "~/domain/member/prayer-settings";
import type { DaySlot } from "~/domain/member/prayer-times";
import { recordImpression } from "~/domain/operations/daily-events.server";
import { planNote } from "~/domain/scripture/passages/passage-plan";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { ASSIGNED_NOTE } from "~/domain/ways/assigned-passages";
import { assignedPassage } from "~/domain/ways/assigned-passages.server";
import {
  carryoverFrom,
  mergeAnswers,
  orphanedAnswers,
  resumeStep,
  type MorningCarryover,
  type SubmittedAnswers,
} from "./answers";
import { flowFor, flowPath, nextPlaceInFlow, requestedPack, variantOf } from "./flow";
import { openFlow } from "./flow.server";

/** As many finished reflections of one day are looked at. */
const MOST_FINISHED = 30;

/** What the page of a reflection needs besides its questions. */
export type SlotState = MorningCarryover & { draft?: Draft; written: Pick<Entry, "id" | "createdAt">[] };

/** The draft of a slot and day, what the morning wanted to keep, and what has been finished already, newest first. */
export async function readSlot(member: Member, slot: DaySlot, forDate: string): Promise<SlotState> {
  const keys = journalKeys(member);
  const slots = [...new Set<DaySlot>([slot, "morning"])];
  const drafts = slots.map((each) => draftIdOf(keys, draftKeyOf(each, forDate)));
  // One query for both halves; each names the member, by whom the index finds it.
  const records = await JournalEntryModel.find(
    {
      $or: [
        { userId: member.id, _id: { $in: drafts }, status: "draft" },
        { userId: member.id, status: "final", deletedAt: null, forDate, slot: { $in: slots } },
      ],
    },
    { words: 0, marks: 0 },
  )
    .sort({ status: 1, createdAt: -1, _id: -1 })
    .limit(drafts.length + MOST_FINISHED)
    .lean();
  const [unfinished, finished] = [true, false].map((isDraft) =>
    records.filter(({ status }) => (status === "draft") === isDraft),
  ) as [typeof records, typeof records];
  const opened = draftsFrom(keys, unfinished);
  return {
    draft: opened.find((draft) => draft.slot === slot),
    ...(slot === "evening" ? carryoverFrom(ofMorning()) : { presence: "", word: "", intention: "" }),
    written: finished
      .filter((record) => record.slot === slot)
      .map(({ _id, createdAt }) => ({ id: _id, createdAt })),
  };

  function ofMorning() {
    const last = finished.find((record) => record.slot === "morning");
    return (last && contentOrNull(keys, last)) ?? opened.find((draft) => draft.slot === "morning")?.content;
  }
}

/** What the address of a reflection asks for; each may be missing or nonsense. */
export type ReflectionAddress = {
  /** YYYY-MM-DD, today or earlier; else the day that the slot is for now. */
  date: string | null;
  step: string | null;
  /** Other questions for the evening. */
  pack: string | null;
  /** A day of a way: "lent.3". */
  way?: string | null;
  /** "1": all steps on one page. */
  all: string | null;
};

const readsAlong = ({ promptSet }: Flow) =>
  promptSet !== "own" && promptSet !== "way" && PROMPT_SETS[promptSet].readsAlong;

/** The page of a morning or an evening: its questions and passage, the draft, and what the morning kept. */
export async function openReflection(member: Member, slot: DaySlot, address: ReflectionAddress) {
  const { date: today, now } = currentSlotOf(member);
  const { translation } = member.prayer;
  const wanted = address.date ?? "";
  const forDate = isDay(wanted) && wanted <= today ? wanted : currentDayFor(member, slot);
  const { draft, written, ...kept } = await readSlot(member, slot, forDate);
  const variant = address.way ? `way ${address.way.replace(".", " ")}` : requestedPack(address.pack);
  const { flow, swapsLeft } = await openFlow(member, slot, forDate, { draft, variant });
  const given = assignedPassage(member, slot, forDate);
  const isGiven = given?.reference === flow.passageRef && !flow.way;
  const step = flow.steps.find(({ key }) => key === address.step)?.key;
  const onePage = !step && (address.all === "1" || member.prayer.onePage);
  // Once when it is opened, not at each step or after typing. What is a person's own is not counted.
  if (!draft && written.length === 0 && !address.step)
    recordImpression({
      passageRef: isGiven ? "" : flow.passageRef,
      promptIds: flow.promptIds.filter(isOfLibrary),
    });
  const isExamen = flow.kind === "examen";
  const frame = isExamen ? CLOSING_PASSAGE : "Psalm 46:10";
  const inForm = draft ? draftView(draft, now, member.timezone) : null;
  return {
    flow,
    variant: variantOf(flow),
    kept,
    swapsLeft,
    /** Empty where everything is on one page. */
    step: onePage ? "" : (step ?? resumeStep(flow, draft?.content)),
    passage: findPassage(flow.passageRef, translation) ?? null,
    // What was begun keeps its passage; the evening, the Daily Habit and a shape of one's own follow no plan.
    planNote: isGiven
      ? given.note || ASSIGNED_NOTE
      : slot === "morning" && !draft && readsAlong(flow)
        ? planNote(member.prayer, forDate)
        : null,
    frame: flow.steps.length > 0 ? (findPassage(frame, translation) ?? null) : null,
    packs: isExamen ? EXAMEN_PACK_KEYS.map((key) => ({ key, name: EXAMEN_PACKS[key].name })) : [],
    otherAnswers: inForm?.isLong ? [] : orphanedAnswers(flow, draft?.content),
    dateLine: dayLine(forDate, member.prayer),
    guided: !includesPromptSet(member.subscriptionTier, "lectio_examen"),
    silence: silenceMinutes(member.prayer.length),
    timezone: member.timezone,
    pictures: picturesToEdit(draft?.content.pictures),
    writtenId: written[0]?.id ?? null,
    draft: inForm,
  };
}

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
