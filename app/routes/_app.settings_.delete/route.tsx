import { getFormProps, useForm } from "@conform-to/react";
import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Form, Link, useActionData } from "@remix-run/react";
import { Field } from "~/components/forms/field";
import { FormNotice } from "~/components/forms/form-notice";
import { FormProtection } from "~/components/forms/form-protection";
import { SubmitButton } from "~/components/forms/submit-button";
import { SettingsPage } from "~/components/settings/settings-page";
import { Sentence } from "~/components/ui/sentence";
import { startDeletion } from "~/domain/accounts/delete-account.server";
import { DELETE_WORD } from "~/domain/accounts/deletion";
import { DeleteSchema } from "~/domain/accounts/deletion-schema";
import { WRONG_PASSWORD, loginLocked } from "~/words/accounts/messages";
import { confirmPassword } from "~/domain/accounts/security-settings.server";
import { clientNetwork } from "~/http/client-address.server";
import { memberAction } from "~/http/forms.server";
import { memberLoader } from "~/http/loaders.server";
import { signOutBrowser } from "~/http/session.server";
import { deleteWords } from "~/words/settings/delete";

export const meta: MetaFunction = () => [{ title: deleteWords.pageTitle }];

export const loader = (args: LoaderFunctionArgs) => memberLoader(args, async () => Promise.resolve(null));

const PAYMENTS_AWAY = {
  title: deleteWords.yourPlanCouldNotBeCancelled,
  text: deleteWords.yourPlanCouldNotBeCancelledText,
};

/** Begins the end of the account (contract section 8, "Delete account"). */
export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: DeleteSchema, once: true }, async ({ request, member, value, refuse }) => {
    const check = await confirmPassword(member, value.currentPassword, clientNetwork(request));
    if (!check.ok && check.code === "wrong_password")
      return refuse({ status: 401, fields: { currentPassword: [WRONG_PASSWORD] } });
    if (!check.ok) {
      const headers = { "Retry-After": String(check.seconds) };
      return refuse({ status: 429, notice: loginLocked(check.seconds), headers });
    }
    const started = await startDeletion(member.id);
    if (!started.ok && started.code === "payments_away")
      return refuse({ status: 503, notice: PAYMENTS_AWAY });
    const cookie = await signOutBrowser(request);
    return redirect("/goodbye", {
      headers: [
        ["Set-Cookie", cookie],
        // Nothing of this person stays in this browser (security S6).
        ["Clear-Site-Data", '"cache", "cookies", "storage"'],
      ],
    });
  });

type Fields = { currentPassword: string; word: string };

export default function DeletePage() {
  const reply = useActionData<typeof action>();
  const [form, fields] = useForm<Fields>({ id: "delete-account", lastResult: reply?.lastResult });
  return (
    <SettingsPage>
      <section aria-labelledby="delete" className="grid max-w-measure grid-cols-1 gap-5">
        <h2 id="delete" className="text-xl">
          {deleteWords.deleteAccount}
        </h2>
        <p>
          <Sentence
            text={deleteWords.wouldYouLikeToTake}
            parts={{ data: (text) => <Link to="/settings/data">{text}</Link> }}
          />
        </p>
        <p>{deleteWords.whatHappens}</p>
        <ul className="list-disc space-y-2 pl-5">
          <li>{deleteWords.atOnce}</li>
          <li>{deleteWords.yourPlanIsCancelled}</li>
          <li>{deleteWords.forSevenDays}</li>
          <li>{deleteWords.afterThat}</li>
        </ul>
        {reply?.notice && <FormNotice title={reply.notice.title} text={reply.notice.text} />}
        <Form
          method="post"
          {...getFormProps(form)}
          noValidate
          reloadDocument
          className="mt-3 grid max-w-md grid-cols-1 gap-5"
        >
          <FormProtection />
          <Field
            meta={fields.currentPassword}
            label={deleteWords.currentPassword}
            type="password"
            autoComplete="current-password"
          />
          <Field
            meta={fields.word}
            label={deleteWords.typeTheWord({ deleteWord: DELETE_WORD })}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <div>
            <SubmitButton variant="danger">{deleteWords.deleteMyAccount}</SubmitButton>
          </div>
        </Form>
      </section>
    </SettingsPage>
  );
}
