import { getFormProps, getSelectProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { ChoiceField } from "~/components/forms/choice-field";
import { Field } from "~/components/forms/field";
import { FormProtection } from "~/components/forms/form-protection";
import { SubmitButton } from "~/components/forms/submit-button";
import { REGISTRATION_TEXTS } from "~/words/accounts/messages";
import { ProfileSchema } from "~/domain/accounts/settings-schema";
import { saveProfile } from "~/domain/accounts/settings.server";
import { LOCALE_CHOICES, type Locale } from "~/domain/journal/locale";
import { memberAction } from "~/http/forms.server";
import { memberLoader } from "~/http/loaders.server";
import { redirectWithToast } from "~/http/toast.server";
import { SettingsPage } from "~/components/settings/settings-page";
import { Sentence } from "~/components/ui/sentence";
import { profileWords } from "~/words/settings/profile";

export const meta: MetaFunction = () => [{ title: profileWords.pageTitle }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) => {
    const { firstName, lastName, username, email, timezone, locale } = member;
    const weekStart = member.choseWeekStart ? String(member.weekStart) : "usual";
    return { firstName, lastName, username, email, timezone, locale, weekStart };
  });

export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: ProfileSchema }, async ({ member, value, refuse }) => {
    const result = await saveProfile(member, value);
    if (result.ok) return redirectWithToast("/settings", { title: profileWords.saved, tone: "success" });
    if (result.code === "username_taken") {
      return refuse({ status: 409, fields: { username: [REGISTRATION_TEXTS.usernameTaken] } });
    }
    return refuse({
      status: 400,
      fields: { timezone: [profileWords.pleaseNameACity] },
    });
  });

type Fields = {
  firstName: string;
  lastName: string;
  username: string;
  timezone: string;
  locale: Locale;
  weekStart: "usual" | "1" | "0" | "6";
};

const WEEK_CHOICES = [
  { value: "usual", label: profileWords.asUsualThere },
  { value: "1", label: profileWords.monday },
  { value: "0", label: profileWords.sunday },
  { value: "6", label: profileWords.saturday },
] as const;

export default function ProfilePage() {
  const profile = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [form, fields] = useForm<Fields>({
    id: "profile",
    lastResult: reply?.lastResult,
    defaultValue: profile as Fields,
  });
  const { key: _, ...localeControl } = getSelectProps(fields.locale);
  return (
    <SettingsPage>
      <Form method="post" {...getFormProps(form)} noValidate className="grid max-w-md grid-cols-1 gap-5">
        <FormProtection />
        <Field meta={fields.firstName} label={profileWords.firstName} autoComplete="given-name" />
        <Field meta={fields.lastName} label={profileWords.lastName} autoComplete="family-name" />
        <Field
          meta={fields.username}
          label={profileWords.username}
          autoComplete="username"
          hint={REGISTRATION_TEXTS.usernameHint}
        />
        <p>
          <Sentence
            text={profileWords.emailChangeItUnderSecurity}
            parts={{ email: profile.email, security: (text) => <a href="/settings/security">{text}</a> }}
          />
        </p>
        <Field meta={fields.timezone} label={profileWords.timeZone} hint={profileWords.timeZoneHint} />
        <div>
          <label htmlFor={fields.locale.id} className="mb-1.5 block font-medium">
            {profileWords.datesAndTimesAsIn}
          </label>
          <select {...localeControl} className="control">
            {LOCALE_CHOICES.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
        <ChoiceField meta={fields.weekStart} legend={profileWords.yourWeekBeginsOn} options={WEEK_CHOICES} />
        <SubmitButton pendingText={profileWords.saveBusy}>{profileWords.save}</SubmitButton>
      </Form>
      <p className="mt-8 text-muted">
        <Sentence
          text={profileWords.tourAgain}
          parts={{ tour: (text) => <a href="/welcome/tour">{text}</a> }}
        />
      </p>
    </SettingsPage>
  );
}
