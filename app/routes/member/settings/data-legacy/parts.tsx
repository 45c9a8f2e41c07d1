import { getFormProps, useForm } from "@conform-to/react";
import { ChoiceField, SelectField } from "~/components/forms/choice-field";
import { CurrentPasswordField } from "~/components/forms/current-password";
import { Field } from "~/components/forms/field";
import { FormNotice, PostForm, replyForIntent, SubmitButton } from "~/components/forms/post-form";
import { HAND_OVER_DELAY_DAYS, LEGACY_MONTHS, type LegacyChoice } from "~/domain/identity/legacy";
import type { LegacySettings } from "~/domain/identity/legacy-use.server";
import type { FormReply } from "~/http/form/form-options.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

const OPTIONS: { value: LegacyChoice; label: string; text: string }[] = [
  {
    value: "none",
    label: t("Do nothing"),
    text: t("Your journal stays here, closed, for as long as this site exists."),
  },
  {
    value: "destroy",
    label: t("Destroy my journal"),
    text: t(
      "When your account has not been used for a long time, you get three emails, a week or more apart. If you sign in, nothing happens. Otherwise your account and everything in it are destroyed.",
    ),
  },
  {
    value: "give",
    label: t("Give it to one person"),
    text: t(
      "When your account has not been used for a year, an administrator can begin to hand it over. You get an email, and for {days} days signing in undoes it. Then the person gets a link to your journal, as a book and as a file.",
      { days: HAND_OVER_DELAY_DAYS },
    ),
  },
];

type Values = { choice: LegacyChoice; months: string; name: string; email: string; currentPassword: string };

type WithReply = { reply: FormReply | undefined };

export function LegacyForm({ settings, reply }: WithReply & { settings: LegacySettings }) {
  const own = replyForIntent(reply, "save");
  const { choice, months = LEGACY_MONTHS[1], name, email } = settings;
  const [form, fields] = useForm<Values>({
    id: "legacy",
    lastResult: own?.lastResult,
    defaultValue: { choice, months: String(months), name, email },
  });
  return (
    <PostForm {...getFormProps(form)} noValidate className="grid max-w-measure grid-cols-1 gap-8">
      {own?.notice && <FormNotice {...own.notice} />}
      <ChoiceField meta={fields.choice} legend={t("What should happen to your journal?")} options={OPTIONS} />
      <fieldset className="grid max-w-md grid-cols-1 gap-5">
        <legend className="mb-3 text-lg">{t("If it is to be destroyed")}</legend>
        <SelectField meta={fields.months} label={t("When no one has used my account for")}>
          {LEGACY_MONTHS.map((count) => (
            <option key={count} value={count}>
              {t("{count} months", { count })}
            </option>
          ))}
        </SelectField>
      </fieldset>
      <fieldset className="grid max-w-md grid-cols-1 gap-5">
        <legend className="mb-3 text-lg">{t("If it is to be given")}</legend>
        <Field
          meta={fields.name}
          label={t("Name of the person")}
          hint={t("We do not tell them now.")}
          autoComplete="off"
        />
        <Field meta={fields.email} label={t("Their email address")} type="email" autoComplete="off" />
      </fieldset>
      <CurrentPasswordField meta={fields.currentPassword} className="max-w-md" />
      <div>
        <SubmitButton name="intent" value="save" pendingText={t("Saving…")}>
          {t("Save")}
        </SubmitButton>
      </div>
    </PostForm>
  );
}

/** Prints the sheet with the recovery code that the recipient of a sealed journal needs. */
export function RecoverySheetSection({ sendsMail, reply }: WithReply & { sendsMail: boolean }) {
  const own = replyForIntent(reply, "sheet");
  const [form, fields] = useForm<{ currentPassword: string }>({ id: "sheet", lastResult: own?.lastResult });
  return (
    <section aria-labelledby="sheet-heading">
      <h2 id="sheet-heading" className="mb-3 text-xl">
        {t("Your journal is sealed")}
      </h2>
      <p className="mb-4 max-w-measure">
        <Trans>
          Only a recovery code opens it for someone else, so the person who is given your journal needs one.
          This sheet, to keep in a drawer at home, has one code on it and says what it is for.
        </Trans>
      </p>
      <p className="mb-6">
        <a href={paths.settingsDataLegacySheet()}>{t("Print the sheet, with lines to write a code on")}</a>
      </p>
      {sendsMail && (
        <PostForm
          action={paths.settingsDataLegacy({ sheet: true })}
          reloadDocument
          {...getFormProps(form)}
          noValidate
          className="grid max-w-md grid-cols-1 gap-5"
        >
          {own?.notice && <FormNotice {...own.notice} />}
          <p className="text-muted">
            <Trans>
              Or print it with a new code. Your earlier codes then stop working, and the sheet is the only
              place where you can read one.
            </Trans>
          </p>
          <CurrentPasswordField meta={fields.currentPassword} />
          <div>
            <SubmitButton name="intent" value="sheet" variant="quiet" pending={false}>
              {t("Make a new code and print it")}
            </SubmitButton>
          </div>
        </PostForm>
      )}
    </section>
  );
}
