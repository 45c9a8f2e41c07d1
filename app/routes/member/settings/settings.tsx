import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import clsx from "clsx";
import { ChoiceField, SelectField } from "~/components/forms/choice-field";
import { Field } from "~/components/forms/field";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { SettingsPage } from "~/components/settings/settings-page";
import { ProfileSchema, saveProfile } from "~/domain/accounts/settings/settings.server";
import { LOCALE_CHOICES, type Locale } from "~/domain/calendar/locale";
import { REGISTRATION_TEXTS } from "~/domain/identity/texts";
import type { Member } from "~/domain/member/member";
import { redirectWithToast } from "~/http/cookies.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("Settings · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) => {
    const { firstName, lastName, username, email, timezone, locale } = member;
    const weekStart = member.choseWeekStart ? String(member.weekStart) : "usual";
    return { firstName, lastName, username, email, timezone, locale, weekStart };
  });

const storedProfile = (_form: FormData, { firstName, lastName, username, timezone }: Member) => ({
  firstName,
  lastName,
  username,
  timezone,
});

export const action = (args: ActionFunctionArgs) =>
  memberAction(
    args,
    { schema: ProfileSchema, stored: storedProfile },
    async ({ request, member, value, refuse }) => {
      const result = await saveProfile(member, value);
      if (result.ok)
        return redirectWithToast(new URL(request.url).pathname, { title: t("Saved"), tone: "success" });
      return refuse({ status: 409, fields: { username: [REGISTRATION_TEXTS.usernameTaken] } });
    },
  );

type Fields = {
  firstName: string;
  lastName: string;
  username: string;
  timezone: string;
  locale: Locale;
  weekStart: "usual" | "1" | "0" | "6";
};

const WEEK_CHOICES = [
  { value: "usual", label: t("Usual for that region") },
  { value: "1", label: t("Monday") },
  { value: "0", label: t("Sunday") },
  { value: "6", label: t("Saturday") },
] as const;

export default function ProfilePage() {
  const profile = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  // A refused form is shown on a phone too, with its messages.
  const isListOnPhone = useLocation().pathname === paths.settings() && !reply;
  const [form, fields] = useForm<Fields>({
    id: "profile",
    lastResult: reply?.lastResult,
    defaultValue: profile as Fields,
  });
  return (
    <SettingsPage>
      <PostForm
        {...getFormProps(form)}
        noValidate
        className={clsx("max-w-md grid-cols-1 gap-5", isListOnPhone ? "hidden sm:grid" : "grid")}
      >
        <Field meta={fields.firstName} label={t("First name")} autoComplete="given-name" />
        <Field meta={fields.lastName} label={t("Last name")} autoComplete="family-name" />
        <Field
          meta={fields.username}
          label={t("Username")}
          autoComplete="username"
          hint={REGISTRATION_TEXTS.usernameHint}
        />
        <p>
          <Trans>
            Email: {profile.email}. <a href={paths.settingsSecurity()}>Change it in Security</a>.
          </Trans>
        </p>
        <Field
          meta={fields.timezone}
          label={t("Time zone")}
          hint={t(
            "A city or a zone, such as London or Europe/London. It decides when your days begin and end.",
          )}
        />
        <SelectField meta={fields.locale} label={t("Dates and times as in")}>
          {LOCALE_CHOICES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <ChoiceField meta={fields.weekStart} legend={t("Your week begins on")} options={WEEK_CHOICES} />
        <SubmitButton pendingText={t("Saving…")}>{t("Save")}</SubmitButton>
      </PostForm>
      <p className="mt-8 text-muted">
        <Trans>
          Need to find your way around? <a href={paths.welcomeGuide("tour")}>Take the guide tour again</a>
        </Trans>
      </p>
    </SettingsPage>
  );
}
