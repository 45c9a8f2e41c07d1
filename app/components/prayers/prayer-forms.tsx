import { getFormProps, useForm } from "@conform-to/react";
import type { IntentionReply } from "~/browser/submit-intention";
import { Field } from "~/components/forms/field";
import { FormNotice, PostForm, SubmitButton } from "~/components/forms/post-form";
import { SavedFields } from "~/components/journal/saved-texts";
import { INTENTION_LIMITS, type PrayerState, type Recurrence } from "~/domain/journal/prayers/intention";
import { t } from "~/i18n/t";
import { NameFields, prayerValues, RhythmFields, type PrayerValues } from "./prayer-fields";

/** Fields of an intention that its forms use. */
export type PrayerInForms = {
  id: string;
  name: string;
  line: string;
  came: string;
  coming: string;
  rhythm: Recurrence;
  state: PrayerState;
  shared: boolean;
  version: number;
};
export type PrayerReply = IntentionReply & { saved?: PrayerInForms };
type PrayerFormProps = { prayer: PrayerInForms; reply: PrayerReply | undefined };

const SUMMARY_CLASS = "inline-flex min-h-11 items-center underline underline-offset-4";

function SavedPrayer({ saved }: { saved: PrayerInForms }) {
  const parts = [
    { name: t("Name"), text: saved.name },
    { name: t("A short note"), text: saved.line },
    { name: t("How often"), text: saved.coming },
    { name: t("What came of it"), text: saved.came },
  ];
  return <SavedFields title={t("What is saved now")} parts={parts} />;
}

/** Error notice, and after an edit conflict the stored values. */
function PrayerRefusal({ reply }: { reply: PrayerReply | undefined }) {
  if (!reply?.notice) return null;
  return (
    <div className="mb-6 space-y-6">
      <FormNotice {...reply.notice} />
      {reply.saved && <SavedPrayer saved={reply.saved} />}
    </div>
  );
}

/** Edits an intention: its name and note, its recurrence, and its consent for insights and coaches. */
export function EditPrayer({ prayer, reply }: PrayerFormProps) {
  const [form, fields] = useForm<PrayerValues>({
    id: "edit",
    lastResult: reply?.lastResult,
    defaultValue: prayerValues(prayer),
  });
  const isShared = reply?.lastResult ? reply.lastResult.initialValue?.shared !== undefined : prayer.shared;
  return (
    <details className="group" open={reply !== undefined || undefined}>
      <summary className={SUMMARY_CLASS}>{t("Edit")}</summary>
      <PrayerRefusal reply={reply} />
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
            defaultChecked={isShared}
            className="shrink-0"
          />
          <span className="leading-snug">
            {t("Insights and coaches may read what I write about this")}
            <span className="block text-sm text-muted">
              {t("Unless you tick this, they see none of it. The name itself is never sent to them.")}
            </span>
          </span>
        </label>{" "}
        <SubmitButton name="intent" value="save" variant="quiet" pendingText={t("Saving…")}>
          {t("Save")}
        </SubmitButton>
      </PostForm>
    </details>
  );
}

/** Ends an intention. By design it does not ask whether the prayer was answered. */
export function LayDownPrayer({ prayer, reply }: PrayerFormProps) {
  const [form, fields] = useForm<{ came: string }>({
    id: "laydown",
    lastResult: reply?.lastResult,
    defaultValue: { came: prayer.came },
  });
  const isPast = prayer.state === "past";
  return (
    <details className="group" open={reply !== undefined || undefined}>
      <summary className={SUMMARY_CLASS}>{isPast ? t("Edit what came of it") : t("Finish…")}</summary>
      <PrayerRefusal reply={reply} />
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
        <SubmitButton name="intent" value="laydown" variant="quiet" pendingText={t("Saving…")}>
          {isPast ? t("Save") : t("Finish")}
        </SubmitButton>
      </PostForm>
    </details>
  );
}

export function RestPrayer({ prayer, reply }: PrayerFormProps) {
  const isCarried = prayer.state === "carried";
  return (
    <PostForm notice={reply?.notice}>
      <input type="hidden" name="prayerId" value={prayer.id} />
      <SubmitButton name="intent" value={isCarried ? "rest" : "resume"} variant="quiet">
        {isCarried ? t("Pause") : t("Resume")}
      </SubmitButton>
    </PostForm>
  );
}

export function DeletePrayer({ prayer, reply }: PrayerFormProps) {
  return (
    <details className="group" open={reply !== undefined || undefined}>
      <summary className={SUMMARY_CLASS}>{t("Delete…")}</summary>
      <p className="mt-2 max-w-measure text-muted">
        {t("It is deleted at once, for good. What you have written about it stays in your history.")}
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
