import { getFormProps, getSelectProps, useForm, type FieldMetadata } from "@conform-to/react";
import { FieldErrors } from "~/components/forms/field-messages";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { SHAPE_FIELDS, type ShapeField } from "~/domain/journal/reflection/shape-fields";
import type { ShapeGroup } from "~/domain/journal/reflection/shape.server";
import type { DaySlot } from "~/domain/member/prayer-times";
import type { FormReply } from "~/http/forms.server";
import { t } from "~/i18n/t";

const PLACES = [
  t("First question"),
  t("Second question"),
  t("Third question"),
  t("Fourth question"),
  t("Fifth question"),
  t("Sixth question"),
];

type Props = {
  slot: DaySlot;
  /** What the person has put together, in order. */
  chosen: string[];
  groups: ShapeGroup[];
  reply: FormReply | undefined;
};

/** The places of a morning or an evening, each with everything that may stand there. */
export function ShapeForm({ slot, chosen, groups, reply }: Props) {
  const [form, fields] = useForm<Record<ShapeField, string>>({
    id: `shape-${slot}`,
    lastResult: reply?.lastResult,
    defaultValue: Object.fromEntries(SHAPE_FIELDS.map((name, at) => [name, chosen[at] ?? ""])),
  });
  const title = slot === "morning" ? t("Morning") : t("Evening");
  return (
    <section aria-labelledby={`${slot}-shape`}>
      <h2 id={`${slot}-shape`} className="text-xl">
        {title}
      </h2>
      <p className="mt-1 text-muted">
        {chosen.length > 0 ? t("Asks what you have chosen.") : t("Asks what your prompt set asks.")}
      </p>
      <PostForm {...getFormProps(form)} noValidate className="mt-5 grid grid-cols-1 gap-5">
        <input type="hidden" name="slot" value={slot} />
        {SHAPE_FIELDS.map((name, at) => (
          <Place key={name} meta={fields[name]} label={PLACES[at] ?? ""} groups={groups} />
        ))}
        <div className="flex flex-wrap gap-3">
          <SubmitButton name="intent" value="save" pendingText={t("Saving…")}>
            {slot === "morning" ? t("Save my morning") : t("Save my evening")}
          </SubmitButton>{" "}
          {chosen.length > 0 && (
            <SubmitButton name="intent" value="clear" variant="quiet" pendingText={t("Saving…")}>
              {t("Go back to the prompt set")}
            </SubmitButton>
          )}
        </div>
      </PostForm>
    </section>
  );
}

type PlaceProps = {
  meta: FieldMetadata<string, Record<string, unknown>>;
  label: string;
  groups: ShapeGroup[];
};

/** One question, or none. */
function Place({ meta, label, groups }: PlaceProps) {
  const { key: _, ...control } = getSelectProps(meta);
  return (
    <div>
      <label htmlFor={meta.id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <select {...control} className="control">
        <option value="">{t("None")}</option>
        {groups.map(({ name, parts }) => (
          <optgroup key={name} label={name}>
            {parts.map((part) => (
              <option key={part.value} value={part.value}>
                {part.name}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <FieldErrors id={meta.errorId} errors={meta.errors} />
    </div>
  );
}
