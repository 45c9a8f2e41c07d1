import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { FormNotice } from "~/components/forms/form-notice";
import { FormProtection } from "~/components/forms/form-protection";
import { SubmitButton } from "~/components/forms/submit-button";
import { confirmEmailChange } from "~/domain/accounts/change-email.server";
import { publicAction } from "~/http/forms.server";
import { clearLinkSecret, keepLinkSecret, readLinkSecret } from "~/http/link-secret.server";
import { publicLoader } from "~/http/loaders.server";
import { redirectWithToast } from "~/http/toast.server";
import { confirmEmailWords } from "~/words/auth/confirm-email";

export const meta: MetaFunction = () => [{ title: confirmEmailWords.pageTitle }];

const EXPIRED = {
  title: confirmEmailWords.thisLinkHasBeenUsed,
  text: confirmEmailWords.thisLinkHasBeenUsedText,
};

export const loader = (args: LoaderFunctionArgs) =>
  publicLoader(args, async ({ request, url }) => {
    const token = url.searchParams.get("token");
    if (token)
      throw redirect("/auth/confirm-email", {
        headers: { "Set-Cookie": await keepLinkSecret("email", token) },
      });
    return { ready: (await readLinkSecret("email", request)) !== undefined };
  });

/** Only this post confirms; opening the link changes nothing. */
export const action = (args: ActionFunctionArgs) =>
  publicAction(args, { schema: z.object({}) }, async ({ request, refuse }) => {
    const secret = await readLinkSecret("email", request);
    const result = secret ? await confirmEmailChange(secret) : ({ ok: false, code: "expired" } as const);
    const headers = { "Set-Cookie": await clearLinkSecret("email") };
    if (!result.ok) return refuse({ status: 410, notice: EXPIRED, headers });
    const toast = result.done
      ? {
          title: confirmEmailWords.yourEmailAddressIsChanged,
          text: confirmEmailWords.yourEmailAddressIsChangedText,
        }
      : { title: confirmEmailWords.thankYou, text: confirmEmailWords.thankYouText };
    return redirectWithToast("/auth/login", { ...toast, tone: "success" }, { headers });
  });

export default function ConfirmEmailPage() {
  const { ready } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const notice = reply?.notice ?? (ready ? undefined : EXPIRED);
  return (
    <>
      <h1 className="text-xl font-medium tracking-tight">{confirmEmailWords.confirmYourEmail}</h1>
      {notice ? (
        <FormNotice title={notice.title} text={notice.text} />
      ) : (
        <Form method="post" className="grid gap-5">
          <FormProtection />
          <p>{confirmEmailWords.pressTheButtonToConfirm}</p>
          <SubmitButton>{confirmEmailWords.confirm}</SubmitButton>
        </Form>
      )}
      <p>
        <Link to="/auth/login">{confirmEmailWords.signIn}</Link>
      </p>
    </>
  );
}
