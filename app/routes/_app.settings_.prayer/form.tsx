import { getFormProps, getSelectProps, useForm, type FieldMetadata } from "@conform-to/react";
import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { CheckboxField, Field } from "~/components/forms/field";
import { FieldErrors, FieldHint } from "~/components/forms/field-messages";
import { FormProtection } from "~/components/forms/form-protection";
import { SubmitButton } from "~/components/forms/submit-button";
import { SetChoice } from "~/components/settings/set-choice";
import { TRADITIONS, TRADITION_NAMES } from "~/domain/scripture/church-words";
import { TRANSLATION_NAMES } from "~/domain/scripture/translation";
import { features, type Tier } from "~/domain/plans/tiers";
import type { FormReply } from "~/http/forms.server";
import { WEEKDAYS } from "~/words/journal/weekdays";
import { prayerWords } from "~/words/settings/prayer";
import { LENGTHS, TRANSLATIONS } from "~/domain/member/prayer";
import type { PromptSet } from "~/domain/member/prompt-set";

type Values = {
  promptSetPreference: PromptSet;
  morningPromptTime: string;
  eveningPromptTime: string;
  timezone: string;
  length: string;
  passagePlan: string;
  tradition: string;
  translation: string;
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

const LENGTH_OPTIONS = LENGTHS.map((length) => ({
  value: String(length),
  name: prayerWords.minutes({ length }),
}));
const TRADITION_OPTIONS = TRADITIONS.map((value) => ({ value, name: TRADITION_NAMES[value] }));
const TRANSLATION_OPTIONS = TRANSLATIONS.map((value) => ({ value, name: TRANSLATION_NAMES[value] }));
const REST_OPTIONS = [
  { value: "none", name: prayerWords.none },
  ...WEEKDAYS.map((name, at) => ({ value: String(at), name })),
];

function planHint(tier: Tier): string {
  const { bookPassages, dailyOffice } = features(tier);
  if (!bookPassages) return prayerWords.readingThroughABookBelongs;
  const begin = prayerWords.aBookBeginsWithTheDay;
  return dailyOffice ? begin : prayerWords.theDailyOfficeBelongs({ begin });
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
      <Part id="times" title={prayerWords.times}>
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <Field meta={fields.morningPromptTime} label={prayerWords.morning} type="time" />
          <Field meta={fields.eveningPromptTime} label={prayerWords.evening} type="time" />
        </div>
        <Field
          meta={fields.timezone}
          label={prayerWords.timeZone}
          autoComplete="off"
          hint={prayerWords.timeZoneHint}
        />
        <Choice
          meta={fields.length}
          label={prayerWords.length}
          options={LENGTH_OPTIONS}
          hint={prayerWords.lengthHint}
        />
      </Part>
      <Part id="scripture" title={prayerWords.scripture}>
        <Choice
          meta={fields.passagePlan}
          label={prayerWords.morningPassage}
          options={plans.map(({ plan, name }) => ({ value: plan, name }))}
          hint={planHint(tier)}
        />
        <Choice
          meta={fields.translation}
          label={prayerWords.translation}
          options={TRANSLATION_OPTIONS}
          hint={prayerWords.translationHint}
        />
        <Choice
          meta={fields.tradition}
          label={prayerWords.tradition}
          options={TRADITION_OPTIONS}
          hint={prayerWords.traditionHint}
        />
        <CheckboxField
          meta={fields.showSeason}
          label={prayerWords.followTheSeasonsOfTheChurchs}
          hint={prayerWords.followTheSeasonsOfTheChurchsHint}
        />
      </Part>
      <Part id="page" title={prayerWords.reflections}>
        {packs.length > 0 && (
          <Choice
            meta={fields.examenPack}
            label={prayerWords.examenQuestions}
            options={packs}
            hint={prayerWords.examenQuestionsHint}
          />
        )}
        <CheckboxField
          meta={fields.onePage}
          label={prayerWords.allMovementsOnOnePage}
          hint={prayerWords.allMovementsOnOnePageHint}
        />
        <p>
          <Link to="/journal/prompts" className="inline-flex min-h-11 items-center">
            {prayerWords.yourOwnQuestions}
          </Link>
        </p>
      </Part>
      <Part id="rest" title={prayerWords.rest}>
        <Choice
          meta={fields.restDay}
          label={prayerWords.dayOfRest}
          options={REST_OPTIONS}
          hint={prayerWords.dayOfRestHint}
        />
        <p>
          <Link to="/journal/rhythm" className="inline-flex min-h-11 items-center">
            {prayerWords.takeAPause}
          </Link>
        </p>
      </Part>
      <div>
        <SubmitButton pendingText={prayerWords.saveBusy}>{prayerWords.save}</SubmitButton>
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
