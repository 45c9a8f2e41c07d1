import type { FieldMetadata } from "@conform-to/react";
import { ChoiceField } from "~/components/forms/choice-field";
import { Field, FieldErrors } from "~/components/forms/field";
import { PAID_TIERS, TIER_LABELS } from "~/domain/member/plan";
import { MAX_INSTANCE_NAME_LENGTH, type InstanceSettings } from "~/domain/operations/instance-settings";
import { t } from "~/i18n/t";

const REGISTRATION_MODES = [
  { value: "open", label: t("Anyone who finds this site") },
  { value: "invite", label: t("Invited people"), text: t("Others can write to you and ask.") },
  { value: "closed", label: t("No one for now") },
] as const;

const DEFAULT_PLANS = [
  {
    value: "tier2",
    label: t("Everything, for a family or a parish"),
    text: t("Plans aren’t mentioned anywhere while nothing is sold."),
  },
  { value: "tier1", label: t("Plans: everyone begins with the Growth Plan") },
  { value: "free", label: t("Plans: everyone begins with the Free Plan") },
] as const;

type Name = "houseName" | "registration" | "defaultPlan" | "welcome";
type Fields = { [name in Name]: FieldMetadata<InstanceSettings[name]> };

/** The settings of the instance. A setting from the environment (`fixed`) is disabled. */
export function InstanceFields({ fields, fixed }: { fields: Fields; fixed: readonly string[] }) {
  const isFixed = (name: Name) => fixed.includes(name);
  const FIXED = t("This is set on the server and cannot be changed here.");
  return (
    <>
      <Field
        meta={fields.houseName}
        label={t("Name of your site")}
        hint={isFixed("houseName") ? FIXED : t("Your parish, family or community. Optional.")}
        maxLength={MAX_INSTANCE_NAME_LENGTH}
        autoComplete="off"
        disabled={isFixed("houseName")}
      />
      <ChoiceField
        meta={fields.registration}
        legend={t("Who can register?")}
        hint={isFixed("registration") ? FIXED : undefined}
        options={REGISTRATION_MODES}
        disabled={isFixed("registration")}
      />
      <ChoiceField
        meta={fields.defaultPlan}
        legend={t("What is included?")}
        hint={isFixed("defaultPlan") ? FIXED : undefined}
        options={DEFAULT_PLANS}
        disabled={isFixed("defaultPlan")}
      />
      <Field
        meta={fields.welcome}
        label={t("Welcome message")}
        hint={
          isFixed("welcome")
            ? t("The file welcome.md on the server overrides this.")
            : t("A few sentences for the front page and a first visit. Optional.")
        }
        multiline
        rows={4}
        disabled={isFixed("welcome")}
      />
    </>
  );
}

export function PaidPlanField({ field }: { field: FieldMetadata<string> }) {
  return (
    <div>
      <label htmlFor={field.id} className="mb-1.5 block font-medium">
        {t("Plan")}
      </label>
      <select
        id={field.id}
        name={field.name}
        form={field.formId}
        defaultValue={field.initialValue}
        aria-describedby={field.errors ? field.errorId : undefined}
        className="control"
      >
        {PAID_TIERS.map((tier) => (
          <option key={tier} value={tier}>
            {TIER_LABELS[tier]}
          </option>
        ))}
      </select>
      <FieldErrors id={field.errorId} errors={field.errors} />
    </div>
  );
}
