import { getCollectionProps, getFormProps, useForm, type FieldMetadata } from "@conform-to/react";
import type { IntentionReply } from "~/browser/submit-intention";
import { Field, FieldErrors } from "~/components/forms/field";
import { FormNotice, PostForm, SubmitButton } from "~/components/forms/post-form";
import { SavedFields } from "~/components/journal/saved-texts";
import { WEEKDAYS } from "~/domain/calendar/locale";
import {
  INTENTION_LIMITS,
  RECURRENCES,
  type PrayerState,
  type Recurrence,
} from "~/domain/journal/prayers/intention";
import { t } from "~/i18n/t";

export type PrayerValues = {
  name: string;
  line: string;
  rhythm: string;
  weekdays: string[];
  until: string;
  day: string;
  dayOnly: string;
};
type PrayerMetas = {
  [K in keyof PrayerValues]: FieldMetadata<PrayerValues[K], Record<string, unknown>>;
};

/** Default form values of an intention. */
export function prayerValues({ name, line, rhythm }: { name: string; line: string; rhythm: Recurrence }) {
  return {
    name,
    line,
    rhythm: rhythm.kind,
    weekdays: rhythm.kind === "weekdays" ? rhythm.weekdays.map(String) : [],
    until: rhythm.kind === "until" ? rhythm.until : "",
    day: rhythm.kind === "yearly" ? rhythm.day : "",
    dayOnly: rhythm.kind === "yearly" && rhythm.dayOnly ? "on" : "",
  };
}

export function NameFields({ fields }: { fields: Pick<PrayerMetas, "name" | "line"> }) {
  return (
    <>
      <Field
        meta={fields.name}
        label={t("Who or what are you praying for?")}
        autoComplete="off"
        maxLength={INTENTION_LIMITS.name}
      />
      <Field
        meta={fields.line}
        label={t("A short note")}
        hint={t("Optional.")}
        autoComplete="off"
        maxLength={INTENTION_LIMITS.line}
      />
    </>
  );
}

type RecurrenceMetas = Omit<PrayerMetas, "name" | "line">;

const RECURRENCE_LABELS: Record<Recurrence["kind"], { label: string; text: string }> = {
  turn: { label: t("In turn"), text: t("With the others, a few each day. No one is left out.") },
  daily: { label: t("Every day"), text: "" },
  weekdays: { label: t("On certain weekdays"), text: "" },
  until: { label: t("Every day until a day"), text: t("For a journey, an operation, a vote.") },
  yearly: {
    label: t("On a day each year"),
    text: t("For someone who has died: their day, and All Souls on 2 November."),
  },
};

/**
 * Recurrence. The fields of a choice follow its radio button; CSS hides them until it is selected, where `:has` is
 * supported.
 */
export function RhythmFields({ fields }: { fields: RecurrenceMetas }) {
  const radios = getCollectionProps(fields.rhythm, { type: "radio", options: [...RECURRENCES] });
  return (
    <fieldset className="grid grid-cols-1">
      <legend className="mb-1 font-medium">{t("How often?")}</legend>
      {radios.map(({ key, ...control }, at) => {
        const kind = RECURRENCES[at] ?? "turn";
        const { label, text } = RECURRENCE_LABELS[kind];
        return (
          <div key={key} className="choice-with-more">
            <label htmlFor={control.id} className="flex min-h-11 items-start gap-3 py-2.5">
              <input {...control} className="shrink-0" />
              <span className="leading-snug">
                {label} {text && <span className="block text-sm text-muted">{text}</span>}
              </span>
            </label>
            <RecurrenceFields kind={kind} fields={fields} />
          </div>
        );
      })}
      <FieldErrors id={fields.rhythm.errorId} errors={fields.rhythm.errors} />
    </fieldset>
  );
}

function RecurrenceFields({ kind, fields }: { kind: Recurrence["kind"]; fields: RecurrenceMetas }) {
  switch (kind) {
    case "weekdays":
      return (
        <fieldset
          className="more"
          aria-describedby={fields.weekdays.errors ? fields.weekdays.errorId : undefined}
        >
          <legend className="sr-only">{t("Weekdays")}</legend>
          <div className="flex flex-wrap gap-x-6">
            {getCollectionProps(fields.weekdays, {
              type: "checkbox",
              options: WEEKDAYS.map((_, at) => String(at)),
            }).map(({ key, ...control }, at) => (
              <label key={key} htmlFor={control.id} className="inline-flex min-h-11 items-center gap-3">
                <input {...control} />
                {WEEKDAYS[at]}{" "}
              </label>
            ))}
          </div>
          <FieldErrors id={fields.weekdays.errorId} errors={fields.weekdays.errors} />
        </fieldset>
      );
    case "until":
      return (
        <Field
          meta={fields.until}
          label={t("Until")}
          hint={t("That day is included.")}
          type="date"
          className="more max-w-card"
        />
      );
    case "yearly":
      return (
        <div className="more grid grid-cols-1 gap-2">
          <Field
            meta={fields.day}
            label={t("The day")}
            hint={t("Month and day, such as 3 March or 03-03.")}
            autoComplete="off"
            className="max-w-card"
          />
          <DayOnly meta={fields.dayOnly} />
        </div>
      );
    default:
      return null;
  }
}

function DayOnly({ meta }: { meta: RecurrenceMetas["dayOnly"] }) {
  return (
    <label htmlFor={meta.id} className="flex min-h-11 items-center gap-3">
      <input
        id={meta.id}
        name={meta.name}
        type="checkbox"
        value="on"
        defaultChecked={meta.initialValue === "on"}
      />
      {t("This day only, not All Souls: for a birthday or an anniversary")}
    </label>
  );
}

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
