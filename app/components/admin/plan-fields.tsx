import { useForm } from "@conform-to/react";
import { PaidPlanField } from "~/components/admin/paid-plan-field";
import { Field } from "~/components/forms/field";
import type { FormReply } from "~/http/form/form-options.server";
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
      <PaidPlanField field={fields.tier} />
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
