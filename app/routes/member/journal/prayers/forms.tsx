import { getFormProps, useForm } from "@conform-to/react";
import { Field } from "~/components/forms/field";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { NameFields, type PrayerValues } from "~/components/prayers/prayer-fields";
import type { PrayerReply } from "~/components/prayers/refusal";
import { RhythmFields } from "~/components/prayers/rhythm-fields";
import { t } from "~/i18n/t";

const SUMMARY = "inline-flex min-h-11 items-center text-sm text-muted underline underline-offset-4";

/** One more, in one field. */
export function AddIntentionForm({ reply }: { reply: PrayerReply | undefined }) {
  const [form, fields] = useForm<PrayerValues>({
    id: "add",
    lastResult: reply?.lastResult,
    defaultValue: { rhythm: "turn" },
  });
  const errors = [fields.rhythm, fields.weekdays, fields.until, fields.day].some((meta) => meta.errors);
  return (
    <PostForm
      {...getFormProps(form)}
      noValidate
      notice={reply?.notice}
      className="grid max-w-measure grid-cols-1 gap-5"
    >
      <NameFields fields={fields} />
      <details className="group" open={errors || undefined}>
        <summary className={SUMMARY}>{t("When does it come? In turn, unless you choose otherwise.")}</summary>
        <div className="mt-2">
          <RhythmFields fields={fields} />
        </div>
      </details>
      <SubmitButton name="intent" value="add" pendingText={t("Adding…")} className="justify-self-start">
        {t("Add")}
      </SubmitButton>
    </PostForm>
  );
}

/** Everything poured out at once. */
export function ListForm({ reply, open }: { reply: PrayerReply | undefined; open: boolean }) {
  const [form, fields] = useForm<{ list: string }>({ id: "list", lastResult: reply?.lastResult });
  return (
    <details className="group mt-4" open={open || reply !== undefined || undefined}>
      <summary className={SUMMARY}>{t("Paste a list, one per line")}</summary>
      <PostForm
        {...getFormProps(form)}
        encType="multipart/form-data"
        noValidate
        notice={reply?.notice}
        className="mt-2 grid max-w-measure grid-cols-1 gap-5"
      >
        <input type="hidden" name="paste" value="1" />
        <Field
          meta={fields.list}
          label={t("Names or intentions, one per line")}
          hint={t("They come in turn. You can change each of them afterwards.")}
          multiline
          rows={8}
        />
        <SubmitButton
          name="intent"
          value="add"
          variant="quiet"
          pendingText={t("Adding…")}
          className="justify-self-start"
        >
          {t("Add them all")}
        </SubmitButton>
      </PostForm>
    </details>
  );
}
