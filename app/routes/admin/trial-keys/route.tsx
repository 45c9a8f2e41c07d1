import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { AdminListPage, defineAdminList } from "~/components/admin/admin-list";
import { Section } from "~/components/admin/facts";
import { Badge } from "~/components/ui/badge";
import { PageHeading } from "~/components/ui/page-heading";
import { utcDay, utcMinute } from "~/domain/calendar/local-day";
import { TIER_LABELS } from "~/domain/member/plan";
import {
  createKeysIdempotently,
  listTrialKeys,
  revokeTrialKey,
  TrialKeysSchema,
  type KeyState,
  type TrialKeyLine,
} from "~/domain/plans/trial-keys/trial-keys.server";
import { issueDownloadUrl, loadAdminList } from "~/http/admin-list.server";
import { redirectWithToast } from "~/http/cookies.server";
import type { FormReply } from "~/http/form/form-options.server";
import { adminAction } from "~/http/form/guarded-actions.server";
import { adminLoader, notFound } from "~/http/guards.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";
import { CreateKeysForm, NewKeysOnce } from "./parts";

export const meta: MetaFunction = () => [{ title: t("Trial Keys · Still and Know") }];

const STATE_NAMES: Record<KeyState, string> = {
  unused: t("Unused"),
  partial: t("Partly used"),
  used: t("Used"),
  expired: t("Expired"),
  revoked: t("Revoked"),
};

const isLive = (state: KeyState) => state === "unused" || state === "partial";

export const KEY_LIST = defineAdminList({
  address: paths.adminTrialKeys,
  cursor: "page",
  filters: [{ name: "state", label: t("State"), choices: Object.entries(STATE_NAMES) }],
  filterLabel: t("Find keys"),
  pagerLabel: t("Key pages"),
  toRowView: (key: TrialKeyLine) => ({
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
  }),
  caption: t("Trial keys"),
  rowKey: ({ id }) => id,
  empty: { filtered: t("None.") },
  columns: [
    {
      label: t("Key"),
      isName: true,
      cell: ({ masked, note }) => (
        <>
          <span className="whitespace-nowrap font-mono text-sm">{masked}</span>{" "}
          {note && <span className="block text-sm text-muted">{note}</span>}
        </>
      ),
    },
    {
      label: t("Gives"),
      cell: ({ tier, days }) => t("{plan}, {days} days", { plan: TIER_LABELS[tier], days }),
    },
    {
      label: t("State"),
      cell: ({ state }) => <Badge tone={isLive(state) ? "accent" : "plain"}>{STATE_NAMES[state]}</Badge>,
    },
    {
      label: t("Redeemed"),
      cell: ({ redeemed, redemptions }) => (
        <>
          {redeemed}
          {redemptions.map(({ userId, username, at }) => (
            <span key={userId} className="block whitespace-nowrap text-sm text-muted">
              <Link to={paths.adminUser(userId)}>{username}</Link>, {at}
            </span>
          ))}
        </>
      ),
    },
    { label: t("Last day"), nowrap: true, cell: ({ expires }) => expires ?? "–" },
    { label: t("Created (UTC)"), nowrap: true, cell: ({ createdAt }) => createdAt },
    {
      label: t("Revoke"),
      cell: ({ id, masked, state }) =>
        isLive(state) ? (
          <Link to={paths.adminTrialKeysRevoke({ key: id })}>
            <Trans>
              Revoke<span className="sr-only"> {masked}</span>
            </Trans>
          </Link>
        ) : (
          "–"
        ),
    },
  ],
  csv: {
    address: paths.adminTrialKeysFile,
    label: t("Export the list as CSV"),
    fileName: "trial-keys",
    auditKind: "admin.keys_exported",
    columns: [
      [t("key"), (key) => key.masked],
      [t("plan"), (key) => key.tier],
      [t("days"), (key) => key.days],
      [t("state"), (key) => key.state],
      [t("redeemed"), (key) => key.redeemed],
      [t("of"), (key) => key.maxRedemptions],
      [t("by users"), (key) => key.redemptions.map(({ userId }) => userId).join(" ")],
      [t("expires"), (key) => key.expiresAt?.toISOString() ?? ""],
      [t("note"), (key) => key.note],
      [t("created"), (key) => key.createdAt.toISOString()],
    ],
  },
});

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, ({ url }) => loadAdminList(KEY_LIST, listTrialKeys, url));

type Reply = FormReply & { keys?: string[] };

/** New keys are part of this response alone: they are stored as hashes, so no page can show them again. */
export const action = (args: ActionFunctionArgs) =>
  adminAction(args, { schema: TrialKeysSchema }, async ({ member, value, submission }) => {
    switch (value.intent) {
      case "create": {
        const keys = await createKeysIdempotently(member, submission, value);
        const reply: Reply = { lastResult: { initialValue: {} }, keys };
        return data(reply);
      }
      case "revoke": {
        const result = await revokeTrialKey(member, value.key);
        if (!result.ok) throw notFound();
        return redirectWithToast(paths.adminTrialKeys(), { title: t("Key revoked"), tone: "success" });
      }
      case "save-new": {
        const keys = value.keys.split(/\s+/).filter(Boolean);
        return redirect(await issueDownloadUrl(member, { what: "new-keys", keys }));
      }
    }
  });

export default function TrialKeysPage() {
  const page = useLoaderData<typeof loader>();
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
        <AdminListPage list={KEY_LIST} {...page} file={page.rows.length > 0 ? page.file : null} />
      </Section>
    </>
  );
}
