import { JournalEntryModel } from "#models/journal-entry.server";
import EXAMEN_PACKS from "~/content/questions/examen.yaml";
import { isDay } from "~/domain/calendar/local-day";
import { draftKeyOf, draftsFrom, type Draft } from "~/domain/journal/entries/drafts.server";
import type { Entry } from "~/domain/journal/entries/entry";
import { dayLine, draftView } from "~/domain/journal/entries/entry-view";
import { contentOrNull, draftIdOf, journalKeys } from "~/domain/journal/entries/sealed-content.server";
import { picturesToEdit } from "~/domain/journal/pictures/pictures.server";
import { CLOSING_PASSAGE } from "~/domain/journal/prompt-sets/examen";
import { EXAMEN_PACK_KEYS } from "~/domain/journal/prompt-sets/examen-questions";
import type { Flow } from "~/domain/journal/prompt-sets/flow";
import { PROMPT_SETS } from "~/domain/journal/prompt-sets/registry";
import { isOfLibrary } from "~/domain/journal/prompts/prompt-library.state";
import type { Member } from "~/domain/member/member";
import { currentDayFor, currentSlotOf } from "~/domain/member/member-from-record.server";
import { holdsPromptSet } from "~/domain/member/prayer-settings";
import type { DaySlot } from "~/domain/member/prayer-times";
import { recordImpression } from "~/domain/operations/daily-events.server";
import { planNote } from "~/domain/scripture/passages/available-plans";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { ASSIGNED_NOTE } from "~/domain/ways/assigned-passages";
import { assignedPassage } from "~/domain/ways/assigned-passages.server";
import { carryoverFrom, orphanedAnswers, resumeStep, type MorningCarryover } from "./answers";
import { variantOf } from "./custom-layout";
import { requestedPack } from "./flow";
import { openFlow } from "./flow.server";
import { silenceMinutes } from "./silence";

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
    guided: !holdsPromptSet(member.subscriptionTier, "lectio_examen"),
    silence: silenceMinutes(member.prayer.length),
    timezone: member.timezone,
    pictures: picturesToEdit(draft?.content.pictures),
    writtenId: written[0]?.id ?? null,
    draft: inForm,
  };
}
