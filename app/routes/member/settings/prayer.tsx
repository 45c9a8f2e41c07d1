import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { Fragment, type ReactNode } from "react";
import { Field } from "~/components/forms/field";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { PromptSetField } from "~/components/settings/prompt-set-field";
import { SettingField } from "~/components/settings/setting-field";
import { SettingsPage } from "~/components/settings/settings-page";
import { Disclosure } from "~/components/ui/disclosure";
import EXAMEN_PACKS from "~/content/questions/examen.yaml";
import { PrayerSchema, savePrayerSettings } from "~/domain/accounts/settings/settings.server";
import {
  BOOK_PLAN_REFUSED,
  COURSE_PLAN_REFUSED,
  UNKNOWN_PLAN,
  UNKNOWN_TRANSLATION,
} from "~/domain/identity/texts";
import { DEFAULT_PACK, EXAMEN_PACK_KEYS, ROTATION } from "~/domain/journal/prompt-sets/lectio-examen";
import { availableSets, notInPlanMessage } from "~/domain/journal/prompt-sets/registry";
import type { Member } from "~/domain/member/member";
import { featuresOf, type Tier } from "~/domain/member/plan";
import {
  DEFAULT_PRAYER,
  includesPromptSet,
  PRAYER_FORM_PARTS,
  PRAYER_SETTINGS,
  type PrayerSettingName,
  type PromptSetKey,
} from "~/domain/member/prayer-settings";
import { formValues, settingsFrom } from "~/domain/member/setting";
import { availablePlans, type AvailablePlan } from "~/domain/scripture/passages/passage-plan";
import {
  availableTranslations,
  isTranslationAvailable,
} from "~/domain/scripture/translations/translation-registry.server";
import { redirectWithToast } from "~/http/cookies.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("Prayer · Still and Know") }];

const PACKS = [
  ...EXAMEN_PACK_KEYS.map((value) => ({ value: value as string, name: EXAMEN_PACKS[value].name as string })),
  { value: ROTATION, name: t("A different set each evening") },
];

const DEFAULT_LENGTH = 10;

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) => {
    const { subscriptionTier: tier, promptSetPreference, morningPromptTime, eveningPromptTime } = member;
    const { passagePlan, translation, examenPack } = member.prayer;
    const { plans, chosen, note } = availablePlans(tier, passagePlan);
    const stored = { ...member.prayer, length: member.prayer.length || DEFAULT_LENGTH };
    const defaults = { ...DEFAULT_PRAYER, length: DEFAULT_LENGTH };
    const isChanged = (names: PrayerSettingName[]) => names.some((name) => stored[name] !== defaults[name]);
    return {
      tier,
      sets: availableSets(tier),
      plans,
      planNote: note,
      options: {
        passagePlan: plans.map(({ plan, name }) => ({ value: plan, name })),
        translation: availableTranslations().map(({ id, name }) => ({ value: id, name })),
        examenPack: includesPromptSet(tier, "lectio_examen") ? PACKS : [],
      },
      changed: {
        year: isChanged(PRAYER_FORM_PARTS.year),
        reflection: isChanged(PRAYER_FORM_PARTS.reflection),
      },
      values: {
        promptSetPreference,
        morningPromptTime,
        eveningPromptTime,
        ...settingsFrom(PRAYER_SETTINGS, stored),
        passagePlan: chosen,
        translation: isTranslationAvailable(translation) ? translation : DEFAULT_PRAYER.translation,
        examenPack: examenPack || DEFAULT_PACK,
      },
    };
  });

const storedTimes = (_form: FormData, { morningPromptTime, eveningPromptTime }: Member) => ({
  morningPromptTime,
  eveningPromptTime,
});

export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: PrayerSchema, stored: storedTimes }, async ({ member, value, refuse }) => {
    const result = await savePrayerSettings(member, value);
    if (result.ok) return redirectWithToast(paths.settingsPrayer(), { title: t("Saved"), tone: "success" });
    switch (result.code) {
      case "set_not_in_plan":
        return refuse({
          status: 403,
          fields: {
            promptSetPreference: [notInPlanMessage(value.promptSetPreference ?? member.promptSetPreference)],
          },
        });
      case "plan_not_in_tier":
        return refuse({
          status: 403,
          fields: { passagePlan: [value.passagePlan === "office" ? COURSE_PLAN_REFUSED : BOOK_PLAN_REFUSED] },
        });
      case "unknown_plan":
        return refuse({ status: 400, fields: { passagePlan: [UNKNOWN_PLAN] } });
      case "unknown_translation":
        return refuse({ status: 400, fields: { translation: [UNKNOWN_TRANSLATION] } });
    }
  });

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

function planHint(tier: Tier): string {
  const { bookPassages, booksInCourse } = featuresOf(tier);
  if (!bookPassages) return t("Reading through a book belongs to the Growth Plan and the Formation Plan.");
  const begin = t("A book starts on the day you choose it. Daily Habit always uses its own short verse.");
  return booksInCourse
    ? begin
    : t("{begin} Whole books in order, with the Psalms, belong to the Formation Plan.", { begin });
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

const FOLDED_PARTS = [
  { part: "year", title: t("The church year") },
  { part: "reflection", title: t("How a reflection goes") },
] as const;

type Fields = Record<PrayerSettingName, string> & {
  promptSetPreference: PromptSetKey;
  morningPromptTime: string;
  eveningPromptTime: string;
  timezone?: string;
};

export default function PrayerPage() {
  const { tier, sets, plans, planNote, options, changed, values } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [form, fields] = useForm<Fields>({
    id: "prayer",
    lastResult: reply?.lastResult,
    defaultValue: { ...values, ...formValues(PRAYER_SETTINGS, values) },
  });
  const optionsOf: Partial<Record<PrayerSettingName, { value: string; name: string }[]>> = options;
  const renderField = (name: PrayerSettingName, hint?: string) =>
    optionsOf[name]?.length === 0 ? null : (
      <SettingField
        key={name}
        meta={fields[name]}
        setting={PRAYER_SETTINGS[name]}
        options={optionsOf[name]}
        hint={hint}
      />
    );
  return (
    <SettingsPage>
      <PostForm {...getFormProps(form)} noValidate className="grid max-w-measure grid-cols-1 gap-10">
        <PromptSetField meta={fields.promptSetPreference} sets={sets} tier={tier} />
        <Part id="times" title={t("Times")}>
          <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
            <Field meta={fields.morningPromptTime} label={t("Morning")} type="time" />
            <Field meta={fields.eveningPromptTime} label={t("Evening")} type="time" />
          </div>
          {/* Pages opened before the time zone moved to Profile may still send it. */}
          {fields.timezone.errors && (
            <Field meta={fields.timezone} label={t("Time zone")} autoComplete="off" />
          )}
          <p className="text-sm text-muted">
            <Trans>
              Times follow your <Link to={paths.settingsProfile()}>time zone (Profile)</Link>. Set a day of
              rest or a pause on the <Link to={paths.rhythm()}>Rhythm page</Link>.
            </Trans>
          </p>
        </Part>
        <Part id="scripture" title={t("Scripture")}>
          {PRAYER_FORM_PARTS.scripture.map((name) =>
            name === "passagePlan" ? (
              <Fragment key={name}>
                {renderField(name, planHint(tier))}
                <OwnPlans plans={plans} note={planNote} />
              </Fragment>
            ) : (
              renderField(name)
            ),
          )}
        </Part>
        <div className="divide-y divide-line border-y border-line">
          {FOLDED_PARTS.map(({ part, title }) => (
            <Disclosure
              key={part}
              title={<h2 className="text-xl">{title}</h2>}
              open={
                changed[part] || PRAYER_FORM_PARTS[part].some((name) => fields[name].errors !== undefined)
              }
              className="py-2"
            >
              <div className="grid grid-cols-1 gap-5 pb-4 pt-3">
                {PRAYER_FORM_PARTS[part].map((name) => renderField(name))}
              </div>
            </Disclosure>
          ))}
        </div>
        <div>
          <SubmitButton pendingText={t("Saving…")}>{t("Save")}</SubmitButton>
        </div>
        <p className="text-muted">
          <Trans>
            <Link to={paths.ways()}>Ways</Link> replace your morning or evening for some days.
          </Trans>
        </p>
      </PostForm>
    </SettingsPage>
  );
}
