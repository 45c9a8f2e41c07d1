import { Link } from "@remix-run/react";
import * as addresses from "~/addresses";
import { DataTable } from "~/components/admin/data-table";
import { FilterForm } from "~/components/admin/filters";
import { t } from "~/i18n/t";

type Filters = { kind?: string; user?: number };

export function AuditFilterForm({
  filters,
  kinds,
}: {
  filters: Filters;
  kinds: readonly (readonly [kind: string, words: string])[];
}) {
  return (
    <FilterForm
      action={addresses.adminAudit()}
      label={t("Find events")}
      chosen={filters}
      filters={[
        { name: "kind", label: t("What"), choices: kinds, className: "lg:col-span-2" },
        { name: "user", label: t("User number"), line: { type: "number", min: 1, inputMode: "numeric" } },
      ]}
    />
  );
}

type Event = { number: number; at: string; words: string; actorId: number | null; subjectId: number | null };

export function AuditTable({ events }: { events: Event[] }) {
  return (
    <DataTable
      caption={t("Security events")}
      rows={events}
      rowKey={({ number }) => number}
      empty={t("No event matches this.")}
      columns={[
        { label: t("Line"), muted: true, nowrap: true, cell: ({ number }) => number },
        { label: t("When"), nowrap: true, cell: ({ at }) => at },
        { label: t("What"), cell: ({ words }) => words },
        { label: t("By user"), nowrap: true, cell: ({ actorId }) => <UserLink id={actorId} /> },
        { label: t("Concerns"), nowrap: true, cell: ({ subjectId }) => <UserLink id={subjectId} /> },
      ]}
    />
  );
}

function UserLink({ id }: { id: number | null }) {
  return id === null ? <>–</> : <Link to={addresses.adminUser(id)}>{id}</Link>;
}
