import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SettingsPage } from "~/components/settings/settings-page";
import { disconnectOidc } from "~/domain/accounts/oidc/oidc-sign-in.server";
import { SecuritySchema } from "~/domain/accounts/schema";
import {
  changePassword,
  endOtherSessions,
  endOwnSession,
  listSessions,
  requestEmailChange,
  reserveEmailChange,
  setQuickExit,
} from "~/domain/accounts/security/security-settings.server";
import { currentInstance } from "~/domain/accounts/support/instance.server";
import { OIDC_TEXTS } from "~/domain/accounts/texts";
import { formatMoment } from "~/domain/calendar/local-day";
import { setAutoLock } from "~/domain/identity/session-lock.server";
import { formatNetwork, parseLockMinutes, type LockMinutes } from "~/domain/identity/session-policy";
import { confirmPassword, PASSWORD_COMMON } from "~/domain/identity/sign-in.server";
import { loginLockedNotice, NO_SECRET_MAIL, WRONG_PASSWORD } from "~/domain/identity/texts";
import { recoveryCodesLeft } from "~/domain/identity/two-step.server";
import { isFirstAdministrator, type Member } from "~/domain/member/member";
import { recentSecurityEvents } from "~/domain/operations/audit-log.server";
import { clientNetwork } from "~/http/client-address.server";
import { lockCookie, redirectWithToast, sessionSecret } from "~/http/cookies.server";
import type { FormContext, RefuseOptions } from "~/http/form/form-options.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader, notFound } from "~/http/guards.server";
import { startOidcFlow } from "~/http/oidc-flow.server";
import { startBrowserSession } from "~/http/session.server";
import { isRemembered } from "~/http/sign-in.server";
import { checkReauthentication, passwordsDisabledNotice } from "~/http/unlock.server";
import { t, tn } from "~/i18n/t";
import * as paths from "~/paths";
import { LockForm, ProviderSummary, QuickExitSetting } from "./access";
import {
  EmailForm,
  EventList,
  NoPassword,
  noticeOf,
  PasskeySummary,
  PasswordForm,
  SealSummary,
  SessionList,
  TwoStepSummary,
} from "./parts";

export const meta: MetaFunction = () => [{ title: t("Security · Still and Know") }];

const PAGE = paths.settingsSecurity();

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ request, member }) => {
    const [sessions, events, codesLeft] = await Promise.all([
      sessionSecret(request).then((secret) => listSessions(member, secret)),
      recentSecurityEvents(member.id),
      recoveryCodesLeft(member.id),
    ]);
    const moment = (at: Date) => formatMoment(at, member.timezone);
    return {
      email: member.email,
      lockAfter: member.lockAfter,
      hasQuickExit: member.quickExit,
      codesLeft,
      passkeys: member.passkeys,
      isConnected: member.isConnected,
      hasPassword: member.hasPassword,
      takesPassword: takesPassword(member),
      sealed: member.sealed && { codesLeft: member.sealed.codesLeft },
      sessions: sessions.map(({ id, device, network, createdAt, lastSeenAt, way, isThisOne }) => ({
        id,
        device,
        network: formatNetwork(network),
        way,
        isThisOne,
        since: moment(createdAt),
        lastSeen: moment(lastSeenAt),
      })),
      events: events.map(({ at, words }) => ({ at: moment(at), words })),
    };
  });

type PasswordRefusal = { ok: false; code: "wrong_password" } | { ok: false; code: "locked"; seconds: number };

const TOO_MANY_CHANGES = {
  title: t("Too many changes for now"),
  text: t("Each change sends emails, so there are only a few a day. Please try again later."),
};

function refusal(result: PasswordRefusal): RefuseOptions {
  if (result.code === "wrong_password") return { status: 401, fields: { currentPassword: [WRONG_PASSWORD] } };
  const { seconds } = result;
  return { status: 429, notice: loginLockedNotice(seconds), headers: { "Retry-After": String(seconds) } };
}

const storedLock = (form: FormData, { lockAfter }: Member) =>
  form.get("intent") === "lock-after" ? { lockAfter: String(lockAfter ?? "") } : undefined;

export const action = (args: ActionFunctionArgs) =>
  memberAction(
    args,
    { schema: SecuritySchema, stored: storedLock, once: true },
    async ({ request, member, value, refuse }) => {
      switch (value.intent) {
        case "password": {
          const disabledNotice = takesPassword(member) ? null : passwordsDisabledNotice();
          if (disabledNotice) return refuse({ status: 403, notice: disabledNotice });
          const result = await changePassword(
            member,
            value.currentPassword,
            value.password,
            clientNetwork(request),
          );
          if (result.ok) return restartSession(request, member, result.securityStamp);
          if (result.code !== "password_common") return refuse(refusal(result));
          return refuse({ status: 400, fields: { password: [PASSWORD_COMMON] } });
        }
        case "email": {
          const check = await confirmPassword(member, value.currentPassword, clientNetwork(request));
          if (!check.ok) return refuse(refusal(check));
          const seconds = await reserveEmailChange(member, value.email, clientNetwork(request));
          if (seconds > 0) {
            const headers = { "Retry-After": String(seconds) };
            return refuse({ status: 429, notice: TOO_MANY_CHANGES, headers });
          }
          const change = await requestEmailChange(member, value.email);
          if (change === "taken")
            return refuse({
              status: 409,
              fields: { email: [t("That address cannot be used here. It may belong to another account.")] },
            });
          if (change === "no_origin") return refuse({ status: 409, notice: NO_SECRET_MAIL });
          if (change === "changed")
            return redirectWithToast(PAGE, {
              title: t("Your email address has been changed"),
              tone: "success",
            });
          const text = t("Please confirm the change from both inboxes, the old one and the new one.");
          return redirectWithToast(PAGE, { title: t("Please check your email"), text, tone: "info" });
        }
        case "end-session":
          if (!(await endOwnSession(member, value.session))) throw notFound();
          return redirectWithToast(PAGE, { title: t("Session ended"), tone: "success" });
        case "lock-after":
          return saveAutoLock(request, parseLockMinutes(value.lockAfter));
        case "quick-exit": {
          const isOn = value.quickExit === "on";
          await setQuickExit(member, isOn);
          const title = isOn
            ? t("Quick exit is in your menu now")
            : t("Quick exit is no longer in your menu");
          return redirectWithToast(PAGE, { title, tone: "success" });
        }
        case "link": {
          const reauthentication = await checkReauthentication(request, member, value.currentPassword);
          return reauthentication
            ? refuse(reauthentication)
            : startOidcFlow({ redirectTo: PAGE, linkFor: member.id });
        }
        case "unlink":
          return disconnect(request, member, refuse);
        case "end-others":
          await endOtherSessions(member, await sessionSecret(request));
          return redirectWithToast(PAGE, { title: t("All other sessions ended"), tone: "success" });
      }
    },
  );

/** With passwords disabled, a password is still used by the first administrator and by sealed journals. */
const takesPassword = ({ id, sealed }: Member) =>
  !passwordsDisabledNotice() || sealed !== null || isFirstAdministrator(id);

async function disconnect(
  request: Request,
  member: Member,
  refuse: FormContext<unknown>["refuse"],
): Promise<ReturnType<typeof refuse>> {
  const name = currentInstance().provider?.name ?? "";
  const result = await disconnectOidc(member, await sessionSecret(request), name);
  if (result === "no_password") return refuse({ status: 409, notice: OIDC_TEXTS.noPassword });
  if (result === "only_way") return refuse({ status: 409, notice: OIDC_TEXTS.onlyWay });
  return redirectWithToast(PAGE, {
    title: t("{name} no longer opens your account", { name }),
    tone: "success",
  });
}

async function saveAutoLock(request: Request, minutes: LockMinutes | null): Promise<Response> {
  const secret = await sessionSecret(request);
  if (secret) await setAutoLock(secret, minutes);
  const cookie = await lockCookie.serialize(
    minutes ? String(minutes) : "",
    minutes ? undefined : { maxAge: 0 },
  );
  const title = minutes
    ? tn(
        "On this device your journal locks after {count} minute",
        "On this device your journal locks after {count} minutes",
        minutes,
      )
    : t("On this device your journal no longer locks");
  return redirectWithToast(PAGE, { title, tone: "success" }, { headers: { "Set-Cookie": cookie } });
}

/** A new password ends every session; this browser receives a new one. */
async function restartSession(request: Request, member: Member, securityStamp: string): Promise<Response> {
  const user = { _id: member.id, securityStamp, keys: member.keysToCarry() };
  const cookie = await startBrowserSession(request, user, await isRemembered(request));
  const toast = {
    title: t("Your password has been changed"),
    text: t("You have been signed out everywhere else."),
    tone: "success",
  } as const;
  return redirectWithToast(PAGE, toast, { headers: { "Set-Cookie": cookie } });
}

export default function SecurityPage() {
  const page = useLoaderData<typeof loader>();
  const { email, lockAfter, hasQuickExit, sessions, events, codesLeft, passkeys, sealed } = page;
  const { isConnected, hasPassword, takesPassword } = page;
  const reply = useActionData<typeof action>();
  return (
    <SettingsPage>
      <div className="grid grid-cols-1 gap-12">
        {takesPassword && (hasPassword ? <PasswordForm reply={reply} /> : <NoPassword />)}
        <ProviderSummary
          isConnected={isConnected}
          hasPassword={hasPassword}
          notice={noticeOf(reply, "unlink")}
          reply={reply}
        />
        <TwoStepSummary codesLeft={codesLeft} />
        <PasskeySummary passkeys={passkeys} />
        {hasPassword && <SealSummary sealed={sealed} />}
        <LockForm lockAfter={lockAfter} errors={reply?.lastResult.error?.lockAfter ?? undefined} />
        <QuickExitSetting isOn={hasQuickExit} />
        <EmailForm email={email} reply={reply} />
        <SessionList sessions={sessions} />
        <EventList events={events} />
      </div>
    </SettingsPage>
  );
}
