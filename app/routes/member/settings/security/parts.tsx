import { getFormProps, useForm } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { NewPasswordFields } from "~/components/accounts/new-password-fields";
import { CurrentPasswordField } from "~/components/forms/current-password";
import { Field } from "~/components/forms/field";
import { FormNotice, PostForm, replyForIntent, SubmitButton } from "~/components/forms/post-form";
import { useInstance } from "~/components/layout/use-instance";
import { TitledSection } from "~/components/ui/titled-section";
import type { SignInMethod } from "~/domain/member/member";
import type { FormReply } from "~/http/form/form-options.server";
import { t, tn } from "~/i18n/t";
import * as paths from "~/paths";

type WithReply = { reply: FormReply | undefined };

export function PasswordForm({ reply }: WithReply) {
  const own = replyForIntent(reply, "password");
  const [form, fields] = useForm<{ currentPassword: string; password: string; confirmPassword: string }>({
    id: "change-password",
    lastResult: own?.lastResult,
  });
  return (
    <TitledSection id="password-heading" title={t("Password")}>
      {own?.notice && <FormNotice {...own.notice} />}
      <PostForm {...getFormProps(form)} noValidate className="grid max-w-md grid-cols-1 gap-5">
        <Field
          meta={fields.currentPassword}
          label={t("Current password")}
          type="password"
          autoComplete="current-password"
        />
        <NewPasswordFields fields={fields} />
        <SubmitButton name="intent" value="password" pendingText={t("Saving…")}>
          {t("Change the password")}
        </SubmitButton>
      </PostForm>
    </TitledSection>
  );
}

/** Notice of a reply to one of these intents. */
export function noticeOf(reply: FormReply | undefined, ...intents: string[]): FormReply["notice"] {
  return intents.map((intent) => replyForIntent(reply, intent)?.notice).find(Boolean);
}

export function NoPassword() {
  return (
    <TitledSection id="password-heading" title={t("Password")}>
      <p>
        {t("You have none here. With one you could sign in without anyone else, and seal your journal.")}{" "}
        <Link to={paths.resetPassword()}>{t("Choose a password")}</Link>
      </p>
    </TitledSection>
  );
}

export function TwoStepSummary({ codesLeft }: { codesLeft: number | null }) {
  return (
    <TitledSection id="two-step-heading" title={t("Two-step sign-in")}>
      <p>
        {codesLeft === null
          ? t("Off. When on, signing in asks for a code from your authenticator app after the password.")
          : t("On. {codesLeft} of 10 recovery codes are left.", { codesLeft })}{" "}
        <Link to={paths.settingsSecurityTwoStep()} className="py-2">
          {codesLeft === null ? t("Turn it on") : t("Turn it off")}
        </Link>
      </p>
    </TitledSection>
  );
}

export function PasskeySummary({ passkeys }: { passkeys: number }) {
  return (
    <TitledSection id="passkeys-heading" title={t("Passkeys")}>
      <p>
        {passkeys === 0
          ? t("A passkey signs you in with your fingerprint, face or PIN.")
          : tn("One passkey opens your account.", "{count} passkeys open your account.", passkeys)}{" "}
        <Link to={paths.settingsSecurityPasskeys()} className="py-2">
          {passkeys === 0 ? t("Add a passkey") : t("Your passkeys")}
        </Link>
      </p>
    </TitledSection>
  );
}

export function SealSummary({ sealed }: { sealed: { codesLeft: number } | null }) {
  return (
    <TitledSection id="seal-heading" title={t("The sealed journal")}>
      <p>
        {sealed
          ? t("Your journal is sealed. {codesLeft} of 8 recovery codes are left.", {
              codesLeft: sealed.codesLeft,
            })
          : t("When your journal is sealed, only you can open it.")}{" "}
        <Link to={paths.settingsSecuritySeal()} className="py-2">
          {sealed ? t("Your sealed journal") : t("Seal my journal")}
        </Link>
      </p>
    </TitledSection>
  );
}

export function EmailForm({ email, reply }: WithReply & { email: string }) {
  const { sendsMail } = useInstance();
  const own = replyForIntent(reply, "email");
  const [form, fields] = useForm<{ currentPassword: string; email: string }>({
    id: "change-email",
    lastResult: own?.lastResult,
  });
  return (
    <TitledSection id="email-heading" title={t("Email address")}>
      <p className="mb-4">
        {sendsMail
          ? t("Your address is {email}. A change must be confirmed from both inboxes.", { email })
          : t("Your address is {email}. This site sends no email, so a change takes effect at once.", {
              email,
            })}
      </p>
      {own?.notice && <FormNotice {...own.notice} />}
      <PostForm {...getFormProps(form)} noValidate className="grid max-w-md grid-cols-1 gap-5">
        <Field meta={fields.email} label={t("New email")} type="email" autoComplete="email" />
        <CurrentPasswordField meta={fields.currentPassword} />
        <SubmitButton name="intent" value="email" variant="quiet" pendingText={t("Sending…")}>
          {t("Change the email address")}
        </SubmitButton>
      </PostForm>
    </TitledSection>
  );
}

type Session = {
  id: string;
  device: string;
  network: string;
  since: string;
  lastSeen: string;
  way?: SignInMethod;
  isThisOne: boolean;
};

export function SessionList({ sessions }: { sessions: Session[] }) {
  const name = useInstance().provider?.name;
  return (
    <TitledSection id="sessions-heading" title={t("Sessions")}>
      <ul className="divide-y divide-line border-y border-line">
        {sessions.map(({ id, device, network, since, lastSeen, way, isThisOne }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div>
              <p>
                {device} {isThisOne && <span className="text-muted">{t("(this one)")}</span>}
              </p>
              <p className="text-sm text-muted">
                {network
                  ? t("Since {since}, last used {lastSeen}, from network {network}", {
                      since,
                      lastSeen,
                      network,
                    })
                  : t("Since {since}, last used {lastSeen}", { since, lastSeen })}
                {way === "provider" &&
                  `. ${t("Signed in with {name}", { name: name ?? t("this site’s own sign-in") })}`}
                {way === "passkey" && `. ${t("Signed in with a passkey")}`}
              </p>
            </div>
            {!isThisOne && (
              <PostForm>
                <input type="hidden" name="session" value={id} />
                <SubmitButton name="intent" value="end-session" variant="quiet">
                  {t("End this session")}
                </SubmitButton>
              </PostForm>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <PostForm className="mt-5">
          <SubmitButton name="intent" value="end-others" variant="danger">
            {t("End all other sessions")}
          </SubmitButton>
        </PostForm>
      )}
    </TitledSection>
  );
}

export function EventList({ events }: { events: { at: string; words: string }[] }) {
  return (
    <TitledSection id="events-heading" title={t("Recent security events")}>
      <table className="w-full text-left">
        <thead className="sr-only">
          <tr>
            <th scope="col">{t("When")}</th>
            <th scope="col">{t("What")}</th>
          </tr>
        </thead>
        <tbody>
          {events.map(({ at, words }, index) => (
            <tr key={`${index} ${at}`} className="border-b border-line">
              <td className="py-2 pr-4 text-sm text-muted">{at}</td>
              <td className="py-2">{words}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TitledSection>
  );
}
