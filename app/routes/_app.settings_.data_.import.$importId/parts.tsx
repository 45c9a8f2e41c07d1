import { Form, useSubmit } from "@remix-run/react";
import { useEffect, useRef, type ReactNode } from "react";
import { FormProtection } from "~/components/forms/form-protection";
import { SubmitButton } from "~/components/forms/submit-button";
import { ButtonLink } from "~/components/ui/button";
import { kindName } from "~/domain/journal/entry";
import { dateInWords } from "~/domain/journal/local-day";
import { numberInWords } from "~/domain/journal/locale";
import type { ImportPreview, ImportState } from "~/domain/portability/import-preview";

const SOURCES = { json: "Still and Know", dayone: "Day One", markdown: "Markdown" } as const;

const number = (count: number) => numberInWords(count);
const counted = (count: number, one: string, many: string) => `${number(count)} ${count === 1 ? one : many}`;
const entries = (count: number) => counted(count, "entry", "entries");

/** What would come, before anything is kept. */
export function ImportSummary({ preview }: { preview: ImportPreview }) {
  const { coming, drafts, ownPrompts, hasSettings } = preview;
  const hasMore = drafts > 0 || ownPrompts > 0 || hasSettings;
  return (
    <section aria-labelledby="import-heading">
      <h2 id="import-heading" className="text-xl">
        {coming > 0 ? `${entries(coming)} would come` : "No new entries"}
      </h2>
      <p className="mb-6 mt-1 break-words text-muted">
        From {preview.fileName}
        {preview.sources.length > 0 && ` (${preview.sources.map((source) => SOURCES[source]).join(", ")})`}.
        Nothing is kept yet.
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
                Take over the settings too
                <span className="block text-sm text-muted">
                  Prompt set, prayer times, time zone, passage plan and rhythm, as far as your plan holds
                  them.
                </span>
              </span>
            </label>
          )}
          <div className="flex flex-wrap gap-3">
            <SubmitButton name="intent" value="confirm" pendingText="Importing...">
              {coming > 0 ? `Import ${entries(coming)}` : "Import the rest"}
            </SubmitButton>
            <SubmitButton name="intent" value="cancel" variant="quiet">
              Keep nothing
            </SubmitButton>
          </div>
        </Form>
      ) : (
        <div className="mt-8">
          <ButtonLink to="/settings/data" variant="quiet">
            Back
          </ButtonLink>
        </div>
      )}
    </section>
  );
}

function ComingTable({ preview: { kinds, from, to } }: { preview: ImportPreview }) {
  return (
    <>
      <p className="mb-4">{from === to ? dateInWords(from) : `${dateInWords(from)} to ${dateInWords(to)}`}</p>
      <table className="mb-6 w-full max-w-md text-left">
        <caption className="sr-only">New entries by kind</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Kind</th>
            <th scope="col">Entries</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-y border-line">
          {kinds.map(({ kind, count }) => (
            <tr key={kind}>
              <th scope="row" className="py-2 pr-4 font-normal">
                {kindName(kind)}
              </th>
              <td className="py-2 text-right tabular-nums">{number(count)}</td>
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
  const lines: ReactNode[] = [
    known > 0 &&
      `${entries(known)} ${known === 1 ? "is" : "are"} in your journal already${inTrash > 0 ? ` (${number(inTrash)} in the trash)` : ""} and will stay as ${known === 1 ? "it is" : "they are"}.`,
    twice > 0 &&
      `${entries(twice)} ${twice === 1 ? "stands" : "stand"} in the file twice and will come once.`,
    pictures > 0 &&
      `${counted(pictures, "picture or recording stays", "pictures and recordings stay")} behind: only words come here.`,
    long > 0 &&
      `${entries(long)} ${long === 1 ? "is" : "are"} longer than the page for changing takes: to be read whole, and to be shortened before a change.`,
    drafts > 0 && `${counted(drafts, "draft", "drafts")}, where you have not begun one yourself.`,
    ownPrompts > 0 && `${counted(ownPrompts, "question", "questions")} of your own.`,
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
          <summary className="min-h-11 py-2 font-medium">{entries(refused)} cannot be taken</summary>
          <ul className="space-y-1 border-l-2 border-line pl-4 text-sm">
            {refusals.map(({ where, why }, at) => (
              <li key={at} className="break-words">
                {where}: {why}
              </li>
            ))}
            {refused > refusals.length && <li>and {number(refused - refusals.length)} more</li>}
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
        On the way
      </h2>
      <p role="status" className="mb-3">
        {number(added)} of {entries(preview.coming)} {added === 1 ? "has" : "have"} come.
      </p>
      <progress value={percent} max={100} className="mb-6 w-full max-w-measure" aria-label="Import">
        {percent} %
      </progress>
      <Form method="post" ref={form}>
        <FormProtection />
        <input type="hidden" name="intent" value="continue" />
        <SubmitButton pendingText="Importing...">Go on</SubmitButton>
      </Form>
    </section>
  );
}

/** What has come and what has not. */
export function ImportReport({ state: { preview, added } }: { state: ImportState }) {
  return (
    <section aria-labelledby="import-heading">
      <h2 id="import-heading" className="mb-3 text-xl">
        {added > 0 ? `${entries(added)} ${added === 1 ? "has" : "have"} come` : "Done"}
      </h2>
      <p className="mb-6 text-muted">They stand in your history, each on its day.</p>
      <Remarks preview={preview} />
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to="/journal/history">Open the history</ButtonLink>
        <ButtonLink to="/settings/data" variant="quiet">
          Another file
        </ButtonLink>
      </div>
    </section>
  );
}
