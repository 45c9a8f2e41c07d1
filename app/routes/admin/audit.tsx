import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { AdminListPage, defineAdminList } from "~/components/admin/admin-list";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { PageHeading } from "~/components/ui/page-heading";
import { utcSecond } from "~/domain/calendar/local-day";
import { prayerListMode } from "~/domain/journal/prayers/prayer-requests.server";
import { AUDIT_KIND_CHOICES, type AuditKind } from "~/domain/operations/audit";
import {
  audit,
  listAuditEvents,
  verifyAuditLog,
  type AuditEventLine,
} from "~/domain/operations/audit-log.server";
import { loadAdminList } from "~/http/admin-list.server";
import { redirectWithToast } from "~/http/cookies.server";
import { adminAction } from "~/http/form/guarded-actions.server";
import { adminLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("Audit log · Still and Know") }];

function UserLink({ id }: { id: number | null }) {
  return id === null ? <>–</> : <Link to={paths.adminUser(id)}>{id}</Link>;
}

export const AUDIT_LIST = defineAdminList({
  address: paths.adminAudit,
  cursor: "before",
  filters: [
    { name: "kind", label: t("What"), choices: AUDIT_KIND_CHOICES, className: "lg:col-span-2" },
    { name: "user", label: t("User number"), line: { type: "number", min: 1, inputMode: "numeric" } },
  ],
  filterLabel: t("Find events"),
  pagerLabel: t("Log pages"),
  toRowView: (event: AuditEventLine) => ({ ...event, at: utcSecond(event.at) }),
  caption: t("Security events"),
  rowKey: ({ number }) => number,
  empty: { filtered: t("No event matches this.") },
  columns: [
    { label: t("Line"), muted: true, nowrap: true, cell: ({ number }) => number },
    { label: t("When"), nowrap: true, cell: ({ at }) => at },
    { label: t("What"), cell: ({ words }) => words },
    { label: t("By user"), nowrap: true, cell: ({ actorId }) => <UserLink id={actorId} /> },
    { label: t("Concerns"), nowrap: true, cell: ({ subjectId }) => <UserLink id={subjectId} /> },
  ],
  csv: {
    address: paths.adminAuditFile,
    label: t("Export these lines as CSV"),
    fileName: "audit-log",
    auditKind: "admin.audit_exported",
    columns: [
      [t("line"), ({ number }) => number],
      [t("when"), ({ at }) => at.toISOString()],
      [t("what"), ({ words }) => words],
      [t("by user"), ({ actorId }) => actorId ?? ""],
      [t("concerns user"), ({ subjectId }) => subjectId ?? ""],
    ],
  },
});

const AuditActionSchema = z.object({
  intent: z.literal("verify", t("Please use the buttons on this page.")),
});

const PRAYER_LIST_KINDS: readonly AuditKind[] = [
  "admin.made_keeper",
  "admin.keeper_removed",
  "admin.prayer_request_shortened",
  "admin.prayer_request_removed",
];

/** The audit list without filters for events of the prayer list, because no page mentions the prayer list while it is off. */
const AUDIT_LIST_WITHOUT_PRAYERS = {
  ...AUDIT_LIST,
  filters: AUDIT_LIST.filters.map((filter) =>
    filter.choices === AUDIT_KIND_CHOICES
      ? { ...filter, choices: AUDIT_KIND_CHOICES.filter(([kind]) => !PRAYER_LIST_KINDS.includes(kind)) }
      : filter,
  ),
};

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async ({ url }) => ({
    ...(await loadAdminList(AUDIT_LIST, listAuditEvents, url)),
    hasPrayerList: prayerListMode() !== "off",
  }));

export const action = (args: ActionFunctionArgs) =>
  adminAction(args, { schema: AuditActionSchema }, async ({ request, member }) => {
    const { lines, brokenAt } = await verifyAuditLog();
    await audit({
      kind: "admin.audit_verified",
      actorId: member.id,
      details: { lines, whole: brokenAt === null },
    });
    return redirectWithToast(
      paths.adminAudit() + new URL(request.url).search,
      brokenAt === null
        ? {
            title: t("The log is intact"),
            text: t("{lines} lines were checked.", { lines }),
            tone: "success",
          }
        : {
            title: t("The log is broken"),
            text: t("Line {brokenAt} is altered, missing or out of place.", { brokenAt }),
            tone: "error",
          },
    );
  });

export default function AuditPage() {
  const { hasPrayerList, ...page } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeading
        title={t("Audit log")}
        intro={t(
          "Security events, newest first, in UTC. Each line is chained to the one before, which proves that none was altered. The numbers that are missing here belong to members’ sign-ins and sign-outs: they are checked, but not shown.",
        )}
      />
      <AdminListPage list={hasPrayerList ? AUDIT_LIST : AUDIT_LIST_WITHOUT_PRAYERS} {...page}>
        <PostForm action={paths.adminAudit(page.filters)}>
          <SubmitButton name="intent" value="verify" variant="quiet" pendingText={t("Checking…")}>
            {t("Check the log")}
          </SubmitButton>
        </PostForm>
      </AdminListPage>
    </>
  );
}
