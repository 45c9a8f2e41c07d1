import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { sendOrExplain } from "~/browser/send-or-explain";
import { OtherMethods } from "~/components/accounts/other-methods";
import { beginningTexts } from "~/domain/accounts/ending/new-beginning";
import { readOtherMethods } from "~/domain/accounts/recovery/other-methods.server";
import { LoginSchema } from "~/domain/accounts/schema";
import { dateInWords } from "~/domain/calendar/local-day";
import { utcDay } from "~/domain/calendar/utc";
import { LOGIN_TEXTS, loginLocked, WITHOUT_MAIL } from "~/domain/identity/texts";
import { thisHouse } from "~/domain/support/house.server";
import { pageMeta } from "~/domain/support/page-meta";
import { authenticate } from "~/http/authenticator.server";
import { lastLoginEmailCookie, readCookie, rememberSessionCookie } from "~/http/cookies.server";
import type { FormReply } from "~/http/form/form-options.server";
import { publicAction } from "~/http/form/guarded-actions.server";
import { readLinkSecret } from "~/http/link-secret.server";
import { publicLoader } from "~/http/loaders.server";
import { refusalOfPasswords } from "~/http/passwords-off.server";
import { isProviderThere } from "~/http/provider-trip.server";
import { safeRedirect } from "~/http/safe-redirect";
import { completeSignIn, startSecondStep } from "~/http/sign-in.server";
import { t } from "~/i18n/t";
import { LoginForm } from "./form";

export const meta: MetaFunction = () =>
  pageMeta(t("Sign in"), t("Sign in to your private journal of prayer, morning and evening."));

export const loader = (args: LoaderFunctionArgs) =>
  publicLoader(args, async ({ request, url, member }) => {
    const redirectTo = safeRedirect(url.searchParams.get("redirectTo"));
    if (member) throw redirect(redirectTo);
    const [email, remember] = await Promise.all([
      readCookie(lastLoginEmailCookie, request),
      readCookie(rememberSessionCookie, request),
    ]);
    const secret = await readLinkSecret("methods", request);
    return {
      otherMethods: (secret && (await readOtherMethods(secret))) || [],
      email: email ?? "",
      rememberMe: remember === "yes",
      redirectTo,
      isThere: await isProviderThere(),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  publicAction(args, { schema: LoginSchema, once: true }, async ({ request, value, refuse }) => {
    const off = refusalOfPasswords();
    if (off) return refuse({ status: 403, notice: off });
    const result = await authenticate(request, { email: value.email, password: value.password });
    if (result.ok) {
      const { user, needsCode, isLeaving, isKept } = result;
      const redirectTo = safeRedirect(value.redirectTo);
      const signedIn = {
        user,
        email: value.email,
        remember: value.rememberMe,
        redirectTo,
        isLeaving,
        isKept,
      };
      return needsCode ? startSecondStep(signedIn) : completeSignIn(request, signedIn);
    }
    switch (result.code) {
      case "locked":
        return refuse({
          status: 429,
          notice: { ...loginLocked(result.seconds), seconds: result.seconds },
          headers: { "Retry-After": String(result.seconds) },
        });
      case "not_yet":
        return refuse({ status: 403, notice: beginningTexts(dateInWords(utcDay(result.from))).notYet });
      case "email_unverified":
        return refuse({
          status: 403,
          notice: thisHouse().sendsMail ? LOGIN_TEXTS.unverified : WITHOUT_MAIL.unverified,
        });
      case "wrong":
        return refuse({ status: 401, notice: LOGIN_TEXTS.failed });
    }
  });

/** With script: a network that fails or a server that takes too long is explained in place. */
export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  sendOrExplain(() => serverAction<FormReply>(), LOGIN_TEXTS);

/** A server that was not reached has nothing new to tell. */
export { unlessUnreached as shouldRevalidate } from "~/browser/send-or-explain";

export default function LoginPage() {
  const { otherMethods, ...defaults } = useLoaderData<typeof loader>();
  const reply = useActionData<Partial<FormReply>>();
  return (
    <>
      {otherMethods.length > 0 && <OtherMethods methods={otherMethods} />}
      <LoginForm defaults={defaults} reply={reply} />
    </>
  );
}
