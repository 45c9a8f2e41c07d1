import { getFormProps, useForm } from "@conform-to/react";
import { supportsPasskeys } from "~/browser/passkeys";
import { useHydrated } from "~/browser/use-browser-state";
import { CurrentPasswordField } from "~/components/forms/current-password";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { ButtonLink } from "~/components/ui/button";
import type { FormReply } from "~/http/form/form-options.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

type Passkey = { id: string; name: string; opensJournal: boolean };

/**
 * Link to the page that allows or disallows a passkey to decrypt the sealed journal. Disallowing is a plain form;
 * allowing needs script.
 */
export function JournalLink({ id, name, opensJournal }: Passkey) {
  const isSupported = useHydrated() && supportsPasskeys();
  if (!opensJournal && !isSupported) return null;
  return (
    <ButtonLink
      to={paths.settingsSecurityPasskeys({ journal: id })}
      variant="quiet"
      aria-label={
        opensJournal ? t("Close the journal to {name}", { name }) : t("Let {name} open the journal", { name })
      }
    >
      {opensJournal ? t("Close the journal to it") : t("Let it open the journal")}
    </ButtonLink>
  );
}

type Props = { passkey: Passkey; reply: FormReply | undefined };

/** Asks for the password before a passkey is allowed to decrypt the sealed journal, or no longer is. */
export function JournalPasskeyForm({ passkey: { id, name, opensJournal }, reply }: Props) {
  const isSupported = useHydrated() && supportsPasskeys();
  const [form, fields] = useForm<{ currentPassword: string }>({
    id: "journal-passkey",
    lastResult: reply?.lastResult,
  });
  return (
    <section aria-labelledby="journal-heading">
      <h2 id="journal-heading" className="mb-3 break-words text-xl">
        {opensJournal
          ? t("Close the journal to “{name}”?", { name })
          : t("Let “{name}” open your sealed journal?", { name })}
      </h2>
      <p className="mb-5 max-w-measure text-muted">
        {opensJournal
          ? t("It still signs you in; your journal then asks for your password. Your recovery codes stay.")
          : t(
              "Then it signs you in and opens your journal, without your password. Anyone who has the device and can unlock it can read your journal too. Your password and your recovery codes still open it.",
            )}
      </p>
      {opensJournal || isSupported ? (
        <PostForm
          {...getFormProps(form)}
          noValidate
          notice={reply?.notice}
          className="grid max-w-md grid-cols-1 gap-6"
        >
          <input type="hidden" name="passkeyId" value={id} />
          <CurrentPasswordField meta={fields.currentPassword} />
          <div className="flex flex-wrap gap-3">
            <SubmitButton
              name="intent"
              value={opensJournal ? "close" : "allow"}
              pendingText={opensJournal ? t("One moment…") : t("Waiting for your device…")}
            >
              {opensJournal ? t("Close the journal to it") : t("Let it open the journal")}
            </SubmitButton>
            <GoBack />
          </div>
        </PostForm>
      ) : (
        <div className="grid justify-items-start gap-6">
          <p>{t("This needs JavaScript, and a browser that knows passkeys.")}</p>
          <GoBack />
        </div>
      )}
    </section>
  );
}

function GoBack() {
  return (
    <ButtonLink to={paths.settingsSecurityPasskeys()} variant="quiet">
      {t("Go back")}
    </ButtonLink>
  );
}
