import { getFormProps, useForm } from "@conform-to/react";
import { Field } from "~/components/forms/field";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { WEEKDAYS } from "~/domain/calendar/day-names";
import type { FormReply } from "~/http/form/form-options.server";
import { t } from "~/i18n/t";

/** The day of rest, and whether the dashboard shows the rhythm. */
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

/** Begins a pause, or ends the one that runs. */
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
