import type { FieldMetadata } from "@conform-to/react";
import { ChoiceField } from "~/components/forms/choice-field";
import { CheckboxField } from "~/components/forms/field";
import type { Choice, Switch } from "~/domain/member/setting";

type Words = { label: string; hint?: string };
type Props = {
  meta: FieldMetadata<string, Record<string, unknown>>;
  setting: (Switch & Words) | (Choice<string> & Words & { names: Readonly<Record<string, string>> });
};

/** The control of a setting that was declared with its words. */
export function SettingField({ meta, setting }: Props) {
  const { label, hint } = setting;
  if (setting.kind === "switch") return <CheckboxField meta={meta} label={label} hint={hint} />;
  const options = setting.values.map((value) => ({ value, label: setting.names[value] ?? value }));
  return <ChoiceField meta={meta} legend={label} hint={hint} options={options} />;
}
