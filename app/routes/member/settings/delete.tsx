import { getFormProps, useForm } from "@conform-to/react";
import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Link, useActionData } from "@remix-run/react";
import { CurrentPasswordField } from "~/components/forms/current-password";
import { Field } from "~/components/forms/field";
import { FormNotice, PostForm, SubmitButton } from "~/components/forms/post-form";
import { SettingsPage } from "~/components/settings/settings-page";
import { DELETE_WORD } from "~/domain/accounts/deletion/deletion";
import { startDeletion } from "~/domain/accounts/deletion/deletion.server";
import { DeleteSchema } from "~/domain/accounts/schema";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader } from "~/http/guards.server";
import { signOutBrowser } from "~/http/session.server";
import { checkReauthentication } from "~/http/unlock.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("Delete account · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) => memberLoader(args, async () => Promise.resolve(null));

const PAYMENTS_UNAVAILABLE_NOTICE = {
  title: t("Your plan could not be cancelled just now"),
  text: t(
    "The payment service is not answering, and we delete nothing until it is certain that nothing more is charged. Please try again in a few minutes.",
  ),
};

/** Starts the deletion of the account. */
export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: DeleteSchema, once: true }, async ({ request, member, value, refuse }) => {
    const refusal = await checkReauthentication(request, member, value.currentPassword);
    if (refusal) return refuse(refusal);
    const deletion = await startDeletion(member.id);
    if (!deletion.ok && deletion.code === "payments_away")
      return refuse({ status: 503, notice: PAYMENTS_UNAVAILABLE_NOTICE });
    const cookie = await signOutBrowser(request);
    return redirect(paths.goodbye(deletion.ok ? { until: deletion.day } : {}), {
      headers: [
        ["Set-Cookie", cookie],
        // The service worker removes this member's data. "storage" would also remove queued forms of other users.
        ["Clear-Site-Data", '"cache", "cookies"'],
      ],
    });
  });

type Fields = { currentPassword: string; word: string };

export default function DeletePage() {
  const reply = useActionData<typeof action>();
  const [form, fields] = useForm<Fields>({ id: "delete-account", lastResult: reply?.lastResult });
  return (
    <SettingsPage>
      <div className="grid max-w-measure grid-cols-1 gap-5">
        <p>
          <Trans>
            Would you like to take your journal with you first? You can{" "}
            <Link to={paths.settingsData()}>export everything</Link> in a minute, and import it again another
            day.
          </Trans>
        </p>
        <p>{t("What happens:")}</p>
        <ul className="list-disc space-y-2 pl-5">
          <li>{t("You are signed out everywhere at once, and nothing more is sent to you.")}</li>
          <li>{t("A plan you pay for is cancelled first; nothing more is charged.")}</li>
          <li>
            <Trans>
              For seven days you can change your mind: signing in leads to a page where you can undo this, or
              export your journal.
            </Trans>
          </li>
          <li>
            <Trans>
              Then the key to your journal is destroyed, and with it everything of yours here. After that it
              is gone for good; no one can restore it, not even us.
            </Trans>
          </li>
        </ul>
        {reply?.notice && <FormNotice {...reply.notice} />}
        <PostForm
          {...getFormProps(form)}
          noValidate
          reloadDocument
          className="mt-3 grid max-w-md grid-cols-1 gap-5"
        >
          <CurrentPasswordField meta={fields.currentPassword} />
          <Field
            meta={fields.word}
            label={t("Type the word “{deleteWord}”", { deleteWord: DELETE_WORD })}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <div>
            <SubmitButton variant="danger">{t("Delete my account")}</SubmitButton>
          </div>
        </PostForm>
      </div>
    </SettingsPage>
  );
}
