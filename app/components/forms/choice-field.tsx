import { getCollectionProps, getSelectProps, type FieldMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { FieldErrors, FieldHint } from "./field";

type ChoiceFieldProps<Value extends string> = {
  meta: FieldMetadata<Value, Record<string, unknown>>;
  legend: ReactNode;
  hint?: ReactNode;
  options: readonly { value: Value; label: ReactNode; text?: string }[];
  disabled?: boolean;
};

/** Radio group; the whole line of an option is its click target. */
export function ChoiceField<Value extends string>({
  meta,
  legend,
  hint,
  options,
  disabled,
}: ChoiceFieldProps<Value>) {
  const controls = getCollectionProps(meta, { type: "radio", options: options.map(({ value }) => value) });
  return (
    <fieldset disabled={disabled} aria-describedby={meta.errors ? meta.errorId : undefined}>
      <legend className="mb-1 font-medium">{legend}</legend>
      <FieldHint id={meta.descriptionId} hint={hint} />
      <div className="grid grid-cols-1">
        {controls.map(({ key, ...control }, at) => (
          // In a browser without CSS the `div` separates the options, and the space separates label and text.
          <div key={key}>
            <label htmlFor={control.id} className="flex min-h-11 items-start gap-3 py-2.5">
              <input {...control} className="shrink-0" />
              <span className="leading-snug">
                {options[at]?.label}{" "}
                {options[at]?.text && <span className="block text-sm text-muted">{options[at].text}</span>}
              </span>
            </label>
          </div>
        ))}
      </div>
      <FieldErrors id={meta.errorId} errors={meta.errors} />
    </fieldset>
  );
}

type SelectFieldProps<Value> = {
  meta: FieldMetadata<Value, Record<string, unknown>>;
  label: ReactNode;
  hint?: ReactNode;
  /** `<option>` elements. */
  children: ReactNode;
};

export function SelectField<Value>({ meta, label, hint, children }: SelectFieldProps<Value>) {
  const ariaDescribedBy = hint ? meta.descriptionId : undefined;
  const { key: _, ...control } = getSelectProps(meta, { ariaDescribedBy });
  return (
    <div>
      <label htmlFor={meta.id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <select {...control} className="control">
        {children}
      </select>
      <FieldHint id={meta.descriptionId} hint={hint} />
      <FieldErrors id={meta.errorId} errors={meta.errors} />
    </div>
  );
}
