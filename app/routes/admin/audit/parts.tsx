import * as addresses from "~/addresses";
import { Cell, DataTable, Row } from "~/components/admin/data-table";
import { FilterChoice, FilterForm, FilterLine } from "~/components/admin/filters";
import { Link } from "~/components/ui/link";
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
      filtered={filters.kind !== undefined || filters.user !== undefined}
    >
      <div className="lg:col-span-2">
        <FilterChoice name="kind" label={t("What")} value={filters.kind} options={kinds} />
      </div>
      <FilterLine
        name="user"
        type="number"
        min={1}
        inputMode="numeric"
        label={t("User number")}
        defaultValue={filters.user}
      />
    </FilterForm>
  );
}

type Event = { number: number; at: string; words: string; actorId: number | null; subjectId: number | null };

export function AuditTable({ events }: { events: Event[] }) {
  if (events.length === 0) return <p className="py-6 text-muted">{t("No event matches this.")}</p>;
  return (
    <DataTable
      caption={t("Security events")}
      columns={[
        { label: t("Line") },
        { label: t("When") },
        { label: t("What") },
        { label: t("By user") },
        { label: t("Concerns") },
      ]}
    >
      {events.map(({ number, at, words, actorId, subjectId }) => (
        <Row key={number}>
          <Cell muted nowrap>
            {number}
          </Cell>
          <Cell nowrap>{at}</Cell>
          <Cell>{words}</Cell>
          <Cell nowrap>
            <UserLink id={actorId} />
          </Cell>
          <Cell nowrap last>
            <UserLink id={subjectId} />
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

function UserLink({ id }: { id: number | null }) {
  return id === null ? <>–</> : <Link to={addresses.adminUser(id)}>{id}</Link>;
}
