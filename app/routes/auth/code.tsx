import { getFormProps, useForm } from "@conform-to/react";
import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Link, useActionData } from "@remix-run/react";
import { Field } from "~/components/forms/field";
import { FormNotice, PostForm, SubmitButton } from "~/components/forms/post-form";
import { CodeSchema } from "~/domain/accounts/schema";
import { CODE_TEXTS, loginLockedNotice } from "~/domain/identity/texts";
import { finishSecondStep } from "~/domain/identity/two-step.server";
import { signInClient } from "~/http/cookies.server";
import { publicAction } from "~/http/form/guarded-actions.server";
import { publicLoader, safeRedirect } from "~/http/guards.server";
import { completeSignIn, pendingSignIn } from "~/http/sign-in.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("Enter your code · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  publicLoader(args, async ({ request }) => {
    if (!(await pendingSignIn(request))) throw redirect(paths.login());
    return null;
  });

export const action = (args: ActionFunctionArgs) =>
  publicAction(args, { schema: CodeSchema, once: true }, async ({ request, value, refuse }) => {
    const pending = await pendingSignIn(request);
    if (!pending) return redirect(paths.login());
    const result = await finishSecondStep(pending, value.code, await signInClient(request, pending.email));
    if (result.ok) {
      const { remember, redirectTo, isKept, through } = pending;
      const to = safeRedirect(redirectTo);
      return completeSignIn(request, { ...result, remember, isKept, through, redirectTo: to });
    }
    if (result.code === "wrong") return refuse({ status: 401, fields: { code: [CODE_TEXTS.wrong] } });
    const { seconds } = result;
    return refuse({
      status: 429,
      notice: loginLockedNotice(seconds),
      headers: { "Retry-After": String(seconds) },
    });
  });

export default function CodePage() {
  const reply = useActionData<typeof action>();
  const [form, fields] = useForm<{ code: string }>({ id: "code", lastResult: reply?.lastResult });
  return (
    <>
      <h1 className="text-2xl">{t("Enter your code")}</h1>
      {reply?.notice && <FormNotice title={reply.notice.title} text={reply.notice.text} />}
      <PostForm {...getFormProps(form)} noValidate className="grid gap-5">
        <Field
          meta={fields.code}
          label={t("Code")}
          hint={CODE_TEXTS.hint}
          autoComplete="one-time-code"
          inputMode="numeric"
        />
        <SubmitButton>{t("Sign in")}</SubmitButton>
      </PostForm>
      <p>
        <Link to={paths.login()}>{t("Start over")}</Link>
      </p>
    </>
  );
}
