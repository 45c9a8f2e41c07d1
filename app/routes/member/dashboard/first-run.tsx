import { getCollectionProps, getFormProps, getSelectProps, useForm } from "@conform-to/react";
import { useRef } from "react";
import { useBrowserZone } from "~/browser/use-browser-state";
import { Field, FieldErrors, FieldHint } from "~/components/forms/field";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { PromptSetField } from "~/components/settings/prompt-set-field";
import { TRADITION_NAMES, TRADITIONS } from "~/domain/calendar/traditions";
import type { PromptSetOption } from "~/domain/journal/prompt-sets/registry";
import { REFLECTION_MINUTES, type PromptSetKey } from "~/domain/member/prayer-settings";
import type { FormReply } from "~/http/form/form-options.server";
import { t } from "~/i18n/t";

type FirstRunValues = {
  promptSetPreference: PromptSetKey;
  length: string;
  tradition: string;
  morningPromptTime: string;
  eveningPromptTime: string;
  timezone?: string;
};

type FirstRunProps = { values: FirstRunValues; sets: PromptSetOption[]; reply: FormReply | undefined };

/** First visit: four choices, each with a default. */
export function FirstRun({ values, sets, reply }: FirstRunProps) {
  const element = useRef<HTMLFormElement>(null);
  const [form, fields] = useForm<FirstRunValues>({
    id: "begin",
    lastResult: reply?.lastResult,
    defaultValue: values,
  });
  useBrowserZone(element, fields.timezone.name);
  const { key: _, ...traditionControl } = getSelectProps(fields.tradition, {
    ariaDescribedBy: "tradition-hint",
  });
  return (
    <PostForm {...getFormProps(form)} ref={element} noValidate className="grid max-w-measure gap-12">
      <PromptSetField
        meta={fields.promptSetPreference}
        sets={sets}
        question={t("How would you like to pray?")}
      />
      <fieldset aria-describedby={fields.length.errors ? fields.length.errorId : undefined}>
        <legend className="mb-2 text-xl">{t("How much time would you like to give?")}</legend>
        <div className="flex flex-wrap gap-x-8">
          {getCollectionProps(fields.length, { type: "radio", options: REFLECTION_MINUTES.map(String) }).map(
            ({ key, ...control }, at) => (
              <label key={key} htmlFor={control.id} className="inline-flex min-h-11 items-center gap-3">
                <input {...control} />
                {t("{length} minutes", { length: REFLECTION_MINUTES[at] ?? 0 })}{" "}
              </label>
            ),
          )}
        </div>
        <FieldErrors id={fields.length.errorId} errors={fields.length.errors} />
      </fieldset>
      <div>
        <label htmlFor={fields.tradition.id} className="mb-2 block text-xl">
          {t("What tradition do you pray in?")}
        </label>
        <select {...traditionControl} className="control max-w-card">
          {TRADITIONS.map((tradition) => (
            <option key={tradition} value={tradition}>
              {TRADITION_NAMES[tradition]}
            </option>
          ))}
        </select>
        <FieldHint
          id="tradition-hint"
          hint={t("This decides the names, feasts and colours of the church year.")}
        />
        <FieldErrors id={fields.tradition.errorId} errors={fields.tradition.errors} />
      </div>
      <section className="grid grid-cols-1 gap-5 sm:grid-cols-2" aria-labelledby="begin-times">
        <h2 id="begin-times" className="text-xl sm:col-span-2">
          {t("When would you like to pray, morning and evening?")}
        </h2>
        <Field meta={fields.morningPromptTime} label={t("Morning")} type="time" />
        <Field meta={fields.eveningPromptTime} label={t("Evening")} type="time" />
        <Field
          meta={fields.timezone}
          label={t("Time zone")}
          hint={t("The nearest large city, such as Berlin, or a name like America/Chicago.")}
          autoComplete="off"
          className="sm:col-span-2"
        />
      </section>
      <div>
        <SubmitButton name="intent" value="begin" pendingText={t("Saving…")}>
          {t("Begin")}
        </SubmitButton>
        <p className="mt-3 text-sm text-muted">{t("You can change all of this later in Settings.")}</p>
      </div>
    </PostForm>
  );
}
