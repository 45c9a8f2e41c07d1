import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Cell, DataTable, Row, RowHead } from "~/components/admin/data-table";
import { FormProtection } from "~/components/forms/form-protection";
import { SubmitButton } from "~/components/forms/submit-button";
import { Prose } from "~/components/ui/prose";
import { Sentence } from "~/components/ui/sentence";
import { databaseWords } from "~/words/admin/database";

export function DoButton({ intent, children }: { intent: string; children: ReactNode }) {
  return (
    <Form method="post" action="/admin/database">
      <FormProtection />
      <SubmitButton name="intent" value={intent} variant="quiet" pendingText={databaseWords.oneMoment}>
        {children}
      </SubmitButton>
    </Form>
  );
}

type Backup = { name: string; at: string; size: string };

export function BackupList({ backups }: { backups: Backup[] }) {
  return (
    <>
      <DoButton intent="backup">{databaseWords.makeABackupNow}</DoButton>
      {backups.length > 0 && (
        <DataTable
          className="mt-5"
          caption={databaseWords.backupsOnThisMachine}
          columns={[
            { label: databaseWords.file },
            { label: databaseWords.madeUtc },
            { label: databaseWords.size, numeric: true },
            { label: databaseWords.fetchOrRemove },
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
                  <Sentence
                    text={databaseWords.openBackup}
                    parts={{ hidden: (text) => <span className="sr-only">{text}</span>, name }}
                  />
                </Link>
              </Cell>
            </Row>
          ))}
        </DataTable>
      )}
      <details className="mt-5 border-y border-line">
        <summary className="flex min-h-11 items-center font-medium">{databaseWords.howToRestore}</summary>
        <Prose className="pb-5">
          <ol>
            <li>{databaseWords.stopTheServer}</li>
            <li>
              <Sentence
                text={databaseWords.seeThatTheKeyIsThere}
                parts={{ code: (text) => <code>{text}</code>, code2: (text) => <code>{text}</code> }}
              />
            </li>
            <li>
              <Sentence text={databaseWords.runRestore} parts={{ code: (text) => <code>{text}</code> }} />
            </li>
            <li>{databaseWords.startTheServer}</li>
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
      caption={databaseWords.whatIsRemovedByItself}
      columns={[
        { label: databaseWords.what },
        { label: databaseWords.kept },
        { label: databaseWords.removedBy },
        { label: databaseWords.dueNow, numeric: true },
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
