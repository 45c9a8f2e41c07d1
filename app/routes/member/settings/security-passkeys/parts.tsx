import { getFormProps, useForm } from "@conform-to/react";
import { supportsPasskeys } from "~/browser/passkeys";
import { useHydrated } from "~/browser/use-browser-state";
import { CurrentPasswordField } from "~/components/forms/current-password";
import { Field } from "~/components/forms/field";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { Introduction, ItemList, ListItem } from "~/components/settings/settings-page";
import { ButtonLink } from "~/components/ui/button";
import { TitledSection } from "~/components/ui/titled-section";
import { PASSKEY_TEXTS, PASSKEYS } from "~/domain/accounts/texts";
import type { FormReply } from "~/http/form/form-options.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

type ListedPasskey = {
  id: string;
  name: string;
  added: string;
  used: string;
  opensJournal: boolean;
};
type WithReply = { reply: FormReply | undefined };

export function PasskeysIntroduction({ isSealed }: { isSealed: boolean }) {
  return (
    <Introduction
      id="passkeys-heading"
      title={t("Passkeys")}
      back={{ to: paths.settingsSecurity(), text: t("Back to Security") }}
    >
      <p className="max-w-measure text-muted">
        <Trans>
          A passkey signs you in with your fingerprint, face or PIN. It can’t be guessed or phished, and we
          never hold the secret half. Your password still works.
        </Trans>
      </p>
      {isSealed && (
        <p className="mt-3 max-w-measure text-muted">
          {t(
            "Your journal is sealed: after a passkey you are still asked for the password. You may let a passkey open the journal too; your recovery codes stay as they are.",
          )}
        </p>
      )}
    </Introduction>
  );
}

export function PasskeyList({ passkeys, isSealed }: { passkeys: ListedPasskey[]; isSealed: boolean }) {
  return (
    <ItemList id="your-passkeys" title={t("Your passkeys")}>
      {passkeys.map(({ id, name, added, used, opensJournal }) => (
        <ListItem
          key={id}
          name={name}
          about={
            <>
              {t("Added {added}", { added })}
              <br />
              {used ? t("Last used in {used}", { used }) : t("Not used yet")}
              {opensJournal && (
                <>
                  <br />
                  {t("Opens your sealed journal")}
                </>
              )}
            </>
          }
        >
          <div className="flex flex-wrap gap-3">
            {isSealed && <JournalLink id={id} name={name} opensJournal={opensJournal} />}
            <ButtonLink
              to={paths.settingsSecurityPasskeys({ remove: id })}
              variant="quiet"
              aria-label={t("Remove {name}", { name })}
            >
              {t("Remove")}
            </ButtonLink>
          </div>
        </ListItem>
      ))}
    </ItemList>
  );
}

type JournalLinkProps = Pick<ListedPasskey, "id" | "name" | "opensJournal">;

/**
 * Link to the page that allows or disallows a passkey to decrypt the sealed journal. Disallowing is a plain form;
 * allowing needs script.
 */
function JournalLink({ id, name, opensJournal }: JournalLinkProps) {
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

/** Registers a passkey. Says so if script or passkey support is missing. */
export function AddPasskeyForm({ reply, isFull }: WithReply & { isFull: boolean }) {
  const isHydrated = useHydrated();
  const isSupported = isHydrated ? supportsPasskeys() : undefined;
  const [form, fields] = useForm<{ name: string; currentPassword: string }>({
    id: "passkey",
    lastResult: reply?.lastResult,
  });
  return (
    <TitledSection id="new-passkey-heading" title={t("Add a passkey")} titleClass="mb-3 text-xl">
      <noscript>
        <p className="max-w-measure text-muted">
          {t("Passkeys need JavaScript. Your password does not, and still works.")}
        </p>
      </noscript>
      {isSupported === false && (
        <p className="max-w-measure text-muted">
          {t("This browser cannot use passkeys here: they need https and a domain name.")}
        </p>
      )}
      {isSupported && isFull && <p className="text-muted">{PASSKEY_TEXTS.tooMany.text}</p>}
      {isSupported && !isFull && (
        <PostForm
          {...getFormProps(form)}
          noValidate
          notice={reply?.notice}
          className="grid max-w-md grid-cols-1 gap-6"
        >
          <Field
            meta={fields.name}
            label={t("Name")}
            hint={t("Name it, such as “My phone”. At most {most} passkeys.", { most: PASSKEYS.most })}
            autoComplete="off"
          />
          <CurrentPasswordField meta={fields.currentPassword} />
          <div>
            <SubmitButton name="intent" value="add" pendingText={t("Waiting for your device…")}>
              {t("Add a passkey")}
            </SubmitButton>
          </div>
        </PostForm>
      )}
    </TitledSection>
  );
}

export function RemovePasskeyForm({ passkey, reply }: WithReply & { passkey: ListedPasskey }) {
  const [form, fields] = useForm<{ currentPassword: string }>({
    id: "remove-passkey",
    lastResult: reply?.lastResult,
  });
  return (
    <TitledSection
      id="remove-heading"
      title={t("Remove “{name}”?", { name: passkey.name })}
      titleClass="mb-3 break-words text-xl"
    >
      <p className="mb-5 max-w-measure text-muted">
        {t(
          "It will no longer open your account, and you will be signed out wherever else you came in with a passkey. Please remove it on the device too.",
        )}{" "}
        {passkey.opensJournal && t("Nor will it open your sealed journal. Your recovery codes stay.")}
      </p>
      <PostForm
        {...getFormProps(form)}
        noValidate
        notice={reply?.notice}
        className="grid max-w-md grid-cols-1 gap-6"
      >
        <input type="hidden" name="passkeyId" value={passkey.id} />
        <CurrentPasswordField meta={fields.currentPassword} />
        <div className="flex flex-wrap gap-3">
          <SubmitButton name="intent" value="remove" variant="danger" pendingText={t("One moment…")}>
            {t("Remove the passkey")}
          </SubmitButton>
          <GoBack />
        </div>
      </PostForm>
    </TitledSection>
  );
}

/** Asks for the password before a passkey is allowed to decrypt the sealed journal, or no longer is. */
export function JournalPasskeyForm({
  passkey: { id, name, opensJournal },
  reply,
}: WithReply & { passkey: ListedPasskey }) {
  const isSupported = useHydrated() && supportsPasskeys();
  const [form, fields] = useForm<{ currentPassword: string }>({
    id: "journal-passkey",
    lastResult: reply?.lastResult,
  });
  return (
    <TitledSection
      id="journal-heading"
      title={
        opensJournal
          ? t("Close the journal to “{name}”?", { name })
          : t("Let “{name}” open your sealed journal?", { name })
      }
      titleClass="mb-3 break-words text-xl"
    >
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
    </TitledSection>
  );
}

function GoBack() {
  return (
    <ButtonLink to={paths.settingsSecurityPasskeys()} variant="quiet">
      {t("Go back")}
    </ButtonLink>
  );
}
