import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as addresses from "~/addresses";
import { FormNotice } from "~/components/forms/form-notice";
import { SettingsPage } from "~/components/settings/settings-page";
import { kindName } from "~/domain/journal/entries/entry";
import { ImportIntentSchema } from "~/domain/portability/data-schema";
import {
  IMPORT_BUSY,
  IMPORT_CANCELLED,
  IMPORT_CONFIRMED,
  undoneInWords,
} from "~/domain/portability/data-texts";
import { dropImport, importState } from "~/domain/portability/pending-import.server";
import { runImport } from "~/domain/portability/run-import.server";
import { shownExamples } from "~/domain/portability/shown-examples.server";
import { undoImport } from "~/domain/portability/undo-import.server";
import {
  dropReading,
  readAgain,
  readingState,
  type ReadingState,
} from "~/domain/portability/upload-journal.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader, notFound } from "~/http/loaders.server";
import { redirectWithToast } from "~/http/toast.server";
import { t } from "~/i18n/t";
import { ImportReport, ImportRunning, ImportSummary } from "./parts";
import { ImportReading } from "./reading";

export const meta: MetaFunction = () => [{ title: t("Import · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ params, member }) => {
    const id = params.importId ?? "";
    const state = await importState(member, id);
    if (!state) return stillReading(await readingState(member, id));
    const { examples = [], ...preview } = state.preview;
    const kinds = preview.kinds.map(({ kind, count }) => ({ name: kindName(kind), count }));
    const isOpen = state.stage === "preview";
    return { ...state, preview, kinds, examples: isOpen ? await shownExamples(examples) : [] };
  });

/** @throws a 404 where there is nothing to read */
function stillReading(reading: ReadingState | null) {
  if (!reading) throw notFound();
  return { ...reading, stage: "reading" as const };
}

/** Without script the page is read again every few seconds while the file is being read or imported. */
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
      if (!(await dropImport(member, id)))
        return redirectWithToast(addresses.settingsDataImport(id), IMPORT_CONFIRMED);
      await dropReading(member, id);
      return redirectWithToast(addresses.settingsData(), IMPORT_CANCELLED);
    }
    if (value.intent === "undo") {
      const count = await undoImport(member, id);
      if (count === null) throw notFound();
      return redirectWithToast(addresses.settingsData(), undoneInWords(count));
    }
    if (value.intent === "continue" && (await readAgain(member, id)))
      return redirect(addresses.settingsDataImport(id));
    const isFirst = value.intent === "confirm";
    const result = await runImport(member, id, isFirst ? { withSettings: value.settings === "on" } : {});
    if (result === "gone") throw notFound();
    const here = addresses.settingsDataImport(id);
    return result === "busy" && isFirst ? redirectWithToast(here, IMPORT_BUSY) : redirect(here);
  });

export default function ImportPage() {
  const state = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <SettingsPage>
      {reply?.notice && <FormNotice {...reply.notice} />}
      {state.stage === "reading" && <ImportReading {...state} />}
      {state.stage === "preview" && (
        <ImportSummary preview={state.preview} kinds={state.kinds} examples={state.examples} />
      )}
      {state.stage === "running" && <ImportRunning state={state} />}
      {state.stage === "done" && <ImportReport state={state} />}
    </SettingsPage>
  );
}
