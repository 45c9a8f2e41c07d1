import { getFormProps, useForm } from "@conform-to/react";
import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { NewPasswordFields } from "~/components/accounts/new-password-fields";
import { InstanceFields } from "~/components/admin/fields";
import { Field } from "~/components/forms/field";
import { FormNotice, PostForm, SubmitButton } from "~/components/forms/post-form";
import { setUpInstance } from "~/domain/accounts/registration/setup.server";
import { SetupSchema, type SetupInput } from "~/domain/accounts/schema";
import { instanceSettingsForm } from "~/domain/accounts/support/instance.server";
import { PASSWORD_COMMON } from "~/domain/identity/sign-in.server";
import { REGISTRATION_TEXTS } from "~/domain/identity/texts";
import { isSelling } from "~/domain/plans/billing/offers.server";
import { notFound } from "~/http/guards.server";
import { setUpAction, setUpLoader } from "~/http/setup.server";
import { completeSignIn } from "~/http/sign-in.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("Set up this site · Still and Know") }];

/** The setup page, whose link is printed at start while there is no administrator. */
export const loader = (args: LoaderFunctionArgs) =>
  setUpLoader(args, async () => {
    const { choices, fixed } = instanceSettingsForm();
    // While nothing is on sale, the largest plan is the better default.
    const isFree = !fixed.includes("defaultPlan") && !isSelling();
    return { choices: isFree ? { ...choices, defaultPlan: "tier2" } : choices, fixed };
  });

export const action = (args: ActionFunctionArgs) =>
  setUpAction(args, { schema: SetupSchema }, async ({ request, value, refuse }) => {
    const made = await setUpInstance(value);
    if (made.ok) {
      const user = { _id: made.id, securityStamp: made.securityStamp };
      const place = { remember: false, isPendingDeletion: false, redirectTo: paths.adminLogin() };
      return completeSignIn(request, { user, email: value.email, isNew: true, ...place });
    }
    switch (made.code) {
      case "password_common":
        return refuse({ status: 400, fields: { password: [PASSWORD_COMMON] } });
      case "username_taken":
        return refuse({ status: 409, fields: { username: [REGISTRATION_TEXTS.usernameTaken] } });
      case "email_taken":
        return refuse({ status: 409, fields: { email: [REGISTRATION_TEXTS.emailTaken] } });
      case "not_first":
        throw notFound();
    }
  });

export default function SetupPage() {
  const { choices, fixed } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [form, fields] = useForm<SetupInput>({
    id: "setup",
    lastResult: reply?.lastResult,
    defaultValue: choices,
  });
  return (
    <>
      <h1 className="text-2xl">{t("Set up this site")}</h1>
      <p>
        {t(
          "You will be the administrator: you approve people and look after the site. What people write is encrypted, and no page shows it to you.",
        )}
      </p>
      {reply?.notice && <FormNotice title={reply.notice.title} text={reply.notice.text} />}
      <PostForm {...getFormProps(form)} noValidate className="grid gap-5">
        <h2 className="text-lg font-medium">{t("You")}</h2>
        <Field meta={fields.email} label={t("Email")} type="email" autoComplete="email" />
        <Field
          meta={fields.username}
          label={t("Username")}
          autoComplete="username"
          hint={REGISTRATION_TEXTS.usernameHint}
        />
        <NewPasswordFields fields={fields} />
        <h2 className="mt-4 text-lg font-medium">{t("This site")}</h2>
        <InstanceFields fields={fields} fixed={fixed} />
        <p className="text-sm text-muted">{t("You can change all of this later.")}</p>
        <SubmitButton pendingText={t("Saving…")}>{t("Finish")}</SubmitButton>
      </PostForm>
    </>
  );
}
