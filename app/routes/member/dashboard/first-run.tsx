import { getFormProps, getSelectProps, useForm } from "@conform-to/react";
import { useRef } from "react";
import { useBrowserZone } from "~/browser/use-browser-state";
import { Field, FieldErrors, FieldHint } from "~/components/forms/field";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { PromptSetField } from "~/components/settings/prompt-set-field";
import { TRADITION_NAMES, TRADITIONS } from "~/domain/calendar/traditions";
import type { PromptSetOption } from "~/domain/journal/prompt-sets/registry";
import type { PromptSetKey } from "~/domain/member/prayer-settings";
import type { FormReply } from "~/http/form/form-options.server";
import { t } from "~/i18n/t";

type FirstRunValues = {
  firstName: string;
  promptSetPreference: PromptSetKey;
  tradition: string;
  morningPromptTime: string;
  eveningPromptTime: string;
  timezone?: string;
};

type FirstRunProps = { values: FirstRunValues; sets: PromptSetOption[]; reply: FormReply | undefined };

/** First visit: a name, and three choices with a default each. */
export function FirstRun({ values, sets, reply }: FirstRunProps) {
  const element = useRef<HTMLFormElement>(null);
  const [form, fields] = useForm<FirstRunValues>({
    id: "begin",
    lastResult: reply?.lastResult,
    defaultValue: values,
  });
  const isZoneKnown = useBrowserZone(element, fields.timezone.name) && !fields.timezone.errors;
  const { key: _, ...traditionControl } = getSelectProps(fields.tradition, {
    ariaDescribedBy: "tradition-hint",
  });
  return (
    <PostForm {...getFormProps(form)} ref={element} noValidate className="grid max-w-measure gap-12">
      <Field
        meta={fields.firstName}
        label={<span className="font-serif text-xl font-normal">{t("What may we call you?")}</span>}
        hint={t("Optional.")}
        autoComplete="given-name"
        className="max-w-card"
      />
      <PromptSetField
        meta={fields.promptSetPreference}
        sets={sets}
        question={t("How would you like to pray?")}
      />
      <div>
        <label htmlFor={fields.tradition.id} className="mb-2 block font-serif text-xl">
          {t("Which church calendar do you follow?")}
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
          hint={t("Type the nearest large city.")}
          autoComplete="off"
          className={isZoneKnown ? "hidden" : "sm:col-span-2"}
        />
      </section>
      <div>
        <SubmitButton name="intent" value="begin" pendingText={t("Saving…")}>
          {t("Begin")}
        </SubmitButton>
      </div>
    </PostForm>
  );
}
