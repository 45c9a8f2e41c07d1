import { getFormProps, useForm } from "@conform-to/react";
import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { CurrentPasswordField } from "~/components/forms/current-password";
import { Field } from "~/components/forms/field";
import { FormNotice, PostForm, SubmitButton } from "~/components/forms/post-form";
import { SettingsPage } from "~/components/settings/settings-page";
import { TitledSection } from "~/components/ui/titled-section";
import { TwoStepSchema } from "~/domain/accounts/schema";
import { confirmPassword } from "~/domain/identity/sign-in.server";
import { CODE_TEXTS, loginLockedNotice, WRONG_PASSWORD } from "~/domain/identity/texts";
import {
  disableTwoStep,
  enableTwoStep,
  offerTwoStep,
  recoveryCodesLeft,
} from "~/domain/identity/two-step.server";
import { clientNetwork } from "~/http/client-address.server";
import { redirectWithToast } from "~/http/cookies.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader } from "~/http/guards.server";
import { startBrowserSession } from "~/http/session.server";
import { isRemembered } from "~/http/sign-in.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("Two-step sign-in · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) => {
    const codesLeft = await recoveryCodesLeft(member.id);
    return codesLeft === null
      ? { enabled: false as const, offer: offerTwoStep(member.email) }
      : { enabled: true as const };
  });

export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: TwoStepSchema }, async ({ request, member, value, refuse }) => {
    const check = await confirmPassword(member, value.currentPassword, clientNetwork(request));
    if (!check.ok) {
      if (check.code === "wrong_password")
        return refuse({ status: 401, fields: { currentPassword: [WRONG_PASSWORD] } });
      return refuse({
        status: 429,
        notice: loginLockedNotice(check.seconds),
        headers: { "Retry-After": String(check.seconds) },
      });
    }
    if (value.intent === "disable") {
      await disableTwoStep(member);
      return redirectWithToast(paths.settingsSecurity(), {
        title: t("Two-step sign-in is off"),
        tone: "info",
      });
    }
    const codes = await enableTwoStep(member, value.secret, value.code);
    if (!codes) return refuse({ status: 400, fields: { code: [CODE_TEXTS.wrong] } });
    // The changed sign-in method ends every session; this browser receives a new one.
    const user = { _id: member.id, securityStamp: member.securityStamp, keys: member.keysToCarry() };
    const cookie = await startBrowserSession(request, user, await isRemembered(request));
    return data({ lastResult: {}, codes }, { headers: { "Set-Cookie": cookie } });
  });

export default function TwoStepPage() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  if (reply && "codes" in reply && reply.codes)
    return (
      <SettingsPage>
        <RecoveryCodes codes={reply.codes} />
      </SettingsPage>
    );
  return (
    <SettingsPage>
      {reply?.notice && <FormNotice {...reply.notice} />}
      {loaded.enabled ? <DisableForm reply={reply} /> : <EnableForm offer={loaded.offer} reply={reply} />}
    </SettingsPage>
  );
}

type Reply = ReturnType<typeof useActionData<typeof action>>;

function EnableForm({
  offer,
  reply,
}: {
  offer: { secret: string; grouped: string; qrSvg: string };
  reply: Reply;
}) {
  const submittedSecret = reply?.lastResult.initialValue?.secret;
  const [form, fields] = useForm<{ code: string; currentPassword: string }>({
    id: "enable",
    lastResult: reply?.lastResult,
  });
  const isRetry = typeof submittedSecret === "string" && submittedSecret !== "";
  return (
    <PostForm {...getFormProps(form)} noValidate className="grid max-w-md grid-cols-1 gap-5">
      <input type="hidden" name="secret" value={isRetry ? submittedSecret : offer.secret} />
      {isRetry ? (
        <p>{t("That code is not right. Enter the six digits your app shows now.")}</p>
      ) : (
        <>
          <p>{t("Scan this with your authenticator app, or type in the key by hand.")}</p>
          <img
            src={`data:image/svg+xml,${encodeURIComponent(offer.qrSvg)}`}
            alt={t("The key as a QR code")}
            width={220}
            height={220}
            className="bg-white p-2"
          />
          <p>
            <Trans>
              Key: <code className="break-words">{offer.grouped}</code>
            </Trans>
          </p>
        </>
      )}
      <Field
        meta={fields.code}
        label={t("Code")}
        hint={t("The six digits your app shows now.")}
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <CurrentPasswordField meta={fields.currentPassword} />
      <SubmitButton name="intent" value="enable">
        {t("Turn two-step sign-in on")}
      </SubmitButton>
    </PostForm>
  );
}

function DisableForm({ reply }: { reply: Reply }) {
  const [form, fields] = useForm<{ currentPassword: string }>({
    id: "disable",
    lastResult: reply?.lastResult,
  });
  return (
    <PostForm {...getFormProps(form)} noValidate className="grid max-w-md grid-cols-1 gap-5">
      <p>
        <Trans>Two-step sign-in is on. Without it, your password alone opens your journal.</Trans>
      </p>
      <CurrentPasswordField meta={fields.currentPassword} />
      <SubmitButton name="intent" value="disable" variant="danger">
        {t("Turn it off")}
      </SubmitButton>
    </PostForm>
  );
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <TitledSection id="codes-heading" title={t("Two-step sign-in is on")}>
      <p className="mb-4">
        <Trans>
          Please keep these recovery codes. Each opens your account once if you lose your phone, and they will
          not be shown again.
        </Trans>
      </p>
      <ul className="mb-6 grid max-w-xs grid-cols-2 gap-2 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p>
        <Link to={paths.settingsSecurity()}>{t("I have written them down")}</Link>
      </p>
    </TitledSection>
  );
}
