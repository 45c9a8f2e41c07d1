import { getFormProps, useForm, type FieldMetadata } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { SelectField } from "~/components/forms/choice-field";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { SettingsPage } from "~/components/settings/settings-page";
import { DisclosureIcon } from "~/components/ui/disclosure";
import { LAYOUT_FIELDS, type LayoutField } from "~/domain/journal/prompt-sets/prompt-set";
import { notInPlanMessage } from "~/domain/journal/prompt-sets/registry";
import {
  layoutChoices,
  saveCustomLayout,
  type LayoutGroup,
} from "~/domain/journal/reflection/custom-layout.server";
import { LAYOUT_REFUSALS, LayoutSchema } from "~/domain/journal/schema";
import type { Member } from "~/domain/member/member";
import type { DaySlot } from "~/domain/member/prayer-times";
import { redirectWithToast } from "~/http/cookies.server";
import type { FormReply } from "~/http/form/form-options.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

const PLACE_LABELS = [
  t("First question"),
  t("Second question"),
  t("Third question"),
  t("Fourth question"),
  t("Fifth question"),
  t("Sixth question"),
];

type FormProps = {
  slot: DaySlot;
  /** Chosen questions, in order. */
  chosen: string[];
  groups: LayoutGroup[];
  reply: FormReply | undefined;
};

/** Fields shown at once, as most members choose three questions. The later ones are collapsed unless in use. */
const VISIBLE_PLACES = 3;

/** Form for the questions of a morning or an evening, one select per place. */
function ShapeForm({ slot, chosen, groups, reply }: FormProps) {
  const [form, fields] = useForm<Record<LayoutField, string>>({
    id: `shape-${slot}`,
    lastResult: reply?.lastResult,
    defaultValue: Object.fromEntries(LAYOUT_FIELDS.map((name, at) => [name, chosen[at] ?? ""])),
  });
  const open = Math.max(VISIBLE_PLACES, chosen.length);
  const [shown, folded] = [LAYOUT_FIELDS.slice(0, open), LAYOUT_FIELDS.slice(open)];
  // Collapsed fields with a value or an error must be visible.
  const isInUse = folded.some((name) => fields[name].errors || fields[name].initialValue);
  const renderSelect = (name: LayoutField) => (
    <QuestionSelect
      key={name}
      meta={fields[name]}
      label={PLACE_LABELS[LAYOUT_FIELDS.indexOf(name)] ?? ""}
      groups={groups}
    />
  );
  return (
    <section aria-labelledby={`${slot}-shape`}>
      <h2 id={`${slot}-shape`} className="text-xl">
        {slot === "morning" ? t("Morning") : t("Evening")}
      </h2>
      <ChosenQuestions slot={slot} names={chosenNames(chosen, groups)} />
      <PostForm {...getFormProps(form)} noValidate className="mt-6 grid grid-cols-1 gap-5">
        <input type="hidden" name="slot" value={slot} />
        {shown.map(renderSelect)}
        {folded.length > 0 && (
          <details open={isInUse} className="group">
            <summary className="inline-flex min-h-11 items-center">
              <DisclosureIcon />
              {t("More questions, up to six")}
            </summary>
            <div className="mt-3 grid grid-cols-1 gap-5">{folded.map(renderSelect)}</div>
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

/** Labels of the chosen questions that are still available. */
const chosenNames = (chosen: readonly string[], groups: readonly LayoutGroup[]) =>
  chosen.flatMap((value) =>
    groups.flatMap(({ parts }) => parts.filter((part) => part.value === value).map(({ name }) => name)),
  );

/** Full text of the chosen questions, which a closed select would cut off. */
function ChosenQuestions({ slot, names }: { slot: DaySlot; names: readonly string[] }) {
  if (names.length === 0) return <p className="mt-1 text-muted">{t("Using your prompt set’s questions.")}</p>;
  return (
    <>
      <p className="mt-1 text-muted">{slot === "morning" ? t("My morning asks:") : t("My evening asks:")}</p>
      <ol className="mt-4 list-decimal space-y-2 border-l-2 border-day pl-12 font-serif text-lg leading-snug">
        {names.map((name) => (
          <li key={name} className="break-words pl-1">
            {name}
          </li>
        ))}
      </ol>
    </>
  );
}

type QuestionSelectProps = {
  meta: FieldMetadata<string, Record<string, unknown>>;
  label: string;
  groups: LayoutGroup[];
};

function QuestionSelect({ meta, label, groups }: QuestionSelectProps) {
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

export const meta: MetaFunction = () => [{ title: t("Your own morning and evening · Still and Know") }];

const PAGE = paths.settingsPrayerShape();

/** Custom layout, available on every plan. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) => ({
    groups: await layoutChoices(member),
    shape: member.prayer.shape,
  }));

const storedShape = (form: FormData, { prayer }: Member) => {
  const slot = form.get("slot");
  const names = slot === "morning" || slot === "evening" ? prayer.shape[slot] : [];
  return Object.fromEntries(LAYOUT_FIELDS.map((field, at) => [field, names[at] ?? ""]));
};

export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: LayoutSchema, stored: storedShape }, async ({ member, value, refuse }) => {
    const places = value.intent === "save" ? LAYOUT_FIELDS.map((name) => value[name]) : [];
    const result = await saveCustomLayout(member, value.slot, places);
    if (!result.ok) {
      const { status, text } =
        result.code === "not_in_plan"
          ? { status: 403, text: notInPlanMessage(result.set) }
          : LAYOUT_REFUSALS[result.code];
      return refuse({ status, fields: { [LAYOUT_FIELDS[result.at] ?? "part1"]: [text] } });
    }
    return redirectWithToast(PAGE, { title: t("Saved"), tone: "success" });
  });

export default function ShapePage() {
  const { groups, shape } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <SettingsPage>
      <p className="mb-8 max-w-measure text-muted">
        <Trans>
          Choose up to six questions for each, in order. Leave empty to use your prompt set. You can write{" "}
          <Link to={paths.ownPrompts()}>questions of your own</Link> first.
        </Trans>
      </p>
      <div className="grid grid-cols-1 gap-14 lg:grid-cols-2">
        {(["morning", "evening"] as const).map((slot) => (
          <ShapeForm
            key={`${slot} ${shape[slot].join(" ")}`}
            slot={slot}
            chosen={shape[slot]}
            groups={groups}
            reply={reply?.lastResult.initialValue?.slot === slot ? reply : undefined}
          />
        ))}
      </div>
    </SettingsPage>
  );
}
