import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { RhythmKey, RhythmDots } from "~/components/journal/rhythm-strip";
import { PageHeading } from "~/components/ui/page-heading";
import { Prose } from "~/components/ui/prose";
import { addDays, isDay } from "~/domain/journal/local-day";
import { LONGEST_PAUSE_DAYS, pauseAt, pauseInWords, rhythmInWords } from "~/domain/journal/rhythm";
import { endPause, pauseUntil, readRhythm, saveRhythm } from "~/domain/journal/rhythm.server";
import { standingOf } from "~/domain/journal/today.server";
import { memberAction } from "~/http/forms.server";
import { memberLoader } from "~/http/loaders.server";
import { redirectWithToast } from "~/http/toast.server";
import { rhythmWords } from "~/words/journal/rhythm";
import { PauseForm, RhythmForm } from "./forms";

export const meta: MetaFunction = () => [{ title: rhythmWords.pageTitle }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) => {
    const days = await readRhythm(member);
    const { date: today } = standingOf(member);
    const { restDay, hidden, pauses } = member.rhythm;
    const pause = pauseAt(pauses, today);
    return {
      days,
      line: rhythmInWords(days),
      restDay,
      hidden,
      pause: pause ? pauseInWords(pause) : null,
      today,
      latestPause: addDays(today, LONGEST_PAUSE_DAYS),
    };
  });

const WRONG_DAY = rhythmWords.pleaseGiveADayAsYyyy;
const RhythmSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("save"),
    restDay: z.coerce.number().int().min(0).max(6).optional(),
    hidden: z
      .string()
      .optional()
      .transform((value) => value === "1" || value === "on"),
  }),
  z.object({ intent: z.literal("pause"), until: z.string(WRONG_DAY).refine(isDay, WRONG_DAY) }),
  z.object({ intent: z.literal("resume") }),
]);

export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: RhythmSchema }, async ({ value, member, refuse }) => {
    const done = (title: string) => redirectWithToast("/journal/rhythm", { title, tone: "success" });
    if (value.intent === "save") {
      await saveRhythm(member, { restDay: value.restDay ?? null, hidden: value.hidden });
      return done(rhythmWords.saved);
    }
    if (value.intent === "resume") {
      await endPause(member);
      return done(rhythmWords.welcomeBack);
    }
    const result = await pauseUntil(member, value.until);
    if (result.ok) return done(rhythmWords.yourRhythmPausesToast);
    const message =
      result.code === "past"
        ? rhythmWords.pleaseChooseTodayOrADay
        : rhythmWords.aPauseLastsAtMostDays({ longestPauseDays: LONGEST_PAUSE_DAYS });
    return refuse({ status: 400, fields: { until: [message] } });
  });

/** Going back and forth reads from the memory for a while (seed section 9, "Data cache"). */
export { cachedLoader as clientLoader } from "~/browser/page-cache";

export default function RhythmPage() {
  const { days, line, restDay, hidden, pause, today, latestPause } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <>
      <PageHeading title={rhythmWords.yourRhythm} intro={<p>{line}</p>} />
      <RhythmDots days={days} />
      <Prose className="mt-10">
        <p>{rhythmWords.intro}</p>
        <h2>{rhythmWords.howDaysCount}</h2>
        <ul>
          <li>{rhythmWords.aDayHasAFullDot}</li>
          <li>{rhythmWords.aDayLasts36Hours}</li>
          <li>{rhythmWords.youCanFillInADay}</li>
          <li>{rhythmWords.daysFollowTheClock}</li>
          <li>{rhythmWords.aDayOfRest}</li>
        </ul>
        <h2>{rhythmWords.signs}</h2>
        <RhythmKey />
      </Prose>
      <RhythmForm restDay={restDay} hidden={hidden} />
      <PauseForm reply={reply} pause={pause} today={today} latest={latestPause} />
    </>
  );
}
