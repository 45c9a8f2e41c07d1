import type { FieldMetadata } from "@conform-to/react";
import { ChoiceField, SelectField } from "~/components/forms/choice-field";
import { CheckboxField } from "~/components/forms/field";
import type { SettingInForm } from "~/domain/member/setting";

type SettingFieldProps = {
  meta: FieldMetadata<string, Record<string, unknown>>;
  setting: SettingInForm;
  /** Options of a setting of the kind `name`, whose values its declaration cannot list. */
  options?: readonly { value: string; name: string }[];
  /** Replaces the hint of the declaration. */
  hint?: string;
};

/** Renders a setting from its declaration: a checkbox, radio buttons or a select. */
export function SettingField({ meta, setting, options = [], hint = setting.hint }: SettingFieldProps) {
  const { label } = setting;
  if (setting.kind === "switch") return <CheckboxField meta={meta} label={label} hint={hint} />;
  const named =
    setting.kind === "choice"
      ? setting.values.map((value) => ({ value: String(value), name: setting.names[value] ?? String(value) }))
      : options;
  if (setting.kind === "choice" && !setting.isSelect) {
    const choices = named.map(({ value, name }) => ({ value, label: name }));
    return <ChoiceField meta={meta} legend={label} hint={hint} options={choices} />;
  }
  return (
    <SelectField meta={meta} label={label} hint={hint}>
      {named.map(({ value, name }) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
