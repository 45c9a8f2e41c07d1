import { getFormProps, useForm } from "@conform-to/react";
import * as addresses from "~/addresses";
import { ChoiceField } from "~/components/forms/choice-field";
import { CurrentPasswordField } from "~/components/forms/current-password";
import { Field } from "~/components/forms/field";
import { FormNotice } from "~/components/forms/form-notice";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { Introduction } from "~/components/settings/introduction";
import { ListedThing, ListedThings } from "~/components/settings/listed-things";
import { Banner } from "~/components/ui/banner";
import { KEYS, type KeyScope } from "~/domain/portability/programs/access-key";
import type { FormReply } from "~/http/form/form-options.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";

const SCOPES: Record<KeyScope, { label: string; text: string }> = {
  read: { label: t("Read"), text: t("Everything you have written, and nothing more.") },
  add: { label: t("Add"), text: t("New pages. It can read none of them.") },
};

/** What a key is for. */
export function KeysIntroduction({ isSealed }: { isSealed: boolean }) {
  return (
    <Introduction
      id="keys-heading"
      title={t("Keys for programs")}
      back={{ to: addresses.settingsData(), text: t("Back to Data") }}
    >
      <p className="max-w-measure text-muted">
        <Trans>
          With a key, a program of your own keeps a copy of your journal, or adds pages to it. A key works for
          ninety days. A new password ends them all.
        </Trans>
      </p>
      {isSealed && (
        <Banner title={t("Your journal is sealed")} className="mt-5">
          <p className="max-w-measure">
            <Trans>Only you open it, by signing in. Keys do nothing as long as it is sealed.</Trans>
          </p>
        </Banner>
      )}
    </Introduction>
  );
}

/** A key that has just been made, once. */
export function NewKey({ value }: { value: string }) {
  return (
    <Banner tone="success" role="status" title={t("This is your key. It is shown only once.")}>
      <label htmlFor="new-key" className="mb-1.5 mt-2 block text-sm">
        {t("Copy it now to where your program finds it, and treat it like your password.")}
      </label>
      <textarea
        dir="auto"
        id="new-key"
        readOnly
        rows={2}
        value={value}
        className="control break-all font-mono text-sm [field-sizing:content]"
      />
    </Banner>
  );
}

type ListedKey = { id: string; name: string; scope: KeyScope; made: string; ends: string; used: string };

/** The keys that work, each with the way to end it. */
export function KeyList({ keys }: { keys: ListedKey[] }) {
  return (
    <ListedThings id="your-keys" title={t("Your keys")}>
      {keys.map(({ id, name, scope, made, ends, used }) => (
        <ListedThing
          key={id}
          name={name}
          about={
            <>
              {SCOPES[scope].label} · {t("Created {made}, works until {ends}", { made, ends })}
              <br />
              {used ? t("Last used in {used}", { used }) : t("Not used yet")}
            </>
          }
        >
          <PostForm>
            <input type="hidden" name="keyId" value={id} />
            <SubmitButton
              name="intent"
              value="revoke"
              variant="danger"
              aria-label={t("Revoke {name}", { name })}
            >
              {t("Revoke")}
            </SubmitButton>
          </PostForm>
        </ListedThing>
      ))}
    </ListedThings>
  );
}

/** Makes a key, after the password. */
export function CreateKeyForm({ reply }: { reply: FormReply | undefined }) {
  const [form, fields] = useForm<{ name: string; scope: KeyScope; currentPassword: string }>({
    id: "key",
    lastResult: reply?.lastResult,
    defaultValue: { scope: "read" },
  });
  return (
    <section aria-labelledby="new-key-heading">
      <h2 id="new-key-heading" className="mb-3 text-xl">
        {t("Create a key")}
      </h2>
      {reply?.notice && <FormNotice {...reply.notice} />}
      <PostForm {...getFormProps(form)} noValidate className="grid max-w-md grid-cols-1 gap-6">
        <Field
          meta={fields.name}
          label={t("Name")}
          hint={t("Where it will be used, such as “Obsidian on my laptop”. At most {most} keys.", {
            most: KEYS.most,
          })}
        />
        <ChoiceField
          meta={fields.scope}
          legend={t("What the program may do")}
          options={[
            { value: "read", ...SCOPES.read },
            { value: "add", ...SCOPES.add },
          ]}
        />
        <CurrentPasswordField meta={fields.currentPassword} />
        <div>
          <SubmitButton name="intent" value="create" pendingText={t("Creating…")}>
            {t("Create key")}
          </SubmitButton>
        </div>
      </PostForm>
    </section>
  );
}
