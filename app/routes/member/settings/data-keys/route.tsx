import { getFormProps, useForm } from "@conform-to/react";
import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ChoiceField } from "~/components/forms/choice-field";
import { CurrentPasswordField } from "~/components/forms/current-password";
import { Field } from "~/components/forms/field";
import { FormNotice, PostForm, SubmitButton } from "~/components/forms/post-form";
import { Introduction, ItemList, ListItem, SettingsPage } from "~/components/settings/settings-page";
import { Banner } from "~/components/ui/banner";
import { TitledSection } from "~/components/ui/titled-section";
import { formatDate, formatMonth, localMoment } from "~/domain/calendar/local-day";
import { API_KEY_LIMITS, type KeyScope } from "~/domain/portability/api/api-key";
import { createApiKey, listApiKeys, revokeApiKey } from "~/domain/portability/api/api-keys.server";
import { KeysSchema } from "~/domain/portability/schema";
import { redirectWithToast } from "~/http/cookies.server";
import type { FormReply } from "~/http/form/form-options.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader, notFound } from "~/http/guards.server";
import { checkReauthentication } from "~/http/unlock.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

const SCOPES: Record<KeyScope, { label: string; text: string }> = {
  read: { label: t("Read"), text: t("Everything you have written, and nothing more.") },
  add: { label: t("Add"), text: t("Add new pages, but read nothing.") },
};

function KeysIntroduction({ isSealed }: { isSealed: boolean }) {
  return (
    <Introduction
      id="keys-heading"
      title={t("Keys for programs")}
      back={{ to: paths.settingsData(), text: t("Back to Data") }}
    >
      <p className="max-w-measure text-muted">
        <Trans>
          A key lets an app of yours keep a copy of your journal, or add pages to it. Each key works for
          ninety days. Changing your password ends them all.
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

/** The new key, shown only once. */
function NewKey({ value }: { value: string }) {
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

/** Valid keys, each with its revoke button. */
function KeyList({ keys }: { keys: ListedKey[] }) {
  return (
    <ItemList id="your-keys" title={t("Your keys")}>
      {keys.map(({ id, name, scope, made, ends, used }) => (
        <ListItem
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
        </ListItem>
      ))}
    </ItemList>
  );
}

function CreateKeyForm({ reply }: { reply: FormReply | undefined }) {
  const [form, fields] = useForm<{ name: string; scope: KeyScope; currentPassword: string }>({
    id: "key",
    lastResult: reply?.lastResult,
    defaultValue: { scope: "read" },
  });
  return (
    <TitledSection id="new-key-heading" title={t("Create a key")} titleClass="mb-3 text-xl">
      {reply?.notice && <FormNotice {...reply.notice} />}
      <PostForm {...getFormProps(form)} noValidate className="grid max-w-md grid-cols-1 gap-6">
        <Field
          meta={fields.name}
          label={t("Name")}
          hint={t("Where it will be used, such as “Obsidian on my laptop”. At most {most} keys.", {
            most: API_KEY_LIMITS.most,
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
    </TitledSection>
  );
}

export const meta: MetaFunction = () => [{ title: t("Keys for programs · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) => {
    const day = (at: Date) => formatDate(localMoment(at, member.timezone).date);
    const keys = await listApiKeys(member);
    return {
      isSealed: member.sealed !== null,
      keys: keys.map(({ id, name, scope, createdAt, expiresAt, lastMonth }) => ({
        id,
        name,
        scope,
        made: day(createdAt),
        ends: day(expiresAt),
        used: lastMonth && formatMonth(`${lastMonth}-01`),
      })),
    };
  });

type Reply = FormReply & { key?: string };

/** The response to the form contains the new key, because only its hash is stored. */
export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: KeysSchema }, async ({ request, member, value, refuse }) => {
    if (value.intent === "revoke") {
      if (!(await revokeApiKey(member, value.keyId))) throw notFound();
      return redirectWithToast(paths.settingsDataKeys(), {
        title: t("Key revoked"),
        text: t("Programs that use it no longer have access."),
        tone: "success",
      });
    }
    const refusal = await checkReauthentication(request, member, value.currentPassword);
    if (refusal) return refuse(refusal);
    const key = await createApiKey(member, value);
    if (!key)
      return refuse({
        status: 409,
        notice: {
          title: t("There are {most} keys already", { most: API_KEY_LIMITS.most }),
          text: t("Please revoke one that you no longer need."),
        },
      });
    const created: Reply = { lastResult: { initialValue: {} }, key };
    return data(created);
  });

export default function KeysPage() {
  const { keys, isSealed } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>() as Reply | undefined;
  return (
    <SettingsPage>
      <div className="grid grid-cols-1 gap-12">
        <KeysIntroduction isSealed={isSealed} />
        {reply?.key && <NewKey value={reply.key} />}
        <KeyList keys={keys} />
        <CreateKeyForm key={reply?.key ?? "new"} reply={reply?.key ? undefined : reply} />
      </div>
    </SettingsPage>
  );
}
