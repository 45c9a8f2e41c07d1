import { Form, useSubmit } from "@remix-run/react";
import { useEffect, useRef, type ReactNode } from "react";
import { FormProtection } from "~/components/forms/form-protection";
import { SubmitButton } from "~/components/forms/submit-button";
import { ButtonLink } from "~/components/ui/button";
import { kindName } from "~/domain/journal/entry";
import { spanInWords } from "~/domain/journal/day-words";
import { dateInWords } from "~/domain/journal/local-day";
import { numberInWords } from "~/domain/journal/locale";
import type { ImportPreview, ImportState } from "~/domain/portability/import-preview";
import { importWords } from "~/words/settings/import";

const counted = (count: number) => ({ count, shown: numberInWords(count) });

/** What would come, before anything is kept. */
export function ImportSummary({ preview }: { preview: ImportPreview }) {
  const { coming, drafts, ownPrompts, threads, insights, hasSettings } = preview;
  const hasMore = drafts + ownPrompts + threads + insights > 0 || hasSettings;
  return (
    <section aria-labelledby="import-heading">
      <h2 id="import-heading" className="text-xl">
        {coming > 0 ? importWords.wouldCome(counted(coming)) : importWords.noNewEntries}
      </h2>
      <p className="mb-6 mt-1 break-words text-muted">
        {importWords.fromFile({
          fileName: preview.fileName,
          sources: preview.sources.map((source) => importWords.sources[source]),
        })}
      </p>
      {coming > 0 && <ComingTable preview={preview} />}
      <Remarks preview={preview} />
      {coming > 0 || hasMore ? (
        <Form method="post" className="mt-8 grid grid-cols-1 gap-6">
          <FormProtection />
          {hasSettings && (
            <label className="flex min-h-11 items-start gap-3">
              <input type="checkbox" name="settings" className="mt-0.5 shrink-0" />
              <span>
                {importWords.takeOverTheSettings}
                <span className="block text-sm text-muted">{importWords.takeOverTheSettingsHint}</span>
              </span>
            </label>
          )}
          <div className="flex flex-wrap gap-3">
            <SubmitButton name="intent" value="confirm" pendingText={importWords.importBusy}>
              {coming > 0 ? importWords.importEntries(counted(coming)) : importWords.importTheRest}
            </SubmitButton>
            <SubmitButton name="intent" value="cancel" variant="quiet">
              {importWords.keepNothing}
            </SubmitButton>
          </div>
        </Form>
      ) : (
        <div className="mt-8">
          <ButtonLink to="/settings/data" variant="quiet">
            {importWords.back}
          </ButtonLink>
        </div>
      )}
    </section>
  );
}

function ComingTable({ preview: { kinds, from, to } }: { preview: ImportPreview }) {
  return (
    <>
      <p className="mb-4">{from === to ? dateInWords(from) : spanInWords(from, to)}</p>
      <table className="mb-6 w-full max-w-md text-left">
        <caption className="sr-only">{importWords.newEntriesByKind}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{importWords.kind}</th>
            <th scope="col">{importWords.entries}</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-y border-line">
          {kinds.map(({ kind, count }) => (
            <tr key={kind}>
              <th scope="row" className="py-2 pr-4 font-normal">
                {kindName(kind)}
              </th>
              <td className="py-2 text-right tabular-nums">{numberInWords(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** What stays behind, or needs a word. */
function Remarks({ preview }: { preview: ImportPreview }) {
  const { known, inTrash, twice, refused, refusals, pictures, long, drafts, ownPrompts } = preview;
  const { threads, insights, sources } = preview;
  const lines: ReactNode[] = [
    known > 0 &&
      importWords.inYourJournalAlready({
        ...counted(known),
        inTrash: inTrash > 0 ? numberInWords(inTrash) : null,
      }),
    twice > 0 && importWords.twiceInTheFile(counted(twice)),
    pictures > 0 && importWords.picturesStay(counted(pictures)),
    long > 0 && importWords.tooLong(counted(long)),
    drafts > 0 && importWords.drafts(counted(drafts)),
    ownPrompts > 0 && importWords.ownQuestions(counted(ownPrompts)),
    threads > 0 && importWords.conversations(counted(threads)),
    insights > 0 && importWords.insights(counted(insights)),
    sources.includes("json") && importWords.belongsToTheAccount,
  ].filter(Boolean);
  return (
    <>
      {lines.length > 0 && (
        <ul className="max-w-measure list-disc space-y-1 pl-5">
          {lines.map((line, at) => (
            <li key={at}>{line}</li>
          ))}
        </ul>
      )}
      {refused > 0 && (
        <details className="mt-4 max-w-measure">
          <summary className="min-h-11 py-2 font-medium">
            {importWords.cannotBeTaken(counted(refused))}
          </summary>
          <ul className="space-y-1 border-l-2 border-line pl-4 text-sm">
            {refusals.map(({ where, why }, at) => (
              <li key={at} className="break-words">
                {where}: {why}
              </li>
            ))}
            {refused > refusals.length && <li>{importWords.andMore(counted(refused - refusals.length))}</li>}
          </ul>
        </details>
      )}
    </>
  );
}

/** On the way: goes on by itself with script, by a button without. */
export function ImportRunning({ state: { preview, added, percent } }: { state: ImportState }) {
  const form = useRef<HTMLFormElement>(null);
  const submit = useSubmit();
  useEffect(() => {
    if (form.current) submit(form.current, { replace: true });
  }, [percent, submit]);
  return (
    <section aria-labelledby="import-heading">
      <h2 id="import-heading" className="mb-3 text-xl">
        {importWords.onTheWay}
      </h2>
      <p role="status" className="mb-3">
        {importWords.progress({ added: counted(added), coming: counted(preview.coming) })}
      </p>
      <progress
        value={percent}
        max={100}
        className="mb-6 w-full max-w-measure"
        aria-label={importWords.progressLabel}
      >
        {percent} %
      </progress>
      <Form method="post" ref={form}>
        <FormProtection />
        <input type="hidden" name="intent" value="continue" />
        <SubmitButton pendingText={importWords.importBusy}>{importWords.goOn}</SubmitButton>
      </Form>
    </section>
  );
}

/** What has come and what has not. */
export function ImportReport({ state: { preview, added } }: { state: ImportState }) {
  return (
    <section aria-labelledby="import-heading">
      <h2 id="import-heading" className="mb-3 text-xl">
        {added > 0 ? importWords.haveCome(counted(added)) : importWords.done}
      </h2>
      <p className="mb-6 text-muted">{importWords.theyStandInYourHistory}</p>
      <Remarks preview={preview} />
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to="/journal/history">{importWords.openTheHistory}</ButtonLink>
        <ButtonLink to="/settings/data" variant="quiet">
          {importWords.anotherFile}
        </ButtonLink>
      </div>
    </section>
  );
}
