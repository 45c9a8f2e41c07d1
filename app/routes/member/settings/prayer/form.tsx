import { getFormProps, useForm, type FieldMetadata } from "@conform-to/react";
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { SelectField } from "~/components/forms/choice-field";
import { CheckboxField, Field } from "~/components/forms/field";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { PromptSetField } from "~/components/settings/prompt-set-field";
import { Disclosure } from "~/components/ui/disclosure";
import { TRADITION_NAMES, TRADITIONS } from "~/domain/calendar/church-day";
import type { PromptSetOption } from "~/domain/journal/prompt-sets/registry";
import { featuresOf, type Tier } from "~/domain/member/plan";
import { PRAYER_SETTINGS, REFLECTION_MINUTES, type PromptSetKey } from "~/domain/member/prayer-settings";
import { formValues } from "~/domain/member/setting";
import type { AvailablePlan } from "~/domain/scripture/passages/passage-plan";
import type { FormReply } from "~/http/form/form-options.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

/** Descriptions of the operator's reading plans, and a note if the chosen one is missing. */
function OwnPlans({ plans, note }: { plans: AvailablePlan[]; note: string | null }) {
  const described = plans.filter(({ description }) => description !== "");
  if (described.length === 0 && note === null) return null;
  return (
    <div className="-mt-3 space-y-2 text-sm text-muted">
      {note !== null && <p role="status">{note}</p>}
      {described.map(({ plan, name, description, language }) => (
        <p key={plan} lang={language || undefined}>
          <span className="font-medium text-ink">{name}</span>: {description}
        </p>
      ))}
    </div>
  );
}

type OwnFields = {
  promptSetPreference: PromptSetKey;
  morningPromptTime: string;
  eveningPromptTime: string;
  timezone?: string;
};
type Fields = OwnFields & Record<keyof typeof PRAYER_SETTINGS, string>;
type Values = OwnFields & Record<keyof typeof PRAYER_SETTINGS, string | boolean>;
type Option = { value: string; name: string };
type Props = {
  sets: PromptSetOption[];
  plans: AvailablePlan[];
  /** Note on the chosen plan. */
  planNote: string | null;
  /** Empty if the member's plan does not include the Examen. */
  packs: Option[];
  translations: Option[];
  tier: Tier;
  values: Values;
  /** Whether the choices of each folded group differ from the default. */
  chosen: { year: boolean; way: boolean };
  reply: FormReply | undefined;
};

const LENGTH_OPTIONS = REFLECTION_MINUTES.map((length) => ({
  value: String(length),
  name: t("{length} minutes", { length }),
}));
const TRADITION_OPTIONS = TRADITIONS.map((value) => ({ value, name: TRADITION_NAMES[value] }));

function planHint(tier: Tier): string {
  const { bookPassages, booksInCourse } = featuresOf(tier);
  if (!bookPassages) return t("Reading through a book belongs to the Growth Plan and the Formation Plan.");
  const begin = t("A book starts on the day you choose it. Daily Habit always uses its own short verse.");
  return booksInCourse
    ? begin
    : t("{begin} Whole books in order, with the Psalms, belong to the Formation Plan.", { begin });
}

export function PrayerForm({
  sets,
  plans,
  planNote,
  packs,
  translations,
  tier,
  values,
  chosen,
  reply,
}: Props) {
  const [form, fields] = useForm<Fields>({
    id: "prayer",
    lastResult: reply?.lastResult,
    defaultValue: {
      ...values,
      ...formValues(PRAYER_SETTINGS, values),
    },
  });
  const refused = (...names: (keyof Fields)[]) => names.some((name) => fields[name].errors !== undefined);
  return (
    <PostForm {...getFormProps(form)} noValidate className="grid max-w-measure grid-cols-1 gap-10">
      <PromptSetField meta={fields.promptSetPreference} sets={sets} tier={tier} />
      <Part id="times" title={t("Times")}>
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <Field meta={fields.morningPromptTime} label={t("Morning")} type="time" />
          <Field meta={fields.eveningPromptTime} label={t("Evening")} type="time" />
        </div>
        {/* Pages opened before the time zone moved to Profile may still send it. */}
        {fields.timezone.errors && <Field meta={fields.timezone} label={t("Time zone")} autoComplete="off" />}
        <p className="text-sm text-muted">
          <Trans>
            Times follow your <Link to={paths.settingsProfile()}>time zone (Profile)</Link>. Set a day of rest
            or a pause on the <Link to={paths.rhythm()}>Rhythm page</Link>.
          </Trans>
        </p>
      </Part>
      <Part id="scripture" title={t("Scripture")}>
        <Choice
          meta={fields.passagePlan}
          label={t("Morning passage")}
          options={plans.map(({ plan, name }) => ({ value: plan, name }))}
          hint={planHint(tier)}
        />
        <OwnPlans plans={plans} note={planNote} />
        <Choice
          meta={fields.translation}
          label={t("Translation")}
          options={translations}
          hint={t("Texts are unchanged. Anything missing from one is shown from the World English Bible.")}
        />
      </Part>
      <div className="divide-y divide-line border-y border-line">
        <Disclosure
          title={<h2 className="text-xl">{t("The church year")}</h2>}
          open={chosen.year || refused("tradition", "feastsOnSunday", "showSeason")}
          className="py-2"
        >
          <div className="grid grid-cols-1 gap-5 pb-4 pt-3">
            <Choice
              meta={fields.tradition}
              label={t("Tradition")}
              options={TRADITION_OPTIONS}
              hint={t("This decides the names, feasts and colours of the church year.")}
            />
            <CheckboxField
              meta={fields.feastsOnSunday}
              label={t("Keep Ascension on a Sunday")}
              hint={t("Epiphany and Corpus Christi too, as many dioceses and parishes do.")}
            />
            <CheckboxField
              meta={fields.showSeason}
              label={t("Follow the seasons of the church year")}
              hint={t("Their colour, their questions, and their passages.")}
            />
          </div>
        </Disclosure>
        <Disclosure
          title={<h2 className="text-xl">{t("How a reflection goes")}</h2>}
          open={chosen.way || refused("length", "examenPack", "onePage")}
          className="py-2"
        >
          <div className="grid grid-cols-1 gap-5 pb-4 pt-3">
            <Choice
              meta={fields.length}
              label={t("Length")}
              options={LENGTH_OPTIONS}
              hint={t("How much time you would like to give. The suggested silence depends on it.")}
            />
            {packs.length > 0 && (
              <Choice
                meta={fields.examenPack}
                label={t("Examen questions")}
                options={packs}
                hint={t("You can still choose another set on any evening.")}
              />
            )}
            <CheckboxField
              meta={fields.onePage}
              label={t("All movements on one page")}
              hint={t("Otherwise Lectio Divina and Examen lead you one movement at a time.")}
            />
          </div>
        </Disclosure>
      </div>
      <div>
        <SubmitButton pendingText={t("Saving…")}>{t("Save")}</SubmitButton>
      </div>
      <p>
        <Link to={paths.ways()} className="inline-flex min-h-11 items-center">
          {t("Ways")}
        </Link>
      </p>
    </PostForm>
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
  return (
    <SelectField meta={meta} label={label} hint={hint}>
      {options.map(({ value, name }) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
