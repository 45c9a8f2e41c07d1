import { getFormProps, useForm } from "@conform-to/react";
import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { Field } from "~/components/forms/field";
import { FormNotice, PostForm, SubmitButton } from "~/components/forms/post-form";
import { useInstance } from "~/components/layout/use-instance";
import {
  canRequestVerification,
  isVerificationLinkValid,
  resendVerification,
  verifyEmail,
} from "~/domain/accounts/registration/verify-email.server";
import { ResendSchema } from "~/domain/accounts/schema";
import { currentInstance } from "~/domain/accounts/support/instance.server";
import { NO_MAIL_TEXTS, NO_SECRET_MAIL, RESET_TEXTS } from "~/domain/identity/texts";
import { clientNetwork } from "~/http/client-address.server";
import {
  clearLinkSecret,
  readCookie,
  readLinkSecret,
  redirectWithToast,
  registeredCookie,
  storeLinkSecret,
} from "~/http/cookies.server";
import type { FormReply } from "~/http/form/form-options.server";
import { publicAction } from "~/http/form/guarded-actions.server";
import { publicLoader } from "~/http/guards.server";
import { completeSignIn } from "~/http/sign-in.server";
import { secretMailNotice } from "~/http/unlock.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

export function VerifyForm() {
  return (
    <>
      <h1 className="text-2xl">{t("Verify your email")}</h1>
      <p>{t("Press the button to verify your address.")}</p>
      <PostForm>
        <SubmitButton name="intent" value="verify">
          {t("Verify my email")}
        </SubmitButton>
      </PostForm>
    </>
  );
}

/** For an instance without email: an administrator approves the account. */
export function ApprovalNotice() {
  return (
    <>
      <h1 className="text-2xl">{NO_MAIL_TEXTS.registered.title}</h1>
      <p>{NO_MAIL_TEXTS.registered.text}</p>
      <p className="text-muted">{t("With an invitation on paper you do not have to wait.")}</p>
      <p>
        <Link to={paths.login()}>{t("Sign in")}</Link>
      </p>
    </>
  );
}

/** Shown until the link is opened. Its content is the same for every email address, so it reveals no account. */
export function ResendForm({
  email,
  reply,
  step,
}: {
  email: string;
  reply: FormReply | undefined;
  step: "wait" | "no_mail" | "confirm" | "expired";
}) {
  const notice = reply?.notice ?? (step === "expired" ? RESET_TEXTS.expired : undefined);
  const [form, fields] = useForm<{ email: string }>({
    id: "resend",
    lastResult: reply?.lastResult,
    defaultValue: { email },
  });
  return (
    <>
      <h1 className="text-2xl">{t("Please verify your email")}</h1>
      {notice && <FormNotice title={notice.title} text={notice.text} />}
      <p>{step === "no_mail" ? NO_SECRET_MAIL.text : t("Open the link in the email we have sent you.")}</p>
      <p className="text-muted">
        <Trans>Nothing there after a few minutes? Look in your spam folder, or ask for a new link.</Trans>
      </p>
      <PostForm {...getFormProps(form)} noValidate className="grid gap-5">
        <Field meta={fields.email} label={t("Email")} type="email" autoComplete="email" />
        <SubmitButton name="intent" value="resend" variant="quiet">
          {t("Send a new link")}
        </SubmitButton>
      </PostForm>
      <p>
        <Link to={paths.login()}>{t("Sign in")}</Link>
      </p>
    </>
  );
}

export const meta: MetaFunction = () => [{ title: t("Verify your email · Still and Know") }];

const RESENT = {
  title: t("Please check your email"),
  text: t("If an account with this address is waiting to be verified, a new link is on its way."),
  tone: "info",
} as const;

/**
 * `?token=` moves the secret of the link into a cookie. With that cookie the page shows the button that confirms the
 * address; with `?email=` it asks to wait for the email.
 */
export const loader = (args: LoaderFunctionArgs) =>
  publicLoader(args, async ({ request, url }) => {
    const token = url.searchParams.get("token");
    if (token)
      throw redirect(paths.verifyEmail(), {
        headers: { "Set-Cookie": await storeLinkSecret("verify", token) },
      });
    const email = url.searchParams.get("email") ?? "";
    const secret = url.searchParams.has("email") ? undefined : await readLinkSecret("verify", request);
    if (!secret) return data({ email, step: secretMailNotice() ? ("no_mail" as const) : ("wait" as const) });
    if (await isVerificationLinkValid(secret)) return data({ email, step: "confirm" as const });
    return data({ email, step: "expired" as const }, { status: 410 });
  });

const Schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("verify") }),
  ResendSchema.extend({ intent: z.literal("resend") }),
]);

/** Message when the link was opened in another browser than the OIDC registration. */
function reconnectMessage(): string {
  const { provider } = currentInstance();
  const name = provider?.name ?? "";
  return provider?.isOnly
    ? t(
        "You opened the link in another browser than the one you began in, so {name} is not connected yet. Please sign in with {name} once more, here.",
        { name },
      )
    : t(
        "You opened the link in another browser than the one you began in, so {name} is not connected yet. Please choose a password with “Forgot your password?”, or sign in with {name} once more, here.",
        { name },
      );
}

/** Only the post consumes the link, because mail scanners open links. */
export const action = (args: ActionFunctionArgs) =>
  publicAction(args, { schema: Schema, once: true }, async ({ request, value, refuse }) => {
    if (value.intent === "resend") {
      if (!(await canRequestVerification(clientNetwork(request)))) {
        return refuse({ status: 429, notice: RESET_TEXTS.tooMany, headers: { "Retry-After": "3600" } });
      }
      const mailProblem = currentInstance().sendsMail ? secretMailNotice() : null;
      if (mailProblem) return refuse({ status: 409, notice: mailProblem });
      await resendVerification(value.email);
      const message = currentInstance().sendsMail
        ? RESENT
        : ({ ...NO_MAIL_TEXTS.unverified, tone: "info" } as const);
      return redirectWithToast(paths.verifyEmail({ email: value.email }), message);
    }
    const secret = await readLinkSecret("verify", request);
    const headers = new Headers({ "Set-Cookie": await clearLinkSecret("verify") });
    const registered = await readCookie(registeredCookie, request);
    const verified = secret ? await verifyEmail(secret, registered) : null;
    if (verified) {
      headers.append("Set-Cookie", await registeredCookie.serialize("", { maxAge: 0 }));
      if (verified.maySignIn) {
        const signedIn = await completeSignIn(request, {
          ...verified,
          through: verified.isConnected ? { way: "provider" } : undefined,
          remember: false,
          isPendingDeletion: false,
          isNew: true,
          redirectTo: paths.dashboard(),
        });
        for (const cookie of headers.getSetCookie()) signedIn.headers.append("Set-Cookie", cookie);
        return signedIn;
      }
      const toast = {
        title: t("Your email is verified"),
        text: verified.hasPassword || verified.isConnected ? t("You can sign in now.") : reconnectMessage(),
        tone: "success",
      } as const;
      return redirectWithToast(paths.login(), toast, { headers });
    }
    return refuse({
      status: 410,
      notice: RESET_TEXTS.expired,
      headers,
    });
  });

export default function VerifyEmailPage() {
  const { email, step } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const { sendsMail } = useInstance();
  if (step === "confirm" && !reply) return <VerifyForm />;
  if (!sendsMail) return <ApprovalNotice />;
  return <ResendForm email={email} reply={reply} step={step} />;
}
