import { getFormProps, useForm } from "@conform-to/react";
import { Link } from "@remix-run/react";
import * as addresses from "~/addresses";
import { Field } from "~/components/forms/field";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { Banner } from "~/components/ui/banner";
import { CODE_COUNT, FEW_CODES } from "~/domain/identity/keys/recovery-codes";
import type { BackupsKept } from "~/domain/sealing/backups-kept.server";
import type { FormReply } from "~/http/form/form-options.server";
import { t, tn } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import { HowLongKept, replyOf } from "./sealing";

type Progress = { done: number; total: number } | null;
type Props = {
  day: string;
  codesLeft: number;
  byPasskeys: number;
  kept: BackupsKept;
  progress: Progress;
  reply: FormReply | undefined;
};

/** The page of someone whose journal is sealed. */
export function Sealed({ day, codesLeft, byPasskeys, kept, progress, reply }: Props) {
  return (
    <div className="grid grid-cols-1 gap-12">
      <div className="grid max-w-measure gap-4">
        {progress && <Moving {...progress} />}
        <p>
          <Trans>
            Since {day}, only your password, one of your recovery codes or a passkey that you have allowed to
            opens it. While you are signed in, this server opens your text to show it to you, so this is not
            end-to-end encryption: someone who runs the server and changes the program could read it then too.
          </Trans>
        </p>
        {byPasskeys > 0 && (
          <p>
            {tn(
              "You have let {count} passkey open it too.",
              "You have let {count} passkeys open it too.",
              byPasskeys,
            )}{" "}
            <Link to={addresses.settingsSecurityPasskeys()}>{t("Your passkeys")}</Link>
          </p>
        )}
        <p>
          <Trans>
            Backups made since {day} hold your journal sealed. Older ones can still be opened with the
            server’s keys of that time.
          </Trans>{" "}
          <HowLongKept kept={kept} />
        </p>
      </div>
      <CodesForm codesLeft={codesLeft} reply={reply} />
      <UnsealForm reply={reply} />
    </div>
  );
}

function Moving({ done, total }: NonNullable<Progress>) {
  return (
    <Banner title={t("Your entries are being encrypted with your new key")}>
      <p>
        <Trans>
          {done} of {total} are done. This continues while you are signed in, and resumes when you come back;
          you can write and read as always. Until it is done, an older backup together with the server’s keys
          opens the rest. <Link to={addresses.settingsSecuritySeal()}>Look again</Link>
        </Trans>
      </p>
    </Banner>
  );
}

function CodesForm({ codesLeft, reply }: { codesLeft: number; reply: FormReply | undefined }) {
  return (
    <section aria-labelledby="codes-left">
      <h3 id="codes-left" className="mb-3 text-lg font-medium">
        {t("Recovery codes")}
      </h3>
      <p className="mb-4">
        {t("{codesLeft} of {count} left.", { codesLeft, count: CODE_COUNT })}{" "}
        {codesLeft <= FEW_CODES && t("Please make new ones, so that you are never without.")}
      </p>
      <PasswordForm
        intent="newcodes"
        variant="quiet"
        reply={reply}
        hint={t("Eight new codes take the place of all earlier ones.")}
      >
        {t("Make new codes")}
      </PasswordForm>
    </section>
  );
}

function UnsealForm({ reply }: { reply: FormReply | undefined }) {
  return (
    <section aria-labelledby="unseal-heading">
      <h3 id="unseal-heading" className="mb-3 text-lg font-medium">
        {t("Take the seal off")}
      </h3>
      <p className="mb-4 max-w-measure">
        {t("Your journal stays encrypted, with a key that the server keeps. You will get an email about it.")}
      </p>
      <PasswordForm intent="unseal" variant="danger" reply={reply}>
        {t("Unseal my journal")}
      </PasswordForm>
    </section>
  );
}

type PasswordFormProps = {
  intent: "newcodes" | "unseal";
  variant: "quiet" | "danger";
  reply: FormReply | undefined;
  hint?: string;
  children: string;
};

/** What is done with the password alone. */
function PasswordForm({ intent, variant, reply, hint, children }: PasswordFormProps) {
  const lastResult = replyOf(reply, intent)?.lastResult;
  const [form, fields] = useForm<{ currentPassword: string }>({ id: intent, lastResult });
  return (
    <PostForm {...getFormProps(form)} noValidate className="grid max-w-md grid-cols-1 gap-5">
      <Field
        meta={fields.currentPassword}
        label={t("Current password")}
        type="password"
        autoComplete="current-password"
        hint={hint}
      />
      <SubmitButton name="intent" value={intent} variant={variant} pendingText={t("One moment…")}>
        {children}
      </SubmitButton>
    </PostForm>
  );
}
