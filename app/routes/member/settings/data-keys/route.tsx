import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as addresses from "~/addresses";
import { SettingsPage } from "~/components/settings/settings-page";
import { dateInWords, localMoment, monthInWords } from "~/domain/calendar/local-day";
import { KEYS } from "~/domain/portability/programs/access-key";
import {
  createAccessKey,
  listAccessKeys,
  revokeAccessKey,
} from "~/domain/portability/programs/access-keys.server";
import { KeysSchema } from "~/domain/portability/programs/keys-schema";
import { refusalOfPassword } from "~/http/confirm.server";
import type { FormReply } from "~/http/form/form-options.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader, notFound } from "~/http/loaders.server";
import { redirectWithToast } from "~/http/toast.server";
import { t } from "~/i18n/t";
import { CreateKeyForm, KeyList, KeysIntroduction, NewKey } from "./parts";

export const meta: MetaFunction = () => [{ title: t("Keys for programs · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) => {
    const day = (at: Date) => dateInWords(localMoment(at, member.timezone).date);
    const keys = await listAccessKeys(member);
    return {
      isSealed: member.sealed !== null,
      keys: keys.map(({ id, name, scope, createdAt, expiresAt, lastMonth }) => ({
        id,
        name,
        scope,
        made: day(createdAt),
        ends: day(expiresAt),
        used: lastMonth && monthInWords(`${lastMonth}-01`),
      })),
    };
  });

type Reply = FormReply & { key?: string };

/** A new key is shown by the answer itself, once: only its hash is kept. */
export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: KeysSchema }, async ({ request, member, value, refuse }) => {
    if (value.intent === "revoke") {
      if (!(await revokeAccessKey(member, value.keyId))) throw notFound();
      return redirectWithToast(addresses.settingsDataKeys(), {
        title: t("Key revoked"),
        text: t("A program that has it is let in no more."),
        tone: "success",
      });
    }
    const refusal = await refusalOfPassword(request, member, value.currentPassword);
    if (refusal) return refuse(refusal);
    const key = await createAccessKey(member, value);
    if (!key)
      return refuse({
        status: 409,
        notice: {
          title: t("There are {most} keys already", { most: KEYS.most }),
          text: t("Please revoke one that you no longer need."),
        },
      });
    const shown: Reply = { lastResult: { initialValue: {} }, key };
    return data(shown);
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
