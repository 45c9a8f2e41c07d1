import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { Field } from "~/components/forms/field";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { RhythmDots, RhythmKey, RhythmList } from "~/components/journal/rhythm-strip";
import { SettingsPage } from "~/components/settings/settings-page";
import { Disclosure } from "~/components/ui/disclosure";
import { addDays, formatFullDate, isDay } from "~/domain/calendar/local-day";
import { WEEKDAYS } from "~/domain/calendar/locale";
import {
  describePause,
  endPause,
  MAX_PAUSE_DAYS,
  pauseAt,
  pauseUntil,
  readRhythm,
  saveRhythm,
} from "~/domain/journal/rhythm/rhythm.server";
import { currentSlotOf } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { redirectWithToast } from "~/http/cookies.server";
import type { FormReply } from "~/http/form/form-options.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

/** The day of rest, and the visibility on the dashboard. */
export function RhythmForm({ restDay, hidden }: { restDay: number | null; hidden: boolean }) {
  return (
    <section className="mt-14 border-t border-line pt-8" aria-labelledby="rhythm-settings">
      <h2 id="rhythm-settings" className="mb-5 text-xl font-medium">
        {t("Make it yours")}
      </h2>
      <PostForm className="grid grid-cols-1 gap-5">
        <div>
          <label htmlFor="rest-day" className="mb-1.5 block font-medium">
            {t("Day of rest")}
          </label>
          <select id="rest-day" name="restDay" defaultValue={restDay ?? ""} className="control max-w-card">
            <option value="">{t("None")}</option>
            {WEEKDAYS.map((name, at) => (
              <option key={name} value={at}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <label className="flex min-h-11 items-center gap-3">
          <input type="checkbox" name="hidden" value="1" defaultChecked={hidden} />
          {t("Do not show the rhythm on my dashboard")}
        </label>
        <div>
          <SubmitButton name="intent" value="save" variant="quiet" pendingText={t("Saving…")}>
            {t("Save")}
          </SubmitButton>
        </div>
      </PostForm>
    </section>
  );
}

type PauseProps = { reply: FormReply | undefined; pause: string | null; today: string; latest: string };

/** Begins a pause, or ends the current one. */
export function PauseForm({ reply, pause, today, latest }: PauseProps) {
  const [form, fields] = useForm<{ until: string }>({ id: "pause", lastResult: reply?.lastResult });
  return (
    <section className="mt-14 border-t border-line pt-8" aria-labelledby="rhythm-pause">
      <h2 id="rhythm-pause" className="mb-2 text-xl font-medium">
        {t("Pause")}
      </h2>
      <p className="mb-5 max-w-measure text-muted">
        {pause
          ? t("Your rhythm is paused {pause}.", { pause })
          : t("For illness, travel, or simply because it is time. Nothing is asked of you during a pause.")}
      </p>
      <PostForm {...getFormProps(form)} noValidate className="grid grid-cols-1 gap-5">
        <Field
          meta={fields.until}
          label={pause ? t("Pause until another day") : t("Pause until")}
          hint={t("That day is included.")}
          type="date"
          min={today}
          max={latest}
          className="max-w-card"
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton name="intent" value="pause" variant="quiet">
            {pause ? t("Change the pause") : t("Pause")}
          </SubmitButton>{" "}
          {pause && (
            <SubmitButton name="intent" value="resume" variant="quiet">
              {t("End the pause")}
            </SubmitButton>
          )}
        </div>
      </PostForm>
    </section>
  );
}

export const meta: MetaFunction = () => [{ title: t("Your rhythm · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) => {
    const days = await readRhythm(member);
    const { date: today } = currentSlotOf(member);
    const { restDay, hidden, pauses } = member.rhythm;
    const pause = pauseAt(pauses, today);
    return {
      days: days.map(({ date, state }) => ({ name: formatFullDate(date), state })),
      restDay,
      hidden,
      pause: pause ? describePause(pause) : null,
      today,
      latestPause: addDays(today, MAX_PAUSE_DAYS),
    };
  });

const WRONG_DAY = t("Please enter a day as YYYY-MM-DD.");
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

const storedRestDay = (_form: FormData, { rhythm: { restDay } }: Member) =>
  restDay === null ? undefined : { restDay: String(restDay) };

export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: RhythmSchema, stored: storedRestDay }, async ({ value, member, refuse }) => {
    const done = (title: string) => redirectWithToast(paths.rhythm(), { title, tone: "success" });
    if (value.intent === "save") {
      await saveRhythm(member, { restDay: value.restDay ?? null, hidden: value.hidden });
      return done(t("Saved"));
    }
    if (value.intent === "resume") {
      await endPause(member);
      return done(t("Welcome back"));
    }
    const result = await pauseUntil(member, value.until);
    if (result.ok) return done(t("Your rhythm is paused"));
    const message =
      result.code === "past"
        ? t("Please choose today or a later day.")
        : t("A pause lasts at most {longestPauseDays} days. You can make it longer later.", {
            longestPauseDays: MAX_PAUSE_DAYS,
          });
    return refuse({ status: 400, fields: { until: [message] } });
  });

/** Caches the page for a while, for back and forward navigation. */
export { cachedLoader as clientLoader } from "~/browser/page-cache";

export default function RhythmPage() {
  const { days, restDay, hidden, pause, today, latestPause } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <SettingsPage
      intro={t(
        "The last four weeks. There is no chain to break: a day without an entry takes nothing away from the others. It is here to show, not to push.",
      )}
    >
      <RhythmDots days={days.map(({ state }) => state)} />
      <RhythmList days={days} />
      <div className="mt-6 text-muted">
        <RhythmKey />
        <Disclosure title={t("How days are filled")} open={false} className="mt-4">
          <ul className="max-w-measure list-disc space-y-2 pl-5">
            <li>{t("A day has a full dot when something was written for it, however short.")}</li>
            <li>
              <Trans>
                Until noon you can still write for yesterday. If yesterday is empty and today already has an
                entry, what you write before noon counts for yesterday.
              </Trans>
            </li>
            <li>
              <Trans>
                You can fill in a day for 48 hours after it ended. You can also write for days further back;
                they do not fill a dot.
              </Trans>
            </li>
            <li>
              <Trans>
                Days follow the clock of the place where you wrote, so travel and clock changes cost you
                nothing.
              </Trans>
            </li>
            <li>
              <Trans>
                Nothing is asked of you on a day of rest or during a pause. If you write then, the day counts
                like any other.
              </Trans>
            </li>
          </ul>
        </Disclosure>
      </div>
      <RhythmForm restDay={restDay} hidden={hidden} />
      <PauseForm reply={reply} pause={pause} today={today} latest={latestPause} />
    </SettingsPage>
  );
}
