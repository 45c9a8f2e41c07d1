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
import { PauseForm, RhythmForm } from "./forms";

export const meta: MetaFunction = () => [{ title: "Your rhythm · Still and Know" }];

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

const WRONG_DAY = "Please give a day as YYYY-MM-DD.";
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
      return done("Saved");
    }
    if (value.intent === "resume") {
      await endPause(member);
      return done("Welcome back");
    }
    const result = await pauseUntil(member, value.until);
    if (result.ok) return done("Your rhythm pauses");
    const message =
      result.code === "past"
        ? "Please choose today or a day to come."
        : `A pause lasts at most ${LONGEST_PAUSE_DAYS} days. You can make it longer later.`;
    return refuse({ status: 400, fields: { until: [message] } });
  });

/** Going back and forth reads from the memory for a while (seed section 9, "Data cache"). */
export { cachedLoader as clientLoader } from "~/browser/page-cache";

export default function RhythmPage() {
  const { days, line, restDay, hidden, pause, today, latestPause } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <>
      <PageHeading title="Your rhythm" intro={<p>{line}</p>} />
      <RhythmDots days={days} />
      <Prose className="mt-10">
        <p>
          These are the last 28 days. There is no chain to break: a day without an entry takes nothing away
          from the others, and no number goes back to zero. It is here to show you how you live with your
          journal, not to push you.
        </p>
        <h2>How days count</h2>
        <ul>
          <li>A day has a full dot when something was written for it, however short.</li>
          <li>
            A day lasts 36 hours. Until noon the day before is still open, and what you write before noon
            counts for it if it would be without an entry while the new day has another.
          </li>
          <li>
            You can fill in a day for 48 hours after it ended. What you write for days further back is kept
            all the same; it lights no dot.
          </li>
          <li>
            Days follow the clock of the place where you wrote, so travelling and clock changes cost nothing.
          </li>
          <li>
            A day of rest and a pause ask for nothing. If you write then, the day counts like any other.
          </li>
        </ul>
        <h2>Signs</h2>
        <RhythmKey />
      </Prose>
      <RhythmForm restDay={restDay} hidden={hidden} />
      <PauseForm reply={reply} pause={pause} today={today} latest={latestPause} />
    </>
  );
}
