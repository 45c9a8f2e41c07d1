import type { FieldMetadata } from "@conform-to/react";
import { Field } from "~/components/forms/field";
import { t } from "~/i18n/t";
import { PasswordChecklist } from "./password-guide";

/** A new password, typed twice, and what it needs. */
export function NewPasswordFields({
  fields,
}: {
  fields: { password: FieldMetadata<string>; confirmPassword: FieldMetadata<string> };
}) {
  return (
    <>
      <Field
        meta={fields.password}
        label={t("New password")}
        type="password"
        autoComplete="new-password"
        describedBy="password-checklist"
      />
      <PasswordChecklist id="password-checklist" password="" />
      <Field
        meta={fields.confirmPassword}
        label={t("Confirm password")}
        type="password"
        autoComplete="new-password"
      />
    </>
  );
}
