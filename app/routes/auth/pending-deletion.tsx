import { getFormProps, useForm } from "@conform-to/react";
import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SelectField } from "~/components/forms/choice-field";
import { Field } from "~/components/forms/field";
import { FormNotice, PostForm, SubmitButton } from "~/components/forms/post-form";
import { undoDeletion } from "~/domain/accounts/deletion/deletion.server";
import { EXPORT_FORMATS, FORMAT_DETAILS, type ExportFormat } from "~/domain/portability/data-texts";
import { exportDownloads } from "~/domain/portability/export-journal.server";
import { LeavingSchema } from "~/domain/portability/schema";
import { redirectWithToast } from "~/http/cookies.server";
import { pendingDeletionAction } from "~/http/form/guarded-actions.server";
import { pendingDeletionLoader } from "~/http/guards.server";
import { startBrowserSession } from "~/http/session.server";
import { checkReauthentication } from "~/http/unlock.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("Your account is being deleted · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  pendingDeletionLoader(args, async ({ pendingDeletion }) => Promise.resolve({ day: pendingDeletion.day }));

const DELETION_CANCELLED = {
  title: t("Your account will not be deleted"),
  text: t("The deletion has been cancelled. Everything is as it was."),
  tone: "success",
} as const;

/** The only page during a pending deletion: cancel it, or export the journal. */
export const action = (args: ActionFunctionArgs) =>
  pendingDeletionAction(
    args,
    { schema: LeavingSchema },
    async ({ request, pendingDeletion, value, refuse }) => {
      const { member } = pendingDeletion;
      if (value.intent === "undo") {
        const user = await undoDeletion(member);
        if (!user) return redirect(paths.login());
        const cookie = await startBrowserSession(request, user, false);
        return redirectWithToast(paths.dashboard(), DELETION_CANCELLED, {
          headers: { "Set-Cookie": cookie },
        });
      }
      const refusal = await checkReauthentication(request, member, value.currentPassword);
      if (refusal) return refuse(refusal);
      const ticket = await exportDownloads.issue(member, { format: value.format });
      return redirect(paths.leavingDownload({ ticket }));
    },
  );

export default function LeavingPage() {
  const { day } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <>
      <div>
        <h1 className="text-2xl">{t("Your account is being deleted")}</h1>
        <p className="mt-3">
          {t("On {day} it will be gone, with everything you have written. Until then you can undo this.", {
            day,
          })}
        </p>
      </div>
      {reply?.notice && <FormNotice title={reply.notice.title} text={reply.notice.text} />}
      <PostForm>
        <SubmitButton name="intent" value="undo" pendingText={t("One moment…")}>
          {t("Keep my account")}
        </SubmitButton>
      </PostForm>
      <ExportPart lastResult={reply?.lastResult} />
      <PostForm action={paths.logout()} reloadDocument>
        <button type="submit" className="min-h-11 text-sm text-muted underline hover:text-ink">
          {t("Sign out and let it be deleted")}
        </button>
      </PostForm>
    </>
  );
}

type Values = { format: ExportFormat; currentPassword: string };
type Reply = NonNullable<ReturnType<typeof useActionData<typeof action>>>;

function ExportPart({ lastResult }: { lastResult: Reply["lastResult"] | undefined }) {
  const [form, fields] = useForm<Values>({ id: "export", lastResult, defaultValue: { format: "json" } });
  return (
    <PostForm
      {...getFormProps(form)}
      noValidate
      reloadDocument
      className="grid grid-cols-1 gap-4 border-t border-line pt-6"
    >
      <h2 className="text-lg font-medium">{t("Take your journal with you")}</h2>
      <SelectField meta={fields.format} label={t("Format")}>
        {EXPORT_FORMATS.map((format) => (
          <option key={format} value={format}>
            {FORMAT_DETAILS[format].name}
          </option>
        ))}
      </SelectField>
      <Field
        meta={fields.currentPassword}
        label={t("Current password")}
        type="password"
        autoComplete="current-password"
      />
      <div>
        <SubmitButton name="intent" value="export" variant="quiet">
          {t("Export")}
        </SubmitButton>
      </div>
    </PostForm>
  );
}
