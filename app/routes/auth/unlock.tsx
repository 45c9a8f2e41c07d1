import { getFormProps, useForm } from "@conform-to/react";
import {
  redirect,
  redirectDocument,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { submitWithTimeout } from "~/browser/submit-with-timeout";
import { PasskeyButton } from "~/components/accounts/passkey-button";
import { ProviderButton } from "~/components/accounts/sign-in-methods";
import { Field } from "~/components/forms/field";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { UnlockSchema } from "~/domain/accounts/schema";
import { LOGIN_TEXTS } from "~/domain/identity/texts";
import { publicAction } from "~/http/form/guarded-actions.server";
import { publicLoader, safeRedirect } from "~/http/guards.server";
import { isOidcProviderUp } from "~/http/oidc-flow.server";
import { currentLockedSession } from "~/http/session.server";
import {
  canUnlockWithPasskey,
  canUnlockWithPassword,
  hasDeferredForm,
  unlockByPassword,
} from "~/http/unlock.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("Locked · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  publicLoader(args, async ({ request, url, member }) => {
    const redirectTo = safeRedirect(url.searchParams.get("redirectTo"));
    const locked = await currentLockedSession(request);
    if (!locked) throw redirect(member ? redirectTo : paths.login({ redirectTo }));
    return {
      redirectTo,
      isWaiting: await hasDeferredForm(request, locked),
      takesPassword: canUnlockWithPassword(locked),
      takesPasskey: canUnlockWithPasskey(locked),
      isProviderUp: locked.isConnected ? await isOidcProviderUp() : null,
    };
  });

/** Unlocks this browser's session. A sign-in on another page replaces the locked session instead. */
export const action = (args: ActionFunctionArgs) =>
  publicAction(args, { schema: UnlockSchema }, async ({ request, value, refuse }) => {
    const wanted = safeRedirect(value.redirectTo);
    const locked = await currentLockedSession(request);
    if (!locked) return redirectDocument(wanted);
    const redirectTo = (await hasDeferredForm(request, locked)) ? paths.resume() : wanted;
    const result = await unlockByPassword(request, locked, value.password);
    if ("refusal" in result) return refuse(result.refusal);
    if (!result.cookie) return redirectDocument(paths.login({ redirectTo }));
    return redirect(redirectTo, { headers: { "Set-Cookie": result.cookie } });
  });

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  submitWithTimeout(() => serverAction<typeof action>(), LOGIN_TEXTS);

export default function UnlockPage() {
  const { redirectTo, isWaiting, takesPassword, takesPasskey, isProviderUp } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof clientAction>();
  const [form, fields] = useForm<{ password: string }>({ id: "unlock", lastResult: reply?.lastResult });
  return (
    <>
      <h1 className="text-2xl">{t("Your journal is locked")}</h1>
      <p>
        {isWaiting
          ? t("What you just sent is kept. You find it again as soon as the journal is open.")
          : t(
              "It was locked because it wasn’t used for a while, or because you pressed Quick exit. You’ll continue where you were.",
            )}
      </p>
      {takesPassword && (
        <PostForm {...getFormProps(form)} noValidate notice={reply?.notice} className="grid gap-5">
          <input type="hidden" name="redirectTo" value={redirectTo} />
          <Field
            meta={fields.password}
            label={t("Password")}
            type="password"
            autoComplete="current-password"
          />
          <SubmitButton pendingText={t("Opening…")}>{t("Open my journal")}</SubmitButton>
        </PostForm>
      )}
      {takesPasskey && (
        <PasskeyButton redirectTo={isWaiting ? paths.resume() : redirectTo}>
          {t("Open with a passkey")}
        </PasskeyButton>
      )}
      <ProviderButton isProviderUp={isProviderUp} redirectTo={redirectTo} />
      <PostForm action={paths.logout()} reloadDocument>
        <SubmitButton variant="quiet">{t("Sign out")}</SubmitButton>
      </PostForm>
    </>
  );
}
