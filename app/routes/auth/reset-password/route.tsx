import { getFormProps, useForm } from "@conform-to/react";
import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { NewPasswordFields } from "~/components/accounts/new-password-fields";
import { FormNotice, PostForm, SubmitButton } from "~/components/forms/post-form";
import { Banner } from "~/components/ui/banner";
import { journalResetTexts } from "~/domain/accounts/deletion/deletion";
import { requestJournalReset } from "~/domain/accounts/deletion/deletion.server";
import { listOtherSignInMethods, removeOtherSignInMethod } from "~/domain/accounts/manual-approval.server";
import { NewPasswordSchema, RemoveMethodSchema, RequestResetSchema } from "~/domain/accounts/schema";
import {
  canRequestReset,
  readResetLink,
  requestPasswordReset,
  resetPassword,
} from "~/domain/accounts/security/reset-password.server";
import { currentInstance } from "~/domain/accounts/support/instance.server";
import { pageMeta } from "~/domain/accounts/support/public-pages";
import { RESET_CODE_TEXTS } from "~/domain/accounts/texts";
import { PASSWORD_COMMON } from "~/domain/identity/sign-in.server";
import { loginLockedNotice, RESET_TEXTS } from "~/domain/identity/texts";
import { clientNetwork } from "~/http/client-address.server";
import {
  clearLinkSecret,
  readLinkSecret,
  redirectWithToast,
  rememberDevice,
  storeLinkSecret,
} from "~/http/cookies.server";
import type { FormReply } from "~/http/form/form-options.server";
import { publicAction } from "~/http/form/guarded-actions.server";
import { publicLoader } from "~/http/guards.server";
import { passwordsDisabledNotice, secretMailNotice } from "~/http/unlock.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";
import { AskForm, ChooseForm, OtherMethodsPage } from "./forms";

/** Form of a journal reset: explains the loss and takes the new password. */
export function JournalResetForm({ reply }: { reply: FormReply | undefined }) {
  const [form, fields] = useForm<{ password: string; confirmPassword: string }>({
    id: "abandon",
    lastResult: reply?.lastResult,
  });
  return (
    <>
      <h1 className="text-2xl">{t("Begin again without the codes")}</h1>
      {reply?.notice && <FormNotice title={reply.notice.title} text={reply.notice.text} />}
      <Banner tone="harm" title={t("Everything you have written will be lost")}>
        <p>
          <Trans>
            Entries, drafts, prayers, insights and conversations of your sealed journal are destroyed in seven
            days, for good. Your account stays, with its name, plan and settings, and a journal that is empty
            and not sealed.
          </Trans>
        </p>
        <p className="mt-2">
          <Trans>
            Every device is signed out now. If you remember your old password before then, sign in with it and
            nothing will be destroyed. The new password works from the seventh day.
          </Trans>
        </p>
      </Banner>
      <PostForm {...getFormProps(form)} noValidate className="grid gap-5">
        <NewPasswordFields fields={fields} />
        <SubmitButton name="intent" value="abandon" variant="danger" pendingText={t("Saving…")}>
          {t("Destroy the old text in seven days")}
        </SubmitButton>
      </PostForm>
      <p>
        <Link to={`${paths.resetPassword()}?step=choose`}>{t("Back, I have a code")}</Link>
      </p>
    </>
  );
}

export const meta: MetaFunction = () =>
  pageMeta(
    t("Choose a new password"),
    t("Forgotten your password? Get a link by email and choose a new one."),
  );

const ADDRESS = paths.resetPassword();
const OTHER_METHODS = paths.resetPassword({ step: "methods" });

/** `?token=` moves the secret into a cookie; then the page asks for the new password. */
export const loader = (args: LoaderFunctionArgs) =>
  publicLoader(args, async ({ request, url }) => {
    const token = url.searchParams.get("token");
    if (url.searchParams.get("step") === "methods") return loadOtherMethods(request, token);
    if (token)
      throw redirect(`${ADDRESS}?step=choose`, {
        headers: { "Set-Cookie": await storeLinkSecret("reset", token) },
      });
    if (!url.searchParams.has("step")) return data({ step: "ask" as const });
    const secret = await readLinkSecret("reset", request);
    const link = secret ? await readResetLink(secret) : null;
    const step = url.searchParams.get("step") === "abandon" && link?.isSealed ? "abandon" : "choose";
    if (link) return data({ step, isSealed: link.isSealed } as const);
    return data({ step: "expired" as const }, { status: 410 });
  });

/** Loader data of `?step=methods`. Moves a mailed secret into a cookie first. */
async function loadOtherMethods(request: Request, token: string | null) {
  if (token) {
    const headers = { "Set-Cookie": await storeLinkSecret("methods", token) };
    throw redirect(OTHER_METHODS, { headers });
  }
  const secret = await readLinkSecret("methods", request);
  const methods = secret ? await listOtherSignInMethods(secret) : null;
  return methods
    ? data({ step: "methods" as const, methods })
    : data({ step: "expired" as const }, { status: 410 });
}

/** Without `?step=` a post requests a link. */
export const action = async (args: ActionFunctionArgs) => {
  const { searchParams } = new URL(args.request.url);
  if (searchParams.get("step") === "methods") return removeMethod(args);
  return searchParams.has("step") ? setPassword(args) : requestLink(args);
};

const removeMethod = (args: ActionFunctionArgs) =>
  publicAction(args, { schema: RemoveMethodSchema, once: true }, async ({ request, value, refuse }) => {
    const secret = (await readLinkSecret("methods", request)) ?? "";
    const name = currentInstance().provider?.name ?? "";
    if (!(await removeOtherSignInMethod(secret, value.method, name)))
      return refuse({ status: 410, notice: RESET_TEXTS.expired });
    return redirectWithToast(OTHER_METHODS, { title: t("Removed"), tone: "success" });
  });

const setPassword = (args: ActionFunctionArgs) =>
  publicAction(args, { schema: NewPasswordSchema, once: true }, async ({ request, value, refuse }) => {
    const secret = await readLinkSecret("reset", request);
    if (value.intent === "abandon") {
      const reset = secret ? await requestJournalReset(secret, value.password) : null;
      if (reset?.ok)
        return redirectWithToast(paths.login(), journalResetTexts(reset.day).asked, {
          headers: { "Set-Cookie": await clearLinkSecret("reset") },
        });
      return reset?.code === "password_common"
        ? refuse({ status: 400, fields: { password: [PASSWORD_COMMON] } })
        : refuse({ status: 410, notice: RESET_TEXTS.expired });
    }
    const result = secret
      ? await resetPassword(secret, value.password, {
          recoveryCode: value.recoveryCode,
          network: clientNetwork(request),
          providerName: currentInstance().provider?.name,
        })
      : ({ ok: false, code: "expired" } as const);
    const headers = new Headers({ "Set-Cookie": await clearLinkSecret("reset") });
    // The link has authenticated this browser, so a lockout no longer applies to it.
    if (result.ok) headers.append("Set-Cookie", await rememberDevice(request, result.email));
    if (result.ok && result.otherMethods)
      headers.append("Set-Cookie", await storeLinkSecret("methods", result.otherMethods));
    if (result.ok)
      return redirectWithToast(paths.login(), { ...RESET_TEXTS.done, tone: "success" }, { headers });
    if (result.code === "password_common")
      return refuse({ status: 400, fields: { password: [PASSWORD_COMMON] } });
    if (result.code === "code_required")
      return refuse({ status: 400, fields: { recoveryCode: [RESET_CODE_TEXTS.required] } });
    if (result.code === "wrong_code")
      return refuse({ status: 401, fields: { recoveryCode: [RESET_CODE_TEXTS.wrong] } });
    if (result.code === "locked") {
      const { seconds } = result;
      const retryHeaders = { "Retry-After": String(seconds) };
      return refuse({ status: 429, notice: loginLockedNotice(seconds), headers: retryHeaders });
    }
    return refuse({ status: 410, notice: RESET_TEXTS.expired, headers });
  });

const requestLink = (args: ActionFunctionArgs) =>
  publicAction(args, { schema: RequestResetSchema, once: true }, async ({ request, value, refuse }) => {
    const disabled = passwordsDisabledNotice();
    if (disabled) return refuse({ status: 403, notice: disabled });
    if (!(await canRequestReset(clientNetwork(request)))) {
      return refuse({ status: 429, notice: RESET_TEXTS.tooMany, headers: { "Retry-After": "3600" } });
    }
    // The page explains that an administrator creates the link.
    if (!currentInstance().sendsMail) return redirect(ADDRESS);
    const mailProblem = secretMailNotice();
    if (mailProblem) return refuse({ status: 409, notice: mailProblem });
    await requestPasswordReset(value.email);
    return redirectWithToast(paths.login(), { ...RESET_TEXTS.asked, tone: "info" });
  });

export default function ResetPasswordPage() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  if (loaded.step === "methods") return <OtherMethodsPage methods={loaded.methods} />;
  if (loaded.step === "abandon") return <JournalResetForm reply={reply} />;
  if (loaded.step === "choose") return <ChooseForm reply={reply} isSealed={loaded.isSealed} />;
  return <AskForm reply={reply} expired={loaded.step === "expired"} />;
}
