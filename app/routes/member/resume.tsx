import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { SubmittedFields } from "~/components/feedback/full-page";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { PageHeading } from "~/components/ui/page-heading";
import { dropDeferredForm, readDeferredForm } from "~/domain/operations/form-submissions.server";
import { clearDeferredForm, deferredFormSecret } from "~/http/cookies.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("What you wrote · Still and Know") }];

/** Shows a form that was deferred until sign-in. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ request, member }) => {
    const secret = await deferredFormSecret(request);
    const post = secret ? await readDeferredForm(secret, member.id) : null;
    if (!post) throw redirect(paths.dashboard());
    return data(post);
  });

/** Discards the deferred form. */
export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: z.object({}) }, async ({ request }) => {
    const secret = await deferredFormSecret(request);
    if (secret) await dropDeferredForm(secret);
    return redirect(paths.dashboard(), { headers: { "Set-Cookie": await clearDeferredForm() } });
  });

export default function ResumePage() {
  const { action: target, fields, submission } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeading
        title={t("What you wrote is here")}
        intro={t("Your session had ended when you sent this. Send it again to save it.")}
      />
      <PostForm action={target} submission={submission} reloadDocument>
        <SubmittedFields fields={fields} />
        <SubmitButton className="mt-8">{t("Send it again")}</SubmitButton>
      </PostForm>
      <PostForm className="mt-8">
        <SubmitButton variant="quiet">{t("Discard it")}</SubmitButton>
      </PostForm>
    </>
  );
}
