import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect, useActionData, useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { allowJournalPasskey, registerPasskey, type PasskeyOutcome } from "~/browser/passkeys";
import { SettingsPage } from "~/components/settings/settings-page";
import { revokeJournalAccess } from "~/domain/accounts/passkeys/passkey-sign-in.server";
import { listPasskeys, removePasskey } from "~/domain/accounts/passkeys/passkeys.server";
import { PasskeyFormSchema } from "~/domain/accounts/passkeys/schema";
import { currentInstance } from "~/domain/accounts/support/instance.server";
import { PASSKEY_TEXTS, PASSKEYS } from "~/domain/accounts/texts";
import { formatDate, formatMonth, localMoment } from "~/domain/calendar/local-day";
import { redirectWithToast, sessionSecret } from "~/http/cookies.server";
import type { FormReply } from "~/http/form/form-options.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader, notFound } from "~/http/guards.server";
import { checkReauthentication } from "~/http/unlock.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import {
  AddPasskeyForm,
  JournalPasskeyForm,
  PasskeyList,
  PasskeysIntroduction,
  RemovePasskeyForm,
} from "./parts";

export const meta: MetaFunction = () => [{ title: t("Passkeys · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member, url }) => {
    const day = (at: Date) => formatDate(localMoment(at, member.timezone).date);
    const passkeys = (await listPasskeys(member)).map(({ createdAt, lastMonth, ...listed }) => ({
      ...listed,
      added: day(createdAt),
      used: lastMonth && formatMonth(`${lastMonth}-01`),
    }));
    const isSealed = member.sealed !== null;
    const requestedPasskey = (parameter: string, isAllowed: boolean) => {
      const requested = url.searchParams.get(parameter);
      const found = passkeys.find(({ id }) => isAllowed && id === requested) ?? null;
      if (requested && !found) throw notFound();
      return found;
    };
    return {
      passkeys,
      removing: requestedPasskey("remove", true),
      letting: requestedPasskey("journal", isSealed),
      isSealed,
      isHere: !currentInstance().provider?.isOnly,
    };
  });

export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: PasskeyFormSchema }, async ({ request, member, value, refuse }) => {
    const refusal = await checkReauthentication(request, member, value.currentPassword);
    if (refusal) return refuse(refusal);
    const { intent, passkeyId } = value;
    const isDone =
      intent === "close"
        ? await revokeJournalAccess(member, passkeyId)
        : await removePasskey(member, passkeyId, await sessionSecret(request));
    if (!isDone) throw notFound();
    const toast = { ...PASSKEY_TEXTS[intent === "close" ? "closed" : "removed"], tone: "success" } as const;
    return redirectWithToast(paths.settingsSecurityPasskeys(), toast);
  });

/** Registers and allows passkeys with the browser's prompt and two JSON calls each; other intents are plain forms. */
export const clientAction = async ({ request, serverAction }: ClientActionFunctionArgs) => {
  const form = await request.clone().formData();
  const password = String(form.get("currentPassword"));
  const name = String(form.get("name"));
  switch (form.get("intent")) {
    case "add":
      return replyTo(await registerPasskey(name, password), PASSKEY_TEXTS.notAdded, { intent: "add", name });
    case "allow":
      return replyTo(
        await allowJournalPasskey(String(form.get("passkeyId")), password),
        PASSKEY_TEXTS.notAllowed,
      );
    default:
      return serverAction<FormReply>();
  }
};

type NoticeText = { title: string; text: string };

function replyTo(
  outcome: PasskeyOutcome,
  { title, text }: NoticeText,
  initialValue: Record<string, string> = {},
) {
  if (outcome && "location" in outcome) return redirect(outcome.location);
  const { errors, message } = outcome ?? { message: text };
  const reply: FormReply = {
    lastResult: { status: "error", initialValue, error: errors ?? {} },
    ...(!errors && { notice: { title, text: message } }),
  };
  return reply;
}

export default function PasskeysPage() {
  const { passkeys, removing, letting, isSealed, isHere } = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  return (
    <SettingsPage>
      <div className="grid grid-cols-1 gap-12">
        {removing ? (
          <RemovePasskeyForm passkey={removing} reply={reply} />
        ) : letting ? (
          <JournalPasskeyForm passkey={letting} reply={reply} />
        ) : (
          <>
            <PasskeysIntroduction isSealed={isSealed} />
            <PasskeyList passkeys={passkeys} isSealed={isSealed && isHere} />
            {isHere ? (
              <AddPasskeyForm key={passkeys.length} reply={reply} isFull={passkeys.length >= PASSKEYS.most} />
            ) : (
              <p className="max-w-measure">{PASSKEY_TEXTS.notHere.text}</p>
            )}
          </>
        )}
      </div>
    </SettingsPage>
  );
}
