import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { DataTable } from "~/components/admin/data-table";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { Banner } from "~/components/ui/banner";
import { DisclosureIcon } from "~/components/ui/disclosure";
import { Prose } from "~/components/ui/prose";
import { formatNumber } from "~/domain/calendar/locale";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

export function DoButton({ intent, children }: { intent: string; children: ReactNode }) {
  return (
    <PostForm action={paths.adminDatabase()}>
      <SubmitButton name="intent" value={intent} variant="quiet" pendingText={t("One moment…")}>
        {children}
      </SubmitButton>
    </PostForm>
  );
}

type Backup = { name: string; at: string; size: string };

export function BackupList({ backups }: { backups: Backup[] }) {
  return (
    <>
      <DoButton intent="backup">{t("Create a backup now")}</DoButton>
      {backups.length > 0 && (
        <DataTable
          className="mt-5"
          caption={t("Backups on this machine")}
          rows={backups}
          rowKey={({ name }) => name}
          columns={[
            {
              label: t("File"),
              isName: true,
              cell: ({ name }) => <span className="break-all font-mono text-sm">{name}</span>,
            },
            { label: t("Created (UTC)"), nowrap: true, cell: ({ at }) => at },
            { label: t("Size"), numeric: true, cell: ({ size }) => size },
            {
              label: t("Download or remove"),
              cell: ({ name }) => (
                <Link to={paths.adminBackupDownload(name)}>
                  <Trans>
                    Open<span className="sr-only"> {name}</span>
                  </Trans>
                </Link>
              ),
            },
          ]}
        />
      )}
      <details className="group mt-5 border-y border-line">
        <summary className="flex min-h-11 items-center font-medium">
          <DisclosureIcon />
          {t("How to restore")}
        </summary>
        <Prose className="pb-5">
          <ol>
            <li>{t("Stop the server.")}</li>
            <li>
              <Trans>
                Check that <code>ENCRYPTION_KEYS</code>, or <code>DATA_DIR/secrets.json</code>, holds the key
                the backup was made with.
              </Trans>
            </li>
            <li>
              <Trans>
                Run <code>npm run restore -- FILE</code>. It reads and checks the whole backup, then puts it
                in the place of the database, and says how much it held.
              </Trans>
            </li>
            <li>
              {t(
                "A database on a MongoDB server is never emptied: there, first name a new one in the server’s settings.",
              )}
            </li>
            <li>{t("Start the server. Everyone has to sign in again.")}</li>
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
      caption={t("What is deleted automatically")}
      rows={lines}
      rowKey={({ what }) => what}
      columns={[
        { label: t("What"), isName: true, cell: ({ what }) => what },
        { label: t("Kept"), cell: ({ kept }) => kept },
        { label: t("Deleted by"), cell: ({ by }) => by },
        { label: t("Due now"), numeric: true, cell: ({ due }) => formatNumber(due) },
      ]}
    />
  );
}

type Collection = {
  name: string;
  documents: number | null;
  bytes: string;
  indexBytes: string;
  missingIndexes: string[];
  extraIndexes: string[];
};

export function CollectionTable({ collections }: { collections: Collection[] }) {
  return (
    <DataTable
      caption={t("Collections")}
      rows={collections}
      rowKey={({ name }) => name}
      columns={[
        { label: t("Collection"), isName: true, cell: ({ name }) => name },
        {
          label: t("Documents"),
          numeric: true,
          cell: ({ documents }) => (documents == null ? "–" : formatNumber(documents)),
        },
        { label: t("Size"), numeric: true, cell: ({ bytes }) => bytes },
        { label: t("Size of indexes"), numeric: true, cell: ({ indexBytes }) => indexBytes },
        {
          label: t("Indexes"),
          cell: ({ missingIndexes, extraIndexes }) => (
            <>
              {missingIndexes.length === 0 ? (
                <span className="text-muted">{t("All present")}</span>
              ) : (
                <span className="text-harm">
                  {t("Missing: {missingIndexes}", { missingIndexes: missingIndexes.join("; ") })}
                </span>
              )}
              {extraIndexes.length > 0 && (
                <span className="block text-sm text-muted">
                  {t("Unknown: {extraIndexes}", { extraIndexes: extraIndexes.join("; ") })}
                </span>
              )}
            </>
          ),
        },
      ]}
    />
  );
}

type Report = { at: string; looked: { what: string; count: number }[]; problems: string[] };

export function IntegrityReport({ report }: { report: Report | null }) {
  if (!report) return <p className="mb-5 text-muted">{t("It has not been checked yet.")}</p>;
  const looked = report.looked.map(({ what, count }) => `${formatNumber(count)} ${what}`).join(", ");
  const { at } = report;
  const found = looked ? t("{at} UTC: {looked}.", { at, looked }) : t("{at} UTC.", { at });
  return (
    <div className="mb-5">
      {report.problems.length === 0 ? (
        <Banner tone="success" title={t("Everything is sound.")}>
          {found}
        </Banner>
      ) : (
        <Banner tone="harm" title={t("Something is wrong.")}>
          <p>{found}</p>
          <ul className="mt-2 list-disc pl-5">
            {report.problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Banner>
      )}
    </div>
  );
}
