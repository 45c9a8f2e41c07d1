import { getFormProps, useForm, type FieldMetadata } from "@conform-to/react";
import { PostForm } from "~/components/forms/post-form";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { SummaryMark } from "~/components/ui/summary-mark";
import { SHAPE_FIELDS, type ShapeField } from "~/domain/journal/reflection/shape-fields";
import type { ShapeGroup } from "~/domain/journal/reflection/shape.server";
import type { DaySlot } from "~/domain/member/prayer-times";
import type { FormReply } from "~/http/form/form-options.server";
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

/** A morning is three questions to most people; the places after these, or after the last in use, are folded away. */
const OPEN_PLACES = 3;

/** What a morning or an evening asks, and its places, each with everything that may stand there. */
export function ShapeForm({ slot, chosen, groups, reply }: Props) {
  const [form, fields] = useForm<Record<ShapeField, string>>({
    id: `shape-${slot}`,
    lastResult: reply?.lastResult,
    defaultValue: Object.fromEntries(SHAPE_FIELDS.map((name, at) => [name, chosen[at] ?? ""])),
  });
  const open = Math.max(OPEN_PLACES, chosen.length);
  const [shown, folded] = [SHAPE_FIELDS.slice(0, open), SHAPE_FIELDS.slice(open)];
  // What was sent back is seen, and so is its mistake.
  const isInUse = folded.some((name) => fields[name].errors || fields[name].initialValue);
  const place = (name: ShapeField) => (
    <Place key={name} meta={fields[name]} label={PLACES[SHAPE_FIELDS.indexOf(name)] ?? ""} groups={groups} />
  );
  return (
    <section aria-labelledby={`${slot}-shape`}>
      <h2 id={`${slot}-shape`} className="text-xl">
        {slot === "morning" ? t("Morning") : t("Evening")}
      </h2>
      <Asked slot={slot} names={namesOf(chosen, groups)} />
      <PostForm {...getFormProps(form)} noValidate className="mt-6 grid grid-cols-1 gap-5">
        <input type="hidden" name="slot" value={slot} />
        {shown.map(place)}
        {folded.length > 0 && (
          <details open={isInUse} className="group">
            <summary className="inline-flex min-h-11 items-center">
              <SummaryMark />
              {t("More questions, up to six")}
            </summary>
            <div className="mt-3 grid grid-cols-1 gap-5">{folded.map(place)}</div>
          </details>
        )}
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

/** The words of what was chosen, as far as it can still be asked. */
const namesOf = (chosen: readonly string[], groups: readonly ShapeGroup[]) =>
  chosen.flatMap((value) =>
    groups.flatMap(({ parts }) => parts.filter((part) => part.value === value).map(({ name }) => name)),
  );

/** The questions one after another, whole: a list that is folded shows no more of a long one than its beginning. */
function Asked({ slot, names }: { slot: DaySlot; names: readonly string[] }) {
  if (names.length === 0) return <p className="mt-1 text-muted">{t("Asks what your prompt set asks.")}</p>;
  return (
    <>
      <p className="mt-1 text-muted">{slot === "morning" ? t("My morning asks:") : t("My evening asks:")}</p>
      <ol className="mt-4 list-decimal space-y-2 border-l-2 border-day pl-12 font-serif text-lg leading-snug marker:text-muted">
        {names.map((name) => (
          <li key={name} className="break-words pl-1">
            {name}
          </li>
        ))}
      </ol>
    </>
  );
}

type PlaceProps = {
  meta: FieldMetadata<string, Record<string, unknown>>;
  label: string;
  groups: ShapeGroup[];
};

/** One question, or none. */
function Place({ meta, label, groups }: PlaceProps) {
  return (
    <SelectField meta={meta} label={label}>
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
    </SelectField>
  );
}
