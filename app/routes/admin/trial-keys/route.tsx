import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as addresses from "~/addresses";
import { Section } from "~/components/admin/facts";
import { FilterForm, Pager } from "~/components/admin/filters";
import { PageHeading } from "~/components/ui/page-heading";
import { addressOfFile } from "~/domain/administration/downloads.server";
import { createKeysOnce } from "~/domain/administration/trial-keys/create-keys-once.server";
import { TrialKeysSchema } from "~/domain/administration/trial-keys/schema";
import { audit } from "~/domain/audit/log.server";
import { utcDay, utcMinute } from "~/domain/calendar/utc";
import { listTrialKeys } from "~/domain/plans/trial-keys/list-trial-keys.server";
import { KEY_STATES, type KeyState } from "~/domain/plans/trial-keys/trial-key";
import { revokeTrialKey } from "~/domain/plans/trial-keys/trial-keys.server";
import type { FormReply } from "~/http/form/form-options.server";
import { adminAction } from "~/http/form/guarded-actions.server";
import { adminLoader, notFound } from "~/http/loaders.server";
import { redirectWithToast } from "~/http/toast.server";
import { t } from "~/i18n/t";
import { CreateKeysForm, ExportKeysForm, KEY_STATE_WORDS, KeyTable, NewKeysOnce } from "./parts";

export const meta: MetaFunction = () => [{ title: t("Trial Keys · Still and Know") }];

const stateFrom = (query: URLSearchParams): KeyState | undefined =>
  KEY_STATES.find((state) => state === query.get("state"));

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async ({ url }) => {
    const state = stateFrom(url.searchParams);
    const before = url.searchParams.get("page")?.slice(0, 100) || undefined;
    const { keys, older } = await listTrialKeys({ state, before });
    return {
      state,
      keys: keys.map((key) => ({
        id: key.id,
        masked: key.masked,
        tier: key.tier,
        days: key.days,
        state: key.state,
        redeemed: t("{redeemed} of {maxRedemptions}", {
          redeemed: key.redeemed,
          maxRedemptions: key.maxRedemptions,
        }),
        redemptions: key.redemptions.map(({ userId, username, at }) => ({
          userId,
          username: username ?? "gone",
          at: utcMinute(at),
        })),
        expires: key.expiresAt && utcDay(key.expiresAt),
        note: key.note,
        createdAt: utcMinute(key.createdAt),
      })),
      first: before ? addresses.adminTrialKeys({ state }) : null,
      next: older && addresses.adminTrialKeys({ state, page: older }),
    };
  });

type Reply = FormReply & { keys?: string[] };

/** New keys are shown by the answer itself, once: they are kept hashed and no page can show them again. */
export const action = (args: ActionFunctionArgs) =>
  adminAction(args, { schema: TrialKeysSchema }, async ({ request, member, value, submission }) => {
    switch (value.intent) {
      case "create": {
        const keys = await createKeysOnce(member, submission, value);
        const shown: Reply = { lastResult: { initialValue: {} }, keys };
        return data(shown);
      }
      case "revoke": {
        const result = await revokeTrialKey(member, value.key);
        if (!result.ok) throw notFound();
        return redirectWithToast(addresses.adminTrialKeys(), { title: t("Key revoked"), tone: "success" });
      }
      case "save-new": {
        const keys = value.keys.split(/\s+/).filter(Boolean);
        return redirect(await addressOfFile(member, { what: "new-keys", keys }));
      }
      case "export": {
        await audit({ kind: "admin.keys_exported", actorId: member.id });
        const state = stateFrom(new URL(request.url).searchParams);
        return redirect(await addressOfFile(member, { what: "trial-keys", state }));
      }
    }
  });

export default function TrialKeysPage() {
  const { state, keys, first, next } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>() as Reply | undefined;
  return (
    <>
      <PageHeading
        title={t("Trial Keys")}
        intro={t(
          "A key gives a plan for some days. Keys are stored as fingerprints; only the last four characters are kept.",
        )}
      />
      {reply?.keys && <NewKeysOnce keys={reply.keys} />}
      <Section id="create" title={t("Create keys")}>
        <CreateKeysForm key={reply?.keys?.[0] ?? "new"} reply={reply?.keys ? undefined : reply} />
      </Section>
      <Section id="list" title={t("All keys")}>
        <FilterForm
          action={addresses.adminTrialKeys()}
          label={t("Find keys")}
          chosen={{ state }}
          filters={[{ name: "state", label: t("State"), choices: Object.entries(KEY_STATE_WORDS) }]}
        />
        <KeyTable keys={keys} />
        <Pager label={t("Key pages")} first={first} next={next} />
        {keys.length > 0 && <ExportKeysForm />}
      </Section>
    </>
  );
}
