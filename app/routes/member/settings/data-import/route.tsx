import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { usePolling } from "~/browser/timers";
import { FormNotice, PostForm, SubmitButton } from "~/components/forms/post-form";
import { SettingsPage } from "~/components/settings/settings-page";
import { ButtonLink } from "~/components/ui/button";
import { TitledSection } from "~/components/ui/titled-section";
import { kindName } from "~/domain/journal/entries/entry";
import {
  describeUndo,
  IMPORT_BUSY,
  IMPORT_CANCELLED,
  IMPORT_CONFIRMED,
  IMPORT_FILE_GONE,
  IMPORT_READ_TOO_OFTEN,
  UPLOAD_REFUSALS,
} from "~/domain/portability/data-texts";
import { formatName } from "~/domain/portability/formats/format-guides.server";
import { runImport } from "~/domain/portability/run-import.server";
import { ImportIntentSchema } from "~/domain/portability/schema";
import {
  discardImport,
  importState,
  renderExamples,
  undoImport,
} from "~/domain/portability/staged-import.server";
import {
  canReread,
  discardReading,
  readingState,
  rereadWithDayOrder,
  retryReading,
  type ReadingState,
} from "~/domain/portability/upload-journal.server";
import { redirectWithToast } from "~/http/cookies.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader, notFound } from "~/http/guards.server";
import { t, tn } from "~/i18n/t";
import * as paths from "~/paths";
import { ImportReport, ImportRunning, ImportSummary } from "./parts";
import { countValue } from "./remarks";

/** An upload that is being read, was interrupted or was rejected. */
function ImportReading({ fileName, refused, entries, isIdle }: ReadingState) {
  if (refused)
    return (
      <TitledSection id="import-heading" title={t("This file was not taken")} titleClass="text-xl">
        <p className="mb-3 mt-1 break-words text-muted">{fileName}</p>
        <p className="mb-8 max-w-measure">{UPLOAD_REFUSALS[refused]}</p>
        <ButtonLink to={paths.settingsData()}>{t("Another file")}</ButtonLink>
      </TitledSection>
    );
  return (
    <TitledSection
      id="import-heading"
      title={isIdle ? t("The server was restarted while it read your file") : t("Your file is being read")}
      titleClass="text-xl"
    >
      <p className="mb-3 mt-1 break-words text-muted">{fileName}</p>
      {isIdle ? <RetryForm /> : <Progress entries={entries} />}
    </TitledSection>
  );
}

const POLL_INTERVAL_MS = 1_500;

function Progress({ entries }: { entries: number }) {
  usePolling(POLL_INTERVAL_MS);
  return (
    <>
      <p role="status" className="mb-3">
        {tn("{count} entry so far.", "{count} entries so far.", entries, countValue(entries))}
      </p>
      <p className="max-w-measure text-muted">
        {t(
          "With many pictures this takes some minutes. You may leave this page and come back; nothing is kept in your journal yet.",
        )}
      </p>
    </>
  );
}

function RetryForm() {
  return (
    <>
      <p className="mb-6 max-w-measure">
        {t("It is still here, encrypted. It is read again from the beginning; you need not send it again.")}
      </p>
      <PostForm className="flex flex-wrap gap-3">
        <SubmitButton name="intent" value="continue" pendingText={t("Reading…")}>
          {t("Read it again")}
        </SubmitButton>
        <SubmitButton name="intent" value="cancel" variant="quiet">
          {t("Discard")}
        </SubmitButton>
      </PostForm>
    </>
  );
}

export const meta: MetaFunction = () => [{ title: t("Import · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ params, member }) => {
    const id = params.importId ?? "";
    const state = await importState(member, id);
    if (!state) return readingOr404(await readingState(member, id));
    const { examples = [], ...preview } = state.preview;
    const kinds = preview.kinds.map(({ kind, count }) => ({ name: kindName(kind), count }));
    const isOpen = state.stage === "preview";
    const canSwitchDays = isOpen && preview.guessedDays !== undefined && (await canReread(member, id));
    const sourceNames = [...new Set(preview.sources.map(formatName))];
    return {
      ...state,
      preview,
      sourceNames,
      kinds,
      canSwitchDays,
      examples: isOpen ? await renderExamples(examples) : [],
    };
  });

/** @throws a 404 response if there is neither an import nor a reading */
function readingOr404(reading: ReadingState | null) {
  if (!reading) throw notFound();
  return { ...reading, stage: "reading" as const };
}

/** Reload interval in seconds for browsers without script; 0 for none. */
export const handle = {
  reloads: (state: { stage: string; isIdle?: boolean; refused?: string; isPaused?: boolean }) => {
    if (state.stage === "running") return state.isPaused ? 0 : 3;
    return state.stage === "reading" && !state.isIdle && !state.refused ? 3 : 0;
  },
};

export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: ImportIntentSchema, once: true }, async ({ params, member, value }) => {
    const id = params.importId ?? "";
    if (value.intent === "cancel") {
      if (!(await discardImport(member, id)))
        return redirectWithToast(paths.settingsDataImport(id), IMPORT_CONFIRMED);
      await discardReading(member, id);
      return redirectWithToast(paths.settingsData(), IMPORT_CANCELLED);
    }
    if (value.intent === "undo") {
      const count = await undoImport(member, id);
      if (count === null) throw notFound();
      return redirectWithToast(paths.settingsData(), describeUndo(count));
    }
    if (value.intent === "days") {
      const result = await rereadWithDayOrder(member, id, value.order ?? "day");
      if (result === true) return redirect(paths.settingsDataImport(id));
      const reason = result === false ? IMPORT_FILE_GONE : IMPORT_READ_TOO_OFTEN;
      return redirectWithToast(paths.settingsDataImport(id), reason);
    }
    if (value.intent === "continue" && (await retryReading(member, id)))
      return redirect(paths.settingsDataImport(id));
    const isFirst = value.intent === "confirm";
    if (isFirst) await discardReading(member, id);
    const result = await runImport(member, id, isFirst ? choicesOf(value) : {});
    if (result === "gone") throw notFound();
    const importPath = paths.settingsDataImport(id);
    return result === "busy" && isFirst ? redirectWithToast(importPath, IMPORT_BUSY) : redirect(importPath);
  });

type Choices = { settings?: string | undefined; details?: string | undefined };

const choicesOf = ({ settings, details }: Choices) => ({
  withSettings: settings === "on",
  withDetails: details === "on",
});

export default function ImportPage() {
  const state = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <SettingsPage>
      {reply?.notice && <FormNotice {...reply.notice} />}
      {state.stage === "reading" && <ImportReading {...state} />}
      {state.stage === "preview" && (
        <ImportSummary
          preview={state.preview}
          sourceNames={state.sourceNames}
          kinds={state.kinds}
          examples={state.examples}
          canSwitchDays={state.canSwitchDays}
        />
      )}
      {state.stage === "running" && <ImportRunning state={state} />}
      {state.stage === "done" && <ImportReport state={state} />}
    </SettingsPage>
  );
}
