import { getFormProps, useForm } from "@conform-to/react";
import { Field } from "~/components/forms/field";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { INTENTION_LIMITS } from "~/domain/journal/prayers/intention";
import { t } from "~/i18n/t";
import { Refusal, SUMMARY, type PrayerFormProps } from "./refusal";

/** Ending one, without a word on whether it was answered. */
export function LayDownPrayer({ prayer, reply }: PrayerFormProps) {
  const [form, fields] = useForm<{ came: string }>({
    id: "laydown",
    lastResult: reply?.lastResult,
    defaultValue: { came: prayer.came },
  });
  const isPast = prayer.state === "past";
  return (
    <details className="group" open={reply !== undefined || undefined}>
      <summary className={SUMMARY}>{isPast ? t("Change what came of it") : t("Lay it down…")}</summary>
      <Refusal reply={reply} />
      <PostForm {...getFormProps(form)} noValidate className="mt-2 grid max-w-measure grid-cols-1 gap-5">
        <input type="hidden" name="prayerId" value={prayer.id} />
        <input type="hidden" name="version" value={reply?.saved?.version ?? prayer.version} />
        <Field
          meta={fields.came}
          label={t("What came of it")}
          hint={t("Optional, in your own words. You will find it when you look back.")}
          multiline
          rows={3}
          maxLength={INTENTION_LIMITS.line}
        />
        <SubmitButton
          name="intent"
          value="laydown"
          variant="quiet"
          pendingText={t("Saving…")}
          className="justify-self-start"
        >
          {isPast ? t("Save") : t("Lay it down")}
        </SubmitButton>
      </PostForm>
    </details>
  );
}

/** Letting it rest, or taking it up again. */
export function RestPrayer({ prayer, reply }: PrayerFormProps) {
  const isCarried = prayer.state === "carried";
  return (
    <PostForm notice={reply?.notice}>
      <input type="hidden" name="prayerId" value={prayer.id} />
      <SubmitButton name="intent" value={isCarried ? "rest" : "resume"} variant="quiet">
        {isCarried ? t("Let it rest") : t("Take it up again")}
      </SubmitButton>
    </PostForm>
  );
}

/** Deleting for good, asked once more. */
export function DeletePrayer({ prayer, reply }: PrayerFormProps) {
  return (
    <details className="group" open={reply !== undefined || undefined}>
      <summary className={SUMMARY}>{t("Delete…")}</summary>
      <p className="mt-2 max-w-measure text-muted">
        {t("It is gone for good at once. What you have written about it stays in your history.")}
      </p>
      <PostForm className="mt-4" notice={reply?.notice}>
        <input type="hidden" name="prayerId" value={prayer.id} />
        <SubmitButton name="intent" value="delete" variant="danger">
          {t("Delete for good")}
        </SubmitButton>
      </PostForm>
    </details>
  );
}
