import { getFormProps, useForm } from "@conform-to/react";
import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Link, useActionData } from "@remix-run/react";
import { Field } from "~/components/forms/field";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { journalResetTexts } from "~/domain/accounts/deletion/deletion";
import { JournalPasswordSchema } from "~/domain/accounts/schema";
import { formatDate, utcDay } from "~/domain/calendar/local-day";
import { signIn } from "~/domain/identity/sign-in.server";
import { loginLockedNotice, WRONG_PASSWORD } from "~/domain/identity/texts";
import { signInClient } from "~/http/cookies.server";
import { publicAction } from "~/http/form/guarded-actions.server";
import { publicLoader, safeRedirect } from "~/http/guards.server";
import { completeSignIn, pendingSignIn, startSecondStep } from "~/http/sign-in.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("Open your sealed journal · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  publicLoader(args, async ({ request }) => {
    if (!(await pendingSignIn(request, "password"))) throw redirect(paths.login());
    return null;
  });

/**
 * Password of a sealed journal, after a sign-in through OIDC or with a passkey that cannot open it. The limits of
 * sign-in apply.
 */
export const action = (args: ActionFunctionArgs) =>
  publicAction(args, { schema: JournalPasswordSchema, once: true }, async ({ request, value, refuse }) => {
    const pending = await pendingSignIn(request, "password");
    if (!pending) return redirect(paths.login());
    const { email, remember, through } = pending;
    const result = await signIn({ email, password: value.password }, await signInClient(request, email));
    if (result.ok && result.user._id === pending.userId) {
      const { user, needsCode, isPendingDeletion, isKept } = result;
      const redirectTo = safeRedirect(pending.redirectTo);
      const signedIn = { user, email, remember, through, redirectTo, isPendingDeletion, isKept };
      // A passkey counts as both steps, so its sign-in needs no code.
      const asksCode = needsCode && through?.way !== "passkey";
      return asksCode ? startSecondStep(signedIn) : completeSignIn(request, signedIn);
    }
    if (!result.ok && result.code === "locked") {
      const { seconds } = result;
      return refuse({
        status: 429,
        notice: loginLockedNotice(seconds),
        headers: { "Retry-After": String(seconds) },
      });
    }
    if (!result.ok && result.code === "not_yet")
      return refuse({ status: 403, notice: journalResetTexts(formatDate(utcDay(result.from))).notYet });
    return refuse({ status: 401, fields: { password: [WRONG_PASSWORD] } });
  });

export default function JournalPasswordPage() {
  const reply = useActionData<typeof action>();
  const [form, fields] = useForm<{ password: string }>({ id: "open-journal", lastResult: reply?.lastResult });
  return (
    <>
      <h1 className="text-2xl">{t("Open your sealed journal")}</h1>
      <p>{t("You have sealed your journal: it takes your password to open it.")}</p>
      <PostForm {...getFormProps(form)} noValidate notice={reply?.notice} className="grid gap-5">
        <Field meta={fields.password} label={t("Password")} type="password" autoComplete="current-password" />
        <SubmitButton pendingText={t("Opening…")}>{t("Open my journal")}</SubmitButton>
      </PostForm>
      <p>
        <Link to={paths.login()}>{t("Start over")}</Link>
      </p>
    </>
  );
}
