import { getFormProps, useForm, type FieldMetadata } from "@conform-to/react";
import { SelectField } from "~/components/forms/choice-field";
import { Field } from "~/components/forms/field";
import { PostForm, replyForIntent, SubmitButton } from "~/components/forms/post-form";
import { Disclosure } from "~/components/ui/disclosure";
import { MAX_POINT, MAX_POINT_WORDS, MAX_SHORT } from "~/domain/ways/way-file";
import type { WayDayFields, WayHeadFields } from "~/domain/ways/way-form";
import type { FormReply } from "~/http/form/form-options.server";
import { t } from "~/i18n/t";

type Fields<Values extends Record<string, string>> = {
  [name in keyof Values]: FieldMetadata<string, Values>;
};

/** The reply to one of these intents, with errors of the file as a notice, because these forms have no field for them. */
function replyFor(reply: FormReply | undefined, ...intents: string[]) {
  const own = intents.map((intent) => replyForIntent(reply, intent)).find(Boolean);
  const faults = own?.lastResult.error?.text;
  return faults ? { ...own, notice: { title: t("The way was not saved"), text: faults.join(" ") } } : own;
}

function HeadFields({ fields }: { fields: Fields<WayHeadFields> }) {
  const { title, about, by, language, licence, beginning, date, plus, sundays } = fields;
  const folded = [about, by, language, licence, plus, sundays];
  return (
    <>
      <Field
        meta={title}
        label={t("Name")}
        maxLength={MAX_SHORT}
        autoComplete="off"
        placeholder={t("Lent with Mark")}
      />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <SelectField meta={beginning} label={t("When does it begin?")}>
          <option value="any">{t("At any time")}</option>
          <option value="advent">{t("First Sunday of Advent")}</option>
          <option value="ash-wednesday">{t("Ash Wednesday")}</option>
          <option value="easter">{t("Easter Sunday")}</option>
          <option value="pentecost">{t("Pentecost")}</option>
          <option value="date">{t("On a date")}</option>
        </SelectField>
        <Field meta={date} label={t("Date")} hint={t("Only if you chose “On a date”.")} type="date" />
      </div>
      <Disclosure title={t("More about it")} open={folded.some(({ errors }) => errors !== undefined)}>
        <div className="grid grid-cols-1 gap-5 pt-3 sm:grid-cols-2">
          <Field
            meta={about}
            multiline
            label={t("Introduction")}
            hint={t("A few sentences for the page of the way.")}
            maxLength={MAX_POINT}
            rows={3}
            className="sm:col-span-2"
          />
          <Field meta={by} label={t("Written by")} maxLength={MAX_SHORT} autoComplete="off" />
          <Field meta={language} label={t("Language")} hint={t("Such as “en”.")} autoComplete="off" />
          <SelectField meta={sundays} label={t("Sundays")}>
            <option value="in">{t("Are days of it")}</option>
            <option value="apart">{t("Are left out")}</option>
          </SelectField>
          <Field
            meta={plus}
            label={t("Days after the feast")}
            hint={t("A minus sign for days before it.")}
            inputMode="text"
            autoComplete="off"
          />
          <Field
            meta={licence}
            label={t("Licence")}
            hint={t("Whether others may print it, such as “CC BY 4.0”.")}
            maxLength={MAX_SHORT}
            autoComplete="off"
          />
        </div>
      </Disclosure>
    </>
  );
}

function DayFields({ fields }: { fields: Fields<WayDayFields> }) {
  const { dayTitle, passage, point, questions, closing, writer } = fields;
  return (
    <>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <Field meta={dayTitle} label={t("Title")} maxLength={MAX_SHORT} autoComplete="off" />
        <Field
          meta={passage}
          label={t("Passage")}
          maxLength={MAX_SHORT}
          autoComplete="off"
          placeholder={t("Mark 1:14-20")}
        />
      </div>
      <Field
        meta={point}
        label={t("A thought")}
        hint={t("At most {max} words. Optional.", { max: MAX_POINT_WORDS })}
        multiline
        rows={5}
      />
      <Field
        meta={questions}
        label={t("Questions")}
        hint={t("One to three, one per line.")}
        multiline
        rows={3}
      />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <Field meta={closing} label={t("Closing line")} hint={t("Optional.")} autoComplete="off" />
        <Field
          meta={writer}
          label={t("Writer")}
          hint={t("Optional.")}
          maxLength={MAX_SHORT}
          autoComplete="off"
        />
      </div>
    </>
  );
}

type NewWay = WayHeadFields & WayDayFields;

/** A new way with its first day. */
export function NewWayForm({ reply }: { reply: FormReply | undefined }) {
  const own = replyFor(reply, "create");
  const [form, fields] = useForm<NewWay>({ id: "new-way", lastResult: own?.lastResult });
  return (
    <PostForm {...getFormProps(form)} notice={own?.notice} noValidate className="grid max-w-page gap-5">
      <HeadFields fields={fields as unknown as Fields<WayHeadFields>} />
      <h3 className="mt-4 text-lg font-medium">{t("Day 1")}</h3>
      <DayFields fields={fields as unknown as Fields<WayDayFields>} />
      <p>
        <SubmitButton name="intent" value="create" pendingText={t("Saving…")}>
          {t("Save, and continue to its days")}
        </SubmitButton>
      </p>
    </PostForm>
  );
}

type OwnFile = { id: string; seen: string };

export function WayHeadForm({
  file,
  head,
  reply,
}: {
  file: OwnFile;
  head: WayHeadFields;
  reply: FormReply | undefined;
}) {
  const own = replyFor(reply, "saveHead");
  const [form, fields] = useForm<WayHeadFields>({
    id: "way-head",
    lastResult: own?.lastResult,
    defaultValue: head,
  });
  return (
    <PostForm {...getFormProps(form)} notice={own?.notice} noValidate className="grid gap-5 pb-6 pt-3">
      <FileFields {...file} />
      <HeadFields fields={fields} />
      <p>
        <SubmitButton name="intent" value="saveHead" variant="quiet" pendingText={t("Saving…")}>
          {t("Save")}
        </SubmitButton>
      </p>
    </PostForm>
  );
}

/** Form of one day. `count` is the number of days that the way has; a greater `day` adds one. */
export function WayDayForm({
  file,
  day,
  count,
  values,
  reply,
}: {
  file: OwnFile;
  day: number;
  count: number;
  values: WayDayFields | undefined;
  reply: FormReply | undefined;
}) {
  const own = replyFor(reply, "saveDay", "saveDayAndAdd", "removeDay");
  const [form, fields] = useForm<WayDayFields>({
    id: "way-day",
    lastResult: own?.lastResult,
    defaultValue: values,
  });
  return (
    <PostForm {...getFormProps(form)} notice={own?.notice} noValidate className="grid gap-5 pb-6 pt-2">
      <FileFields {...file} />
      <input type="hidden" name="day" value={day} />
      <DayFields fields={fields} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton name="intent" value="saveDay" pendingText={t("Saving…")}>
          {t("Save this day")}
        </SubmitButton>
        {day >= count && (
          <SubmitButton name="intent" value="saveDayAndAdd" variant="quiet" pendingText={t("Saving…")}>
            {t("Save, and add another")}
          </SubmitButton>
        )}
        {day <= count && count > 1 && (
          <SubmitButton
            name="intent"
            value="removeDay"
            variant="danger"
            formNoValidate
            pendingText={t("Removing…")}
          >
            {t("Remove this day")}
          </SubmitButton>
        )}
      </div>
    </PostForm>
  );
}

function FileFields({ id, seen }: OwnFile) {
  return (
    <>
      <input type="hidden" name="name" value={id} />
      <input type="hidden" name="seen" value={seen} />
    </>
  );
}
