import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { FormNotice, PostForm, SubmitButton } from "~/components/forms/post-form";
import { confirmEmailChange } from "~/domain/accounts/security/security-settings.server";
import { clearLinkSecret, readLinkSecret, redirectWithToast, storeLinkSecret } from "~/http/cookies.server";
import { publicAction } from "~/http/form/guarded-actions.server";
import { publicLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("Confirm your email · Still and Know") }];

const EXPIRED = {
  title: t("This link has been used or has expired"),
  text: t("You can ask for the change again in Settings, under Security."),
};

export const loader = (args: LoaderFunctionArgs) =>
  publicLoader(args, async ({ request, url }) => {
    const token = url.searchParams.get("token");
    if (token)
      throw redirect(paths.confirmEmail(), {
        headers: { "Set-Cookie": await storeLinkSecret("email", token) },
      });
    return { ready: (await readLinkSecret("email", request)) !== undefined };
  });

/** Only the post confirms, because mail scanners open links. */
export const action = (args: ActionFunctionArgs) =>
  publicAction(args, { schema: z.object({}) }, async ({ request, refuse }) => {
    const secret = await readLinkSecret("email", request);
    const result = secret ? await confirmEmailChange(secret) : ({ ok: false, code: "expired" } as const);
    const headers = { "Set-Cookie": await clearLinkSecret("email") };
    if (!result.ok) return refuse({ status: 410, notice: EXPIRED, headers });
    const toast = result.done
      ? {
          title: t("Your email address has been changed"),
          text: t("Please use the new one to sign in."),
        }
      : { title: t("Thank you"), text: t("One more confirmation is needed, from the other inbox.") };
    return redirectWithToast(paths.login(), { ...toast, tone: "success" }, { headers });
  });

export default function ConfirmEmailPage() {
  const { ready } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const notice = reply?.notice ?? (ready ? undefined : EXPIRED);
  return (
    <>
      <h1 className="text-2xl">{t("Confirm your email")}</h1>
      {notice ? (
        <FormNotice title={notice.title} text={notice.text} />
      ) : (
        <PostForm className="grid gap-5">
          <p>{t("Press the button to confirm the change of your email address.")}</p>
          <SubmitButton>{t("Confirm")}</SubmitButton>
        </PostForm>
      )}
      <p>
        <Link to={paths.login()}>{t("Sign in")}</Link>
      </p>
    </>
  );
}
