import { getFormProps, useForm } from "@conform-to/react";
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

export const meta: MetaFunction = () => [{ title: "Settings · Still and Know" }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) => {
    const { firstName, lastName, username, email, timezone, locale } = member;
    const weekStart = member.choseWeekStart ? String(member.weekStart) : "usual";
    return { firstName, lastName, username, email, timezone, locale, weekStart };
  });

export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: ProfileSchema }, async ({ member, value, refuse }) => {
    const result = await saveProfile(member, value);
    if (result.ok) return redirectWithToast("/settings", { title: "Saved", tone: "success" });
    if (result.code === "username_taken") {
      return refuse({ status: 409, fields: { username: [REGISTRATION_TEXTS.usernameTaken] } });
    }
    return refuse({
      status: 400,
      fields: { timezone: ["Please name a city or a time zone, for example London or Europe/London."] },
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
  { value: "usual", label: "As usual there" },
  { value: "1", label: "Monday" },
  { value: "0", label: "Sunday" },
  { value: "6", label: "Saturday" },
] as const;

export default function ProfilePage() {
  const profile = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [form, fields] = useForm<Fields>({
    id: "profile",
    lastResult: reply?.lastResult,
    defaultValue: profile as Fields,
  });
  return (
    <SettingsPage>
      <Form method="post" {...getFormProps(form)} noValidate className="grid max-w-md grid-cols-1 gap-5">
        <FormProtection />
        <Field meta={fields.firstName} label="First name" autoComplete="given-name" />
        <Field meta={fields.lastName} label="Last name" autoComplete="family-name" />
        <Field
          meta={fields.username}
          label="Username"
          autoComplete="username"
          hint={REGISTRATION_TEXTS.usernameHint}
        />
        <p>
          Email: {profile.email}. <a href="/settings/security">Change it under Security</a>.
        </p>
        <Field
          meta={fields.timezone}
          label="Time zone"
          hint="A city or a zone, such as London or Europe/London. Your days begin and end by it."
        />
        <ChoiceField meta={fields.locale} legend="Dates and times as in" options={LOCALE_CHOICES} />
        <ChoiceField meta={fields.weekStart} legend="Your week begins on" options={WEEK_CHOICES} />
        <SubmitButton pendingText="Saving...">Save</SubmitButton>
      </Form>
    </SettingsPage>
  );
}
