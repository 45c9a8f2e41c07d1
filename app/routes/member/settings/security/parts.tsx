import { getFormProps, useForm } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { NewPasswordFields } from "~/components/accounts/new-password-fields";
import { CurrentPasswordField } from "~/components/forms/current-password";
import { Field } from "~/components/forms/field";
import { FormNotice, PostForm, replyForIntent, SubmitButton } from "~/components/forms/post-form";
import { useInstance } from "~/components/layout/use-instance";
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
    <section aria-labelledby="password-heading">
      <h2 id="password-heading" className="mb-4 text-xl">
        {t("Password")}
      </h2>
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
    </section>
  );
}

/** Notice of a reply to one of these intents. */
export function noticeOf(reply: FormReply | undefined, ...intents: string[]): FormReply["notice"] {
  return intents.map((intent) => replyForIntent(reply, intent)?.notice).find(Boolean);
}

export function NoPassword() {
  return (
    <section aria-labelledby="password-heading">
      <h2 id="password-heading" className="mb-4 text-xl">
        {t("Password")}
      </h2>
      <p>
        {t("You have none here. With one you could sign in without anyone else, and seal your journal.")}{" "}
        <Link to={paths.resetPassword()}>{t("Choose a password")}</Link>
      </p>
    </section>
  );
}

export function TwoStepSummary({ codesLeft }: { codesLeft: number | null }) {
  return (
    <section aria-labelledby="two-step-heading">
      <h2 id="two-step-heading" className="mb-4 text-xl">
        {t("Two-step sign-in")}
      </h2>
      <p>
        {codesLeft === null
          ? t("Off. When on, signing in asks for a code from your authenticator app after the password.")
          : t("On. {codesLeft} of 10 recovery codes are left.", { codesLeft })}{" "}
        <Link to={paths.settingsSecurityTwoStep()} className="py-2">
          {codesLeft === null ? t("Turn it on") : t("Turn it off")}
        </Link>
      </p>
    </section>
  );
}

export function PasskeySummary({ passkeys }: { passkeys: number }) {
  return (
    <section aria-labelledby="passkeys-heading">
      <h2 id="passkeys-heading" className="mb-4 text-xl">
        {t("Passkeys")}
      </h2>
      <p>
        {passkeys === 0
          ? t("A passkey signs you in with your fingerprint, face or PIN.")
          : tn("One passkey opens your account.", "{count} passkeys open your account.", passkeys)}{" "}
        <Link to={paths.settingsSecurityPasskeys()} className="py-2">
          {passkeys === 0 ? t("Add a passkey") : t("Your passkeys")}
        </Link>
      </p>
    </section>
  );
}

export function SealSummary({ sealed }: { sealed: { codesLeft: number } | null }) {
  return (
    <section aria-labelledby="seal-heading">
      <h2 id="seal-heading" className="mb-4 text-xl">
        {t("The sealed journal")}
      </h2>
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
    </section>
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
    <section aria-labelledby="email-heading">
      <h2 id="email-heading" className="mb-4 text-xl">
        {t("Email address")}
      </h2>
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
    </section>
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
    <section aria-labelledby="sessions-heading">
      <h2 id="sessions-heading" className="mb-4 text-xl">
        {t("Sessions")}
      </h2>
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
    </section>
  );
}

export function EventList({ events }: { events: { at: string; words: string }[] }) {
  return (
    <section aria-labelledby="events-heading">
      <h2 id="events-heading" className="mb-4 text-xl">
        {t("Recent security events")}
      </h2>
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
    </section>
  );
}
