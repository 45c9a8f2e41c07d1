import type { FieldMetadata } from "@conform-to/react";
import { FieldErrors } from "~/components/forms/field-messages";
import { PAID_TIERS, TIER_LABELS } from "~/domain/member/tiers";
import { t } from "~/i18n/t";

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
