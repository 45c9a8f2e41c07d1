import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import * as addresses from "~/addresses";
import { useHouse } from "~/components/layout/use-house";
import {
  isVerificationLink,
  mayAskForVerification,
  resendVerification,
  verifyEmail,
} from "~/domain/accounts/registration/verify-email.server";
import { ResendSchema } from "~/domain/accounts/schema";
import { RESET_TEXTS, WITHOUT_MAIL } from "~/domain/identity/texts";
import { thisHouse } from "~/domain/support/house.server";
import { clientNetwork } from "~/http/client-address.server";
import { readCookie, registeredCookie } from "~/http/cookies.server";
import { publicAction } from "~/http/form/guarded-actions.server";
import { clearLinkSecret, keepLinkSecret, readLinkSecret } from "~/http/link-secret.server";
import { publicLoader } from "~/http/loaders.server";
import { refusalOfSecretMail } from "~/http/secret-mail.server";
import { completeSignIn } from "~/http/sign-in.server";
import { redirectWithToast } from "~/http/toast.server";
import { t } from "~/i18n/t";
import { LetInNote, VerifyForm, WaitForm } from "./forms";

export const meta: MetaFunction = () => [{ title: t("Verify your email · Still and Know") }];

const RESENT = {
  title: t("Please check your email"),
  text: t("If an account with this address is waiting to be verified, a new link is on its way."),
  tone: "info",
} as const;

/** `?token=` moves the secret out of the address; `?email=` waits; a kept secret asks for one press of a button. */
export const loader = (args: LoaderFunctionArgs) =>
  publicLoader(args, async ({ request, url }) => {
    const token = url.searchParams.get("token");
    if (token)
      throw redirect(addresses.verifyEmail(), {
        headers: { "Set-Cookie": await keepLinkSecret("verify", token) },
      });
    const email = url.searchParams.get("email") ?? "";
    const secret = url.searchParams.has("email") ? undefined : await readLinkSecret("verify", request);
    if (!secret)
      return data({ email, step: refusalOfSecretMail() ? ("no_mail" as const) : ("wait" as const) });
    if (await isVerificationLink(secret)) return data({ email, step: "confirm" as const });
    return data({ email, step: "expired" as const }, { status: 410 });
  });

const Schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("verify") }),
  ResendSchema.extend({ intent: z.literal("resend") }),
]);

/** Said where the link was opened in another browser than the one that came through the provider. */
function disconnected(): string {
  const { provider } = thisHouse();
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

/** Only this post uses a link up: mail scanners that open it change nothing. */
export const action = (args: ActionFunctionArgs) =>
  publicAction(args, { schema: Schema, once: true }, async ({ request, value, refuse }) => {
    if (value.intent === "resend") {
      if (!(await mayAskForVerification(clientNetwork(request)))) {
        return refuse({ status: 429, notice: RESET_TEXTS.tooMany, headers: { "Retry-After": "3600" } });
      }
      const unsent = thisHouse().sendsMail ? refusalOfSecretMail() : null;
      if (unsent) return refuse({ status: 409, notice: unsent });
      await resendVerification(value.email);
      const said = thisHouse().sendsMail ? RESENT : ({ ...WITHOUT_MAIL.unverified, tone: "info" } as const);
      return redirectWithToast(addresses.verifyEmail({ email: value.email }), said);
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
          isLeaving: false,
          redirectTo: addresses.dashboard(),
        });
        for (const cookie of headers.getSetCookie()) signedIn.headers.append("Set-Cookie", cookie);
        return signedIn;
      }
      const toast = {
        title: t("Your email is verified"),
        text: verified.hasPassword || verified.isConnected ? t("You can sign in now.") : disconnected(),
        tone: "success",
      } as const;
      return redirectWithToast(addresses.login(), toast, { headers });
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
  const { sendsMail } = useHouse();
  if (step === "confirm" && !reply) return <VerifyForm />;
  if (!sendsMail) return <LetInNote />;
  return <WaitForm email={email} reply={reply} step={step} />;
}
