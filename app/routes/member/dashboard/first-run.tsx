import { getFormProps, useForm } from "@conform-to/react";
import clsx from "clsx";
import { useRef, type ReactNode } from "react";
import { useBrowserZone, useHydrated } from "~/browser/use-browser-state";
import { ChoiceField, SelectField } from "~/components/forms/choice-field";
import { Field } from "~/components/forms/field";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { TRADITION_NAMES, TRADITIONS } from "~/domain/calendar/church-year";
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

/** Hidden until script knows whether the browser has a zone. */
const AWAITS_ZONE = "[@media(scripting:enabled)]:hidden";

/** First visit: a name, and three choices with a default each, on one screen of a phone. */
export function FirstRun({ values, sets, reply }: FirstRunProps) {
  const element = useRef<HTMLFormElement>(null);
  const [form, fields] = useForm<FirstRunValues>({
    id: "begin",
    lastResult: reply?.lastResult,
    defaultValue: values,
  });
  const isHydrated = useHydrated();
  const isZoneKnown = useBrowserZone(element, fields.timezone.name) && !fields.timezone.errors;
  return (
    <PostForm {...getFormProps(form)} ref={element} noValidate className="grid max-w-card gap-6">
      <Field
        meta={fields.firstName}
        label={
          <Question>
            {t("What may we call you?")} <span className="font-sans text-sm text-muted">{t("optional")}</span>
          </Question>
        }
        autoComplete="given-name"
      />
      <ChoiceField
        meta={fields.promptSetPreference}
        legend={<Question>{t("How would you like to pray?")}</Question>}
        options={sets.map(({ key, name, brief, text }) => ({
          value: key,
          label: (
            <>
              {name} <span className="text-sm text-muted">{brief ?? text}</span>
            </>
          ),
        }))}
      />
      <SelectField
        meta={fields.tradition}
        label={<Question>{t("Which church calendar do you follow?")}</Question>}
      >
        {TRADITIONS.map((tradition) => (
          <option key={tradition} value={tradition}>
            {TRADITION_NAMES[tradition]}
          </option>
        ))}
      </SelectField>
      <section className="grid grid-cols-2 gap-x-5 gap-y-2" aria-labelledby="begin-times">
        <h2 id="begin-times" className="col-span-2 text-lg font-normal">
          {t("When would you like to pray?")}
        </h2>
        <Field meta={fields.morningPromptTime} label={t("Morning")} type="time" />
        <Field meta={fields.eveningPromptTime} label={t("Evening")} type="time" />
        <Field
          meta={fields.timezone}
          label={t("Time zone")}
          hint={t("Type the nearest large city.")}
          autoComplete="off"
          className={clsx("col-span-2 mt-3", isZoneKnown ? "hidden" : !isHydrated && AWAITS_ZONE)}
        />
      </section>
      <p className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <SubmitButton name="intent" value="begin" pendingText={t("Saving…")}>
          {t("Begin")}
        </SubmitButton>
        <span className="text-sm text-muted">{t("All of this can be changed later.")}</span>
      </p>
    </PostForm>
  );
}

function Question({ children }: { children: ReactNode }) {
  return <span className="font-serif text-lg font-normal">{children}</span>;
}
