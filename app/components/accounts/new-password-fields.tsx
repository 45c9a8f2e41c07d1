import type { FieldMetadata } from "@conform-to/react";
import { Field } from "~/components/forms/field";
import {
  PASSWORD_CHECKLIST,
  passwordScore,
  passwordStrength,
  type Strength,
} from "~/domain/identity/credentials";
import { STRENGTH_LABELS } from "~/domain/identity/texts";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";

/** Colours of the strength bar, with a contrast of 3:1 in both themes. A word names the level too. */
const COLOURS: Record<Strength, string> = {
  veryWeak: "#c0392f",
  weak: "#c4661f",
  fair: "#9c7a10",
  good: "#6e8422",
  strong: "#3f8a55",
};

export function PasswordStrength({ password }: { password: string }) {
  if (!password) return null;
  const score = passwordScore(password);
  const strength = passwordStrength(score);
  const label = STRENGTH_LABELS[strength];
  return (
    <div className="grid gap-1">
      <div aria-hidden="true" className="h-1.5 overflow-hidden rounded bg-line">
        <svg viewBox="0 0 100 6" preserveAspectRatio="none" className="h-full w-full">
          <rect width={score} height="6" fill={COLOURS[strength]} />
        </svg>
      </div>
      <p className="text-sm text-muted" aria-live="polite">
        <Trans>
          Password strength: <span className="text-ink">{label}</span>
        </Trans>
      </p>
    </div>
  );
}

/** Id of the checklist, which describes the password's field. */
export const PASSWORD_CHECKLIST_ID = "password-checklist";

/** Password requirements, ticked as they are met. Without script it is a plain list. */
export function PasswordChecklist({ password }: { password: string }) {
  return (
    <ul id={PASSWORD_CHECKLIST_ID} className="grid gap-1 text-sm text-muted">
      {PASSWORD_CHECKLIST.map(({ text, isMet }) => (
        <li key={text} className="flex gap-2">
          <span aria-hidden="true">{isMet(password) ? "✓" : "·"}</span>{" "}
          <span>
            {text}
            {isMet(password) && <span className="sr-only"> {t("(met)")}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Checkbox that makes the new passwords in the same form readable. Needs script. */
export function ShowPasswords() {
  return (
    <label className="-mt-2 flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        onChange={({ currentTarget: { checked, form } }) => {
          for (const field of form?.querySelectorAll<HTMLInputElement>("[autocomplete=new-password]") ?? [])
            field.type = checked ? "text" : "password";
        }}
      />
      {t("Show password")}
    </label>
  );
}

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
        describedBy={PASSWORD_CHECKLIST_ID}
      />
      <PasswordChecklist password="" />
      <Field
        meta={fields.confirmPassword}
        label={t("Confirm password")}
        type="password"
        autoComplete="new-password"
      />
    </>
  );
}
