import { getInputProps, getTextareaProps, type FieldMetadata } from "@conform-to/react";
import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from "react";

/** Errors of one control. `id` is referenced by its `aria-describedby`. */
export function FieldErrors({ id, errors }: { id: string; errors: string[] | undefined }) {
  if (!errors?.length) return null;
  return (
    <ul id={id} className="mt-1.5 text-sm font-medium text-harm">
      {errors.map((error) => (
        <li key={error}>{error}</li>
      ))}
    </ul>
  );
}

export function FieldHint({ id, hint }: { id: string; hint: ReactNode }) {
  if (!hint) return null;
  return (
    <p id={id} className="mt-1.5 text-sm text-muted">
      {hint}
    </p>
  );
}

type InputType =
  | "text"
  | "email"
  | "password"
  | "search"
  | "tel"
  | "url"
  | "number"
  | "date"
  | "month"
  | "time"
  | "file";
type Own = "type" | "id" | "name" | "form" | "defaultValue" | "value" | "className" | "children";

type Common<Schema, Form extends Record<string, unknown>> = {
  meta: FieldMetadata<Schema, Form>;
  label: ReactNode;
  hint?: ReactNode;
  /** Id of a further description on the page, such as a checklist. */
  describedBy?: string;
  className?: string;
};

type FieldProps<Schema, Form extends Record<string, unknown>> = Common<Schema, Form> &
  (
    | ({ multiline?: false; type?: InputType } & Omit<InputHTMLAttributes<HTMLInputElement>, Own>)
    | ({ multiline: true; type?: undefined } & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, Own>)
  );

const describing = (...ids: (string | undefined)[]) => ids.filter(Boolean).join(" ") || undefined;

/** Labelled control with hint and errors tied to it. The submitted value is restored after a rejected post. */
export function Field<Schema, Form extends Record<string, unknown>>({
  meta,
  label,
  hint,
  describedBy,
  className,
  ...rest
}: FieldProps<Schema, Form>) {
  const described = { ariaDescribedBy: describing(hint ? meta.descriptionId : undefined, describedBy) };
  return (
    <div className={className}>
      <label htmlFor={meta.id} className="mb-1.5 block font-medium">
        {label}
      </label>{" "}
      {rest.multiline ? (
        <Multiline {...rest} meta={meta} described={described} />
      ) : (
        <SingleLine {...rest} meta={meta} described={described} />
      )}
      <FieldHint id={meta.descriptionId} hint={hint} />
      <FieldErrors id={meta.errorId} errors={meta.errors} />
    </div>
  );
}

type Described = { described: { ariaDescribedBy: string | undefined } };

function SingleLine<Schema, Form extends Record<string, unknown>>({
  meta,
  described,
  multiline: _,
  type = "text",
  ...rest
}: { meta: FieldMetadata<Schema, Form>; multiline?: false; type?: InputType } & Described &
  Omit<InputHTMLAttributes<HTMLInputElement>, Own>) {
  const { key: __, ...control } = getInputProps(meta, { type, ...described });
  const dir = type === "text" || type === "search" ? "auto" : undefined;
  return <input dir={dir} {...control} {...rest} className="control" />;
}

function Multiline<Schema, Form extends Record<string, unknown>>({
  meta,
  described,
  multiline: _,
  type: __,
  rows = 6,
  ...rest
}: { meta: FieldMetadata<Schema, Form>; multiline: true; type?: undefined } & Described &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, Own>) {
  const { key: ___, ...control } = getTextareaProps(meta, described);
  return <textarea dir="auto" {...control} rows={rows} {...rest} className="control" />;
}

type CheckboxProps<Schema, Form extends Record<string, unknown>> = Pick<
  Common<Schema, Form>,
  "meta" | "label" | "hint"
> &
  Omit<InputHTMLAttributes<HTMLInputElement>, Own | "checked" | "defaultChecked">;

/** Checkbox; the whole line is its click target. */
export function CheckboxField<Schema, Form extends Record<string, unknown>>({
  meta,
  label,
  hint,
  ...rest
}: CheckboxProps<Schema, Form>) {
  const { key: _, ...control } = getInputProps(meta, {
    type: "checkbox",
    value: "on",
    ariaDescribedBy: hint ? meta.descriptionId : undefined,
  });
  return (
    <div>
      <div className="flex items-start gap-3">
        <input {...control} {...rest} className="mt-2.5 shrink-0" />
        <label htmlFor={meta.id} className="min-h-11 flex-1 py-2.5 leading-snug">
          {label}
        </label>
      </div>
      {(hint || meta.errors) && (
        <div className="pl-9">
          <FieldHint id={meta.descriptionId} hint={hint} />
          <FieldErrors id={meta.errorId} errors={meta.errors} />
        </div>
      )}
    </div>
  );
}
