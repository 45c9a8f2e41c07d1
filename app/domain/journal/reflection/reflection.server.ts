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
import { dayLine, draftView, type Entry } from "~/domain/journal/entries/entry";
import { finishEntry } from "~/domain/journal/entries/finish-entry.server";
import { contentOrNull, draftIdOf, journalKeys } from "~/domain/journal/entries/sealed-content.server";
import type { PictureRefusal, SubmittedPictures } from "~/domain/journal/pictures/picture";
import { attachPictures, collectPictures, picturesToEdit } from "~/domain/journal/pictures/pictures.server";
import { CLOSING_PASSAGE, EXAMEN_PACK_KEYS } from "~/domain/journal/prompt-sets/lectio-examen";
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
import { flowFor, flowPath, nextPlaceInFlow, onlyQuestion, requestedPack, variantOf } from "./flow";
import { openFlow } from "./flow.server";

/** Finished reflections read for one day. */
const MAX_FINISHED = 30;

/** The stored state of a slot: its draft, the morning's carry-over, and the finished reflections, newest first. */
type SlotState = MorningCarryover & { draft?: Draft; written: Pick<Entry, "id" | "createdAt">[] };

export async function readSlot(member: Member, slot: DaySlot, forDate: string): Promise<SlotState> {
  const keys = journalKeys(member);
  const slots = [...new Set<DaySlot>([slot, "morning"])];
  const drafts = slots.map((each) => draftIdOf(keys, draftKeyOf(each, forDate)));
  // One query for drafts and entries. Each branch repeats the user id, so that it can use an index.
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
    .limit(drafts.length + MAX_FINISHED)
    .lean();
  const [unfinished, finished] = [true, false].map((isDraft) =>
    records.filter(({ status }) => (status === "draft") === isDraft),
  ) as [typeof records, typeof records];
  const opened = draftsFrom(keys, unfinished);
  return {
    draft: opened.find((draft) => draft.slot === slot),
    ...(slot === "evening" ? carryoverFrom(morningContent()) : { presence: "", word: "", intention: "" }),
    written: finished
      .filter((record) => record.slot === slot)
      .map(({ _id, createdAt }) => ({ id: _id, createdAt })),
  };

  function morningContent() {
    const last = finished.find((record) => record.slot === "morning");
    return (last && contentOrNull(keys, last)) ?? opened.find((draft) => draft.slot === "morning")?.content;
  }
}

/** The unchecked query parameters of a reflection. */
type ReflectionAddress = {
  /** YYYY-MM-DD, today or earlier; by default the slot's current day. */
  date: string | null;
  step: string | null;
  /** A pack of questions for the evening. */
  pack: string | null;
  /** A day of a way: "lent.3". */
  way?: string | null;
  /** "1": all steps on one page. */
  all: string | null;
  /** "1": only one question, on this visit. */
  only?: string | null;
};

const followsPassagePlan = ({ promptSet }: Flow) =>
  promptSet !== "own" && promptSet !== "way" && PROMPT_SETS[promptSet].readsAlong;

/** The data of a reflection's page: flow, passage, draft, and the morning's carry-over. */
export async function openReflection(member: Member, slot: DaySlot, address: ReflectionAddress) {
  const { date: today, now } = currentSlotOf(member);
  const { translation } = member.prayer;
  const requested = address.date ?? "";
  const forDate = isDay(requested) && requested <= today ? requested : currentDayFor(member, slot);
  const { draft, written, ...carryover } = await readSlot(member, slot, forDate);
  const variant = address.way ? `way ${address.way.replace(".", " ")}` : requestedPack(address.pack);
  const { flow, swapsLeft } = await openFlow(member, slot, forDate, { draft, variant });
  const assigned = assignedPassage(member, slot, forDate);
  const isAssigned = assigned?.reference === flow.passageRef && !flow.way;
  const step = flow.steps.find(({ key }) => key === address.step)?.key;
  const onePage = !step && (address.all === "1" || member.prayer.onePage);
  // Counted once when a reflection is first opened, not at each step. Own questions and assigned passages are not counted.
  if (!draft && written.length === 0 && !address.step)
    recordImpression({
      passageRef: isAssigned ? "" : flow.passageRef,
      promptIds: flow.promptIds.filter(isOfLibrary),
    });
  const isExamen = flow.kind === "examen";
  const frame = isExamen ? CLOSING_PASSAGE : "Psalm 46:10";
  const inForm = draft ? draftView(draft, now, member.timezone) : null;
  const only = address.only === "1";
  return {
    flow: only ? onlyQuestion(flow) : flow,
    only,
    variant: variantOf(flow),
    carryover,
    swapsLeft,
    /** Empty if all steps are on one page. */
    step: onePage || only ? "" : (step ?? resumeStep(flow, draft?.content)),
    passage: findPassage(flow.passageRef, translation) ?? null,
    // The plan's note is only for new mornings with a passage of the plan: a draft keeps its passage, and evenings, the
    // Daily Habit and custom layouts follow no plan.
    planNote: isAssigned
      ? assigned.note || ASSIGNED_NOTE
      : slot === "morning" && !draft && followsPassagePlan(flow)
        ? planNote(member.prayer, forDate)
        : null,
    frame: flow.steps.length > 0 ? (findPassage(frame, translation) ?? null) : null,
    packs: isExamen && !only ? EXAMEN_PACK_KEYS.map((key) => ({ key, name: EXAMEN_PACKS[key].name })) : [],
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

type SaveReflectionResult =
  /** Saved as an entry. */
  | { ok: true; entryId: string }
  /** Saved as a draft; `next` is the path to continue at. */
  | { ok: true; next: string }
  | { ok: false; code: "future_day" | "conflict" | "no_more_swaps" }
  | { ok: false; code: "picture"; why: PictureRefusal }
  /** The form has no text; `field` is the first field of the shown step, if it has one. */
  | { ok: false; code: "empty"; field: AnswerKey | undefined };

type Submitted = { typed: SubmittedAnswers; pictures: SubmittedPictures; submission: string | undefined };

/**
 * Saves a reflection's form as a draft or an entry. Fields missing in `typed` remain unchanged. `submission` makes a repeated
 * post idempotent.
 */
export async function saveReflection(
  member: Member,
  slot: DaySlot,
  value: SlotInput,
  { typed, pictures: submittedPictures, submission }: Submitted,
): Promise<SaveReflectionResult> {
  const defaultDay = currentDayFor(member, slot);
  const forDate = value.forDate ?? defaultDay;
  const draftKey = draftKeyOf(slot, forDate);
  const origin = { submission, draftVersion: value.draftVersion };
  if (value.intent === "removePicture") {
    const result = await removeDraftPictures(member, draftKey, submittedPictures.removed, origin);
    return result.ok ? { ok: true, next: "" } : result;
  }
  const [draft] = await findDrafts(member, [draftKey]);
  const variant = requestedPack(value.goto) ?? value.variant;
  const opened = await openFlow(member, slot, forDate, { draft, variant });
  const flow = value.intent === "swap" ? await withOtherPrompt(member, opened.flow, submission) : opened.flow;
  if (!flow) return { ok: false, code: "no_more_swaps" };
  const before = draft && isOwnDraft(draft, origin) ? draft.content.pictures : undefined;
  const { pictures, why } = await collectPictures(member, before, submittedPictures);
  if (why) return { ok: false, code: "picture", why };
  const { fields, steps, title: _title, way: _way, ...meta } = flow;
  const passage = findPassage(flow.passageRef, member.prayer.translation);
  const content = mergeAnswers(flow, typed, passage, draft?.content);
  const writing = { ...meta, content: { ...content, ...(pictures.length > 0 && { pictures }) } };
  if (value.intent === "finish") {
    const result = await finishEntry(member, writing, origin);
    if (result.ok) {
      await attachPictures(member, before, pictures);
      return { ok: true, entryId: result.id };
    }
    if (result.code === "future_day") return { ok: false, code: "future_day" };
    const alone = value.only && onlyQuestion(flow).fields;
    const shown = alone || (steps.find(({ key }) => key === value.step)?.fields ?? fields);
    return { ok: false, code: "empty", field: shown[0]?.key };
  }
  const saved = await saveDraft(member, writing, { ...origin, auto: value._auto === "1" });
  if (!saved.ok) return saved;
  await attachPictures(member, before, pictures);
  const defaultPack = flowFor(member, slot, forDate).promptIds[0];
  const pack = flow.kind === "examen" && flow.promptIds[0] !== defaultPack ? flow.promptIds[0] : undefined;
  return {
    ok: true,
    next: flowPath(flow, defaultDay, nextPlaceInFlow(flow, value), pack?.replace("examen.", "")),
  };
}

/** The flow with another question; undefined if no change is left. */
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
