import { getFormProps, getSelectProps, useForm } from "@conform-to/react";
import { Form, Link } from "@remix-run/react";
import { CheckboxField, Field } from "~/components/forms/field";
import { FieldErrors, FieldHint } from "~/components/forms/field-messages";
import { FormProtection } from "~/components/forms/form-protection";
import { SubmitButton } from "~/components/forms/submit-button";
import { SetChoice } from "~/components/settings/set-choice";
import type { PromptSet } from "~/domain/journal/kinds";
import type { Tier } from "~/domain/plans/tiers";
import type { FormReply } from "~/http/forms.server";

type Values = {
  promptSetPreference: PromptSet;
  morningPromptTime: string;
  eveningPromptTime: string;
  timezone: string;
  passagePlan: string;
  onePage: boolean;
  showSeason: boolean;
};
type Props = {
  sets: PromptSet[];
  plans: { plan: string; name: string }[];
  tier: Tier;
  values: Values;
  reply: FormReply | undefined;
};

/** When, with what and how a person prays. */
export function PrayerForm({ sets, plans, tier, values, reply }: Props) {
  const [form, fields] = useForm<Values>({
    id: "prayer",
    lastResult: reply?.lastResult,
    defaultValue: {
      ...values,
      onePage: values.onePage ? "on" : "",
      showSeason: values.showSeason ? "on" : "",
    },
  });
  const { key: _, ...planControl } = getSelectProps(fields.passagePlan);
  return (
    <Form method="post" {...getFormProps(form)} noValidate className="grid max-w-measure grid-cols-1 gap-10">
      <FormProtection />
      <SetChoice meta={fields.promptSetPreference} sets={sets} tier={tier} />
      <section className="grid grid-cols-1 gap-5 sm:grid-cols-2" aria-labelledby="times">
        <h2 id="times" className="text-xl sm:col-span-2">
          Times
        </h2>
        <Field meta={fields.morningPromptTime} label="Morning" type="time" />
        <Field meta={fields.eveningPromptTime} label="Evening" type="time" />
        <Field
          meta={fields.timezone}
          label="Time zone"
          autoComplete="off"
          hint="A city or a zone, such as London or Europe/London. Your days begin and end by it."
          className="sm:col-span-2"
        />
      </section>
      <section className="grid grid-cols-1 gap-5" aria-labelledby="scripture">
        <h2 id="scripture" className="text-xl">
          Scripture
        </h2>
        <div>
          <label htmlFor={fields.passagePlan.id} className="mb-1.5 block font-medium">
            Morning passage
          </label>
          <select {...planControl} className="control">
            {plans.map(({ plan, name }) => (
              <option key={plan} value={plan}>
                {name}
              </option>
            ))}
          </select>
          <FieldHint
            id={fields.passagePlan.descriptionId}
            hint={
              tier === "free"
                ? "Reading through a book belongs to the Growth Plan and the Formation Plan."
                : "A book begins with the day on which you choose it. The Daily Habit has a verse of its own."
            }
          />
          <FieldErrors id={fields.passagePlan.errorId} errors={fields.passagePlan.errors} />
        </div>
        <CheckboxField
          meta={fields.showSeason}
          label="Follow the seasons of the Church's year"
          hint="Their colour, their questions, and their passages."
        />
      </section>
      <section className="grid grid-cols-1 gap-5" aria-labelledby="page">
        <h2 id="page" className="text-xl">
          Page
        </h2>
        <CheckboxField
          meta={fields.onePage}
          label="All movements on one page"
          hint="Otherwise Lectio Divina and Examen lead you one movement at a time."
        />
      </section>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <SubmitButton pendingText="Saving...">Save</SubmitButton>
        <Link to="/journal/prompts">Your own questions</Link>
      </div>
    </Form>
  );
}
