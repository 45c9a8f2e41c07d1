import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as addresses from "~/addresses";
import { Pager } from "~/components/admin/filters";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { PageHeading } from "~/components/ui/page-heading";
import { addressOfFile } from "~/domain/administration/downloads.server";
import { AuditActionSchema, auditFiltersFrom, EVENT_KINDS } from "~/domain/audit/filters";
import { audit, listAuditEvents, verifyAuditLog } from "~/domain/audit/log.server";
import { utcSecond } from "~/domain/calendar/utc";
import { adminAction } from "~/http/form/guarded-actions.server";
import { adminLoader } from "~/http/loaders.server";
import { redirectWithToast } from "~/http/toast.server";
import { t } from "~/i18n/t";
import { AuditFilterForm, AuditTable } from "./parts";

export const meta: MetaFunction = () => [{ title: t("Audit Log · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async ({ url }) => {
    const filters = auditFiltersFrom(url.searchParams);
    const before = Number(url.searchParams.get("before"));
    const isLater = Number.isSafeInteger(before) && before > 0;
    const { events, older } = await listAuditEvents(filters, isLater ? before : undefined);
    return {
      filters,
      kinds: EVENT_KINDS,
      older,
      events: events.map((event) => ({ ...event, at: utcSecond(event.at) })),
      here: addresses.adminAudit(filters),
      first: isLater ? addresses.adminAudit(filters) : null,
      next: older === null ? null : addresses.adminAudit({ ...filters, before: older }),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  adminAction(args, { schema: AuditActionSchema }, async ({ request, member, value }) => {
    const { search, searchParams } = new URL(request.url);
    if (value.intent === "export") {
      await audit({ kind: "admin.audit_exported", actorId: member.id });
      return redirect(
        await addressOfFile(member, { what: "audit", filters: auditFiltersFrom(searchParams) }),
      );
    }
    const { lines, brokenAt } = await verifyAuditLog();
    await audit({
      kind: "admin.audit_verified",
      actorId: member.id,
      details: { lines, whole: brokenAt === null },
    });
    return redirectWithToast(
      addresses.adminAudit() + search,
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
  const { filters, kinds, events, here, first, next } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeading
        title={t("Audit Log")}
        intro={t(
          "Security events, newest first, in UTC. Each line is chained to the one before; npm run audit:verify proves that none was altered.",
        )}
      />
      <AuditFilterForm filters={filters} kinds={kinds} />
      <AuditTable events={events} />
      <Pager label={t("Log pages")} first={first} next={next} />
      <div className="no-print mt-8 flex flex-wrap gap-3">
        <PostForm action={here}>
          <SubmitButton name="intent" value="verify" variant="quiet" pendingText={t("Checking…")}>
            {t("Check the log")}
          </SubmitButton>
        </PostForm>
        <PostForm action={here} reloadDocument>
          <SubmitButton name="intent" value="export" variant="quiet">
            {t("Export these lines as CSV")}
          </SubmitButton>
        </PostForm>
      </div>
    </>
  );
}
