import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { useInstance } from "~/components/layout/use-instance";
import { SettingsPage } from "~/components/settings/settings-page";
import { Banner } from "~/components/ui/banner";
import { TitledSection } from "~/components/ui/titled-section";
import { formatFullDate } from "~/domain/calendar/local-day";
import { formatNumber } from "~/domain/calendar/locale";
import { filtersFrom, queryOf } from "~/domain/journal/history/query";
import { nearlyFullNotice } from "~/domain/limits/journal-quota";
import { readQuotaUse } from "~/domain/limits/journal-quota.server";
import type { Member } from "~/domain/member/member";
import {
  EXPORTS_RUNNING,
  fileTooLarge,
  TOO_MANY_UPLOADS,
  UPLOAD_BUSY,
  describeFilters,
  UPLOAD_REFUSALS,
} from "~/domain/portability/data-texts";
import { isExportLimitReached, exportDownloads } from "~/domain/portability/export-journal.server";
import { DataSchema } from "~/domain/portability/schema";
import { type PastImport, listImports } from "~/domain/portability/staged-import.server";
import { findPendingImport, uploadJournal } from "~/domain/portability/upload-journal.server";
import {
  MAX_SENT_FILES,
  receiveUpload,
  maxImportBytes,
  formatImportLimit,
} from "~/domain/portability/upload-session.server";
import type { FormContext } from "~/http/form/form-options.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader } from "~/http/guards.server";
import { checkReauthentication } from "~/http/unlock.server";
import { t, tn } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";
import { ExportForm, ImportForm } from "./forms";

/** Undoable imports; `day` is formatted. */
function PastImports({ imports }: { imports: PastImport[] }) {
  return (
    <TitledSection id="imports-heading" title={t("What you imported lately")} titleClass="mb-3 text-xl">
      <ul className="max-w-measure divide-y divide-line border-y border-line">
        {imports.map(({ id, fileName, day, entries }) => (
          <li key={id} className="relative py-3 hover:bg-sunk">
            <Link to={paths.settingsDataImport(id)} className="break-words after:absolute after:inset-0">
              {fileName || t("A file")}
            </Link>
            <p className="text-sm text-muted">
              {day} · {tn("{count} entry", "{count} entries", entries, { count: formatNumber(entries) })}
            </p>
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}

export const meta: MetaFunction = () => [{ title: t("Data · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, member }) => {
    const filters = filtersFrom(url.searchParams);
    const [room, imports, waiting] = await Promise.all([
      readQuotaUse(member),
      listImports(member),
      findPendingImport(member),
    ]);
    return {
      filter: queryOf(filters),
      only: describeFilters(filters),
      room: nearlyFullNotice(room),
      largest: formatImportLimit(),
      waiting,
      imports: imports.map(({ day, ...past }) => ({ ...past, day: formatFullDate(day) })),
    };
  });

type DataInput = z.output<typeof DataSchema>;
type Context<I extends DataInput["intent"]> = Omit<FormContext<DataInput>, "value"> & {
  member: Member;
  value: Extract<DataInput, { intent: I }>;
};

export const action = (args: ActionFunctionArgs) =>
  memberAction(
    args,
    {
      schema: DataSchema,
      stream: {
        bytes: maxImportBytes(),
        files: MAX_SENT_FILES,
        tooLarge: fileTooLarge(formatImportLimit()),
        startUpload: receiveUpload,
      },
      // A file that is posted twice must be imported once, but another file from the same open page is a new request. With
      // `once` the file's content is part of the idempotency key.
      once: (form) => form.get("intent") === "import",
    },
    ({ value, ...context }) =>
      value.intent === "export" ? startExport({ ...context, value }) : startImport({ ...context, value }),
  );

/** Verifies the password and redirects to the download with a ticket: a page's action cannot return a file. */
async function startExport({ request, member, value, refuse }: Context<"export">) {
  if (isExportLimitReached(member)) return refuse({ status: 429, notice: EXPORTS_RUNNING });
  const refusal = await checkReauthentication(request, member, value.currentPassword);
  if (refusal) return refuse(refusal);
  const filters = filtersFrom(new URLSearchParams(value.filter ?? ""));
  const isFiltered = queryOf(filters) !== "";
  const ticket = await exportDownloads.issue(member, {
    format: value.format,
    ...(isFiltered && { filters }),
  });
  return redirect(paths.settingsDataDownload({ ticket }));
}

async function startImport({ member, value: { file }, upload = "busy", refuse }: Context<"import">) {
  const result = await uploadJournal(member, file[0]?.name ?? "", upload);
  if (result.ok) return redirect(paths.settingsDataImport(result.id));
  if (result.code === "too_many_uploads") return refuse({ status: 429, notice: TOO_MANY_UPLOADS });
  if (result.code === "busy")
    return refuse({ status: 429, notice: UPLOAD_BUSY, headers: { "Retry-After": "60" } });
  return refuse({ status: 400, fields: { file: [UPLOAD_REFUSALS[result.code]] } });
}

export default function DataPage() {
  const { filter, only, room, largest, waiting, imports } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const { sendsMail } = useInstance();
  return (
    <SettingsPage>
      <div className="grid grid-cols-1 gap-12">
        {room && (
          <Banner title={room.title}>
            <p className="max-w-measure">{room.text}</p>
          </Banner>
        )}
        <ExportForm filter={filter} only={only} reply={reply} />
        <ImportForm reply={reply} largest={largest} waiting={waiting} />
        {imports.length > 0 && <PastImports imports={imports} />}
        <TitledSection id="keys-heading" title={t("Keys for programs")} titleClass="mb-3 text-xl">
          <p className="max-w-measure">
            <Trans>
              A program of your own can keep a copy of your journal up to date, or add pages to it:{" "}
              <Link to={paths.settingsDataKeys()}>keys for programs</Link>.
            </Trans>
          </p>
        </TitledSection>
        {sendsMail && (
          <TitledSection id="legacy-heading" title={t("If I am no longer here")} titleClass="mb-3 text-xl">
            <p className="max-w-measure">
              <Trans>
                You can decide what should happen to your journal when you can no longer use it:{" "}
                <Link to={paths.settingsDataLegacy()}>If I am no longer here</Link>.
              </Trans>
            </p>
          </TitledSection>
        )}
        <TitledSection id="trash-heading" title={t("Trash")} titleClass="mb-3 text-xl">
          <p className="max-w-measure">
            <Trans>
              Entries you delete stay in the <Link to={paths.trash()}>trash</Link> for thirty days.
            </Trans>
          </p>
        </TitledSection>
      </div>
    </SettingsPage>
  );
}
