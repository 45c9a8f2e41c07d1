import { getFormProps, useForm } from "@conform-to/react";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { t } from "~/i18n/t";
import { NameFields, valuesOf, type PrayerValues } from "./prayer-fields";
import { Refusal, SUMMARY, type PrayerFormProps } from "./refusal";
import { RhythmFields } from "./rhythm-fields";

/** Changing an intention: its words, when it comes, and who may read what is written about it. */
export function EditPrayer({ prayer, reply }: PrayerFormProps) {
  const [form, fields] = useForm<PrayerValues>({
    id: "edit",
    lastResult: reply?.lastResult,
    defaultValue: valuesOf(prayer),
  });
  const ticked = reply?.lastResult ? reply.lastResult.initialValue?.shared !== undefined : prayer.shared;
  return (
    <details className="group" open={reply !== undefined || undefined}>
      <summary className={SUMMARY}>{t("Edit")}</summary>
      <Refusal reply={reply} />
      <PostForm {...getFormProps(form)} noValidate className="mt-2 grid max-w-measure grid-cols-1 gap-5">
        <input type="hidden" name="prayerId" value={prayer.id} />
        <input type="hidden" name="version" value={reply?.saved?.version ?? prayer.version} />
        <NameFields fields={fields} />
        <RhythmFields fields={fields} />
        <label htmlFor="shared" className="flex min-h-11 items-start gap-3 py-2.5">
          <input
            id="shared"
            type="checkbox"
            name="shared"
            value="on"
            defaultChecked={ticked}
            className="shrink-0"
          />
          <span className="leading-snug">
            {t("Insights and coaches may read what I write about this")}
            <span className="block text-sm text-muted">
              {t("Without a tick they see nothing of it. The name itself is never given to them.")}
            </span>
          </span>
        </label>{" "}
        <SubmitButton
          name="intent"
          value="save"
          variant="quiet"
          pendingText={t("Saving…")}
          className="justify-self-start"
        >
          {t("Save")}
        </SubmitButton>
      </PostForm>
    </details>
  );
}
