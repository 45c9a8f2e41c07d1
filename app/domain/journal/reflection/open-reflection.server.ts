import EXAMEN_PACKS from "~/content/questions/examen.yaml";
import { noteShown } from "~/domain/analytics/shown.server";
import { isDay } from "~/domain/calendar/local-day";
import { dayLine } from "~/domain/journal/entries/day-line";
import { draftInForm } from "~/domain/journal/entries/draft-in-form";
import { picturesToEdit } from "~/domain/journal/pictures/gather.server";
import { PROMPT_SETS } from "~/domain/journal/prompt-sets/all";
import type { Flow } from "~/domain/journal/prompt-sets/flow-shape";
import { CLOSING_PASSAGE } from "~/domain/journal/prompt-sets/lectio-examen/examen";
import { EXAMEN_PACK_KEYS } from "~/domain/journal/prompt-sets/lectio-examen/examen-questions";
import { isOfLibrary } from "~/domain/journal/prompts/prompt-library";
import type { Member } from "~/domain/member/member";
import type { DaySlot } from "~/domain/member/prayer-times";
import { holdsPromptSet } from "~/domain/member/prompt-set";
import { currentSlotOf, dayOpenedNow } from "~/domain/member/today.server";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { planNote } from "~/domain/scripture/passages/plans-offered";
import { GIVEN } from "~/domain/ways/given-passages";
import { givenPassage } from "~/domain/ways/given-passages.server";
import { answersBeside, stepToGoOn } from "./answers";
import { packWanted } from "./flow-address";
import { openFlow } from "./flow.server";
import { variantOf } from "./own-shape";
import { readSlot } from "./read-slot.server";
import { silenceMinutes } from "./silence";

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
  const forDate = isDay(wanted) && wanted <= today ? wanted : dayOpenedNow(member, slot);
  const { draft, written, ...kept } = await readSlot(member, slot, forDate);
  const variant = address.way ? `way ${address.way.replace(".", " ")}` : packWanted(address.pack);
  const { flow, swapsLeft } = await openFlow(member, slot, forDate, { draft, variant });
  const given = givenPassage(member, slot, forDate);
  const isGiven = given?.reference === flow.passageRef && !flow.way;
  const step = flow.steps.find(({ key }) => key === address.step)?.key;
  const onePage = !step && (address.all === "1" || member.prayer.onePage);
  // Once when it is opened, not at each step or after typing. What is a person's own is not counted.
  if (!draft && written.length === 0 && !address.step)
    noteShown({ passageRef: isGiven ? "" : flow.passageRef, promptIds: flow.promptIds.filter(isOfLibrary) });
  const isExamen = flow.kind === "examen";
  const frame = isExamen ? CLOSING_PASSAGE : "Psalm 46:10";
  const inForm = draft ? draftInForm(draft, now, member.timezone) : null;
  return {
    flow,
    variant: variantOf(flow),
    kept,
    swapsLeft,
    /** Empty where everything is on one page. */
    step: onePage ? "" : (step ?? stepToGoOn(flow, draft?.content)),
    passage: findPassage(flow.passageRef, translation) ?? null,
    // What was begun keeps its passage; the evening, the Daily Habit and a shape of one's own follow no plan.
    planNote: isGiven
      ? given.note || GIVEN
      : slot === "morning" && !draft && readsAlong(flow)
        ? planNote(member.prayer, forDate)
        : null,
    frame: flow.steps.length > 0 ? (findPassage(frame, translation) ?? null) : null,
    packs: isExamen ? EXAMEN_PACK_KEYS.map((key) => ({ key, name: EXAMEN_PACKS[key].name })) : [],
    otherAnswers: inForm?.isLong ? [] : answersBeside(flow, draft?.content),
    dateLine: dayLine(forDate, member.prayer),
    guided: !holdsPromptSet(member.subscriptionTier, "lectio_examen"),
    silence: silenceMinutes(member.prayer.length),
    timezone: member.timezone,
    pictures: picturesToEdit(draft?.content.pictures),
    writtenId: written[0]?.id ?? null,
    draft: inForm,
  };
}
