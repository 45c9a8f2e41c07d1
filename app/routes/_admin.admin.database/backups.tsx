import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Cell, DataTable, Row, RowHead } from "~/components/admin/data-table";
import { FormProtection } from "~/components/forms/form-protection";
import { SubmitButton } from "~/components/forms/submit-button";
import { Prose } from "~/components/ui/prose";

export function DoButton({ intent, children }: { intent: string; children: ReactNode }) {
  return (
    <Form method="post" action="/admin/database">
      <FormProtection />
      <SubmitButton name="intent" value={intent} variant="quiet" pendingText="One moment…">
        {children}
      </SubmitButton>
    </Form>
  );
}

type Backup = { name: string; at: string; size: string };

export function BackupList({ backups }: { backups: Backup[] }) {
  return (
    <>
      <DoButton intent="backup">Make a backup now</DoButton>
      {backups.length > 0 && (
        <DataTable
          className="mt-5"
          caption="Backups on this machine"
          columns={[
            { label: "File" },
            { label: "Made (UTC)" },
            { label: "Size", numeric: true },
            { label: "Fetch or remove" },
          ]}
        >
          {backups.map(({ name, at, size }) => (
            <Row key={name}>
              <RowHead>
                <span className="break-all font-mono text-sm">{name}</span>
              </RowHead>
              <Cell nowrap>{at}</Cell>
              <Cell numeric>{size}</Cell>
              <Cell last>
                <Link to={`/admin/database/backups/${name}`}>
                  Open<span className="sr-only"> {name}</span>
                </Link>
              </Cell>
            </Row>
          ))}
        </DataTable>
      )}
      <details className="mt-5 border-y border-line">
        <summary className="flex min-h-11 items-center font-medium">How to restore</summary>
        <Prose className="pb-5">
          <ol>
            <li>Stop the server, or let nobody in.</li>
            <li>
              See that <code>ENCRYPTION_KEYS</code>, or <code>DATA_DIR/secrets.json</code>, holds the key that
              the backup was made with.
            </li>
            <li>
              Run <code>npm run restore -- FILE</code>. It replaces everything by what the backup holds, and
              says how much that was.
            </li>
            <li>Start the server. Everybody signs in as they did then.</li>
          </ol>
        </Prose>
      </details>
    </>
  );
}

type Line = { what: string; kept: string; by: string; due: number };

export function RetentionTable({ lines }: { lines: Line[] }) {
  return (
    <DataTable
      caption="What is removed by itself"
      columns={[
        { label: "What" },
        { label: "Kept" },
        { label: "Removed by" },
        { label: "Due now", numeric: true },
      ]}
    >
      {lines.map(({ what, kept, by, due }) => (
        <Row key={what}>
          <RowHead>{what}</RowHead>
          <Cell>{kept}</Cell>
          <Cell>{by}</Cell>
          <Cell numeric last>
            {due.toLocaleString("en")}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}
