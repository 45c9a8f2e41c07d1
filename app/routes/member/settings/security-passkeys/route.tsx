import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect, useActionData, useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import * as addresses from "~/addresses";
import { addPasskeyHere } from "~/browser/passkeys";
import { SettingsPage } from "~/components/settings/settings-page";
import { PASSKEYS } from "~/domain/accounts/passkeys/limits";
import { RemovePasskeySchema } from "~/domain/accounts/passkeys/passkey";
import { listPasskeys, removePasskey } from "~/domain/accounts/passkeys/passkeys.server";
import { PASSKEY_TEXTS } from "~/domain/accounts/passkeys/texts";
import { dateInWords, localMoment, monthInWords } from "~/domain/calendar/local-day";
import { thisHouse } from "~/domain/support/house.server";
import { refusalOfPassword } from "~/http/confirm.server";
import { memberAction, type FormReply } from "~/http/forms.server";
import { memberLoader, notFound } from "~/http/loaders.server";
import { currentSessionSecret } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { t } from "~/i18n/t";
import { AddPasskeyForm, PasskeyList, PasskeysIntroduction, RemovePasskeyForm } from "./parts";

export const meta: MetaFunction = () => [{ title: t("Passkeys · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member, url }) => {
    const day = (at: Date) => dateInWords(localMoment(at, member.timezone).date);
    const passkeys = (await listPasskeys(member)).map(({ id, name, createdAt, lastMonth }) => ({
      ...{ id, name },
      added: day(createdAt),
      used: lastMonth && monthInWords(`${lastMonth}-01`),
    }));
    const named = url.searchParams.get("remove");
    const removing = passkeys.find(({ id }) => id === named) ?? null;
    if (named && !removing) throw notFound();
    return {
      passkeys,
      removing,
      isSealed: member.sealed !== null,
      isHere: !thisHouse().provider?.isOnly,
    };
  });

export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: RemovePasskeySchema }, async ({ request, member, value, refuse }) => {
    const refusal = await refusalOfPassword(request, member, value.currentPassword);
    if (refusal) return refuse(refusal);
    if (!(await removePasskey(member, value.passkeyId, await currentSessionSecret(request))))
      throw notFound();
    const toast = { ...PASSKEY_TEXTS.removed, tone: "success" } as const;
    return redirectWithToast(addresses.settingsSecurityPasskeys(), toast);
  });

/** With script: a new passkey is made by the browser, and kept by two calls. Everything else is a form. */
export const clientAction = async ({ request, serverAction }: ClientActionFunctionArgs) => {
  const form = await request.clone().formData();
  if (form.get("intent") !== "add") return serverAction<FormReply>();
  const name = String(form.get("name"));
  const outcome = await addPasskeyHere(name, String(form.get("currentPassword")));
  if (outcome && "location" in outcome) return redirect(outcome.location);
  const { errors, message } = outcome ?? { ...PASSKEY_TEXTS.notAdded, message: PASSKEY_TEXTS.notAdded.text };
  const reply: FormReply = {
    lastResult: { status: "error", initialValue: { intent: "add", name }, error: errors ?? {} },
    ...(!errors && { notice: { title: PASSKEY_TEXTS.notAdded.title, text: message } }),
  };
  return reply;
};

export default function PasskeysPage() {
  const { passkeys, removing, isSealed, isHere } = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  return (
    <SettingsPage>
      <div className="grid grid-cols-1 gap-12">
        {removing ? (
          <RemovePasskeyForm passkey={removing} reply={reply} />
        ) : (
          <>
            <PasskeysIntroduction isSealed={isSealed} />
            <PasskeyList passkeys={passkeys} />
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
