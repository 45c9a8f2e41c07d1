import { Field } from "~/components/forms/field";
import { FieldErrors } from "~/components/forms/field-messages";
import { useForm } from "~/components/forms/use-form";
import { PAID_TIERS, TIER_LABELS } from "~/domain/member/tiers";
import type { FormReply } from "~/http/forms.server";
import { t } from "~/i18n/t";
import { CONFIRM_FORM } from "./confirm-form";

/** Which plan, and for how many days. */
export function PlanFields({ reply }: { reply: FormReply | undefined }) {
  const [, fields] = useForm<{ tier: string; days: string }>({
    // The form around them: a field names the form that it is sent with.
    id: CONFIRM_FORM,
    lastResult: reply?.lastResult,
    defaultValue: { tier: "tier1", days: "30" },
  });
  return (
    <>
      <div>
        <label htmlFor={fields.tier.id} className="mb-1.5 block font-medium">
          {t("Plan")}
        </label>
        <select id={fields.tier.id} name="tier" defaultValue={fields.tier.initialValue} className="control">
          {PAID_TIERS.map((tier) => (
            <option key={tier} value={tier}>
              {TIER_LABELS[tier]}
            </option>
          ))}
        </select>
        <FieldErrors id={fields.tier.errorId} errors={fields.tier.errors} />
      </div>
      <Field
        meta={fields.days}
        label={t("Days")}
        hint={t("Leave empty for no end date.")}
        type="number"
        min={1}
        max={3660}
      />
    </>
  );
}
