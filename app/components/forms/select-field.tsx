import { getSelectProps, type FieldMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { FieldErrors, FieldHint } from "./field-messages";

type Props<Value> = {
  meta: FieldMetadata<Value, Record<string, unknown>>;
  label: ReactNode;
  hint?: ReactNode;
  /** Its options. */
  children: ReactNode;
};

/** One of many, in a labelled list with its hint and errors tied to it. */
export function SelectField<Value>({ meta, label, hint, children }: Props<Value>) {
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
