import { getFormProps, getSelectProps, useForm, type FieldMetadata } from "@conform-to/react";
import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { CheckboxField, Field } from "~/components/forms/field";
import { FieldErrors, FieldHint } from "~/components/forms/field-messages";
import { FormProtection } from "~/components/forms/form-protection";
import { SubmitButton } from "~/components/forms/submit-button";
import { SetChoice } from "~/components/settings/set-choice";
import { LENGTHS } from "~/domain/accounts/member";
import type { PromptSet } from "~/domain/journal/kinds";
import { TRADITIONS, TRADITION_NAMES } from "~/domain/scripture/church-words";
import { features, type Tier } from "~/domain/plans/tiers";
import type { FormReply } from "~/http/forms.server";

type Values = {
  promptSetPreference: PromptSet;
  morningPromptTime: string;
  eveningPromptTime: string;
  timezone: string;
  length: string;
  passagePlan: string;
  tradition: string;
  showSeason: boolean;
  examenPack: string;
  onePage: boolean;
  restDay: string;
};
type Option = { value: string; name: string };
type Props = {
  sets: PromptSet[];
  plans: { plan: string; name: string }[];
  /** Empty where the plan holds no Examen. */
  packs: Option[];
  tier: Tier;
  values: Values;
  reply: FormReply | undefined;
};

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const LENGTH_OPTIONS = LENGTHS.map((length) => ({ value: String(length), name: `${length} minutes` }));
const TRADITION_OPTIONS = TRADITIONS.map((value) => ({ value, name: TRADITION_NAMES[value] }));
const REST_OPTIONS = [
  { value: "none", name: "None" },
  ...WEEKDAYS.map((name, at) => ({ value: String(at), name })),
];

function planHint(tier: Tier): string {
  const { bookPassages, dailyOffice } = features(tier);
  if (!bookPassages) return "Reading through a book belongs to the Growth Plan and the Formation Plan.";
  const begin = "A book begins with the day on which you choose it. The Daily Habit has a verse of its own.";
  return dailyOffice ? begin : `${begin} The Daily Office belongs to the Formation Plan.`;
}

/** When, with what and how a person prays (product 2.10, "Prayer"). */
export function PrayerForm({ sets, plans, packs, tier, values, reply }: Props) {
  const [form, fields] = useForm<Values>({
    id: "prayer",
    lastResult: reply?.lastResult,
    defaultValue: {
      ...values,
      onePage: values.onePage ? "on" : "",
      showSeason: values.showSeason ? "on" : "",
    },
  });
  return (
    <Form method="post" {...getFormProps(form)} noValidate className="grid max-w-measure grid-cols-1 gap-10">
      <FormProtection />
      <SetChoice meta={fields.promptSetPreference} sets={sets} tier={tier} />
      <Part id="times" title="Times">
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <Field meta={fields.morningPromptTime} label="Morning" type="time" />
          <Field meta={fields.eveningPromptTime} label="Evening" type="time" />
        </div>
        <Field
          meta={fields.timezone}
          label="Time zone"
          autoComplete="off"
          hint="A city or a zone, such as London or Europe/London. Your days begin and end by it."
        />
        <Choice
          meta={fields.length}
          label="Length"
          options={LENGTH_OPTIONS}
          hint="How long a reflection may take. The silence that is proposed follows it."
        />
      </Part>
      <Part id="scripture" title="Scripture">
        <Choice
          meta={fields.passagePlan}
          label="Morning passage"
          options={plans.map(({ plan, name }) => ({ value: plan, name }))}
          hint={planHint(tier)}
        />
        <p className="text-sm text-muted">
          The text is the World English Bible, which belongs to everybody. There is no other translation here
          yet.
        </p>
        <Choice
          meta={fields.tradition}
          label="Tradition"
          options={TRADITION_OPTIONS}
          hint="It gives the days of the Church's year their names."
        />
        <CheckboxField
          meta={fields.showSeason}
          label="Follow the seasons of the Church's year"
          hint="Their colour, their questions, and their passages."
        />
      </Part>
      <Part id="page" title="Reflections">
        {packs.length > 0 && (
          <Choice
            meta={fields.examenPack}
            label="Examen questions"
            options={packs}
            hint="On any evening you can still choose others."
          />
        )}
        <CheckboxField
          meta={fields.onePage}
          label="All movements on one page"
          hint="Otherwise Lectio Divina and Examen lead you one movement at a time."
        />
        <p>
          <Link to="/journal/prompts" className="inline-flex min-h-11 items-center">
            Your own questions
          </Link>
        </p>
      </Part>
      <Part id="rest" title="Rest">
        <Choice
          meta={fields.restDay}
          label="Day of rest"
          options={REST_OPTIONS}
          hint="It asks for nothing. Your rhythm counts it as rest."
        />
        <p>
          <Link to="/journal/rhythm" className="inline-flex min-h-11 items-center">
            Take a pause, or hide the rhythm
          </Link>
        </p>
      </Part>
      <div>
        <SubmitButton pendingText="Saving...">Save</SubmitButton>
      </div>
    </Form>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-5" aria-labelledby={id}>
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

type ChoiceProps = {
  meta: FieldMetadata<string, Record<string, unknown>>;
  label: string;
  options: Option[];
  hint: string;
};

function Choice({ meta, label, options, hint }: ChoiceProps) {
  const { key: _, ...control } = getSelectProps(meta, { ariaDescribedBy: meta.descriptionId });
  return (
    <div>
      <label htmlFor={meta.id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <select {...control} className="control">
        {options.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <FieldHint id={meta.descriptionId} hint={hint} />
      <FieldErrors id={meta.errorId} errors={meta.errors} />
    </div>
  );
}
