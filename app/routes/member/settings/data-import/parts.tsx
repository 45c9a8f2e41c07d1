import { useSubmit } from "@remix-run/react";
import { useEffect, useRef, type ReactNode } from "react";
import { usePolling } from "~/browser/timers";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { EntryText } from "~/components/journal/entry-text";
import { ButtonLink } from "~/components/ui/button";
import { Disclosure } from "~/components/ui/disclosure";
import { TitledSection } from "~/components/ui/titled-section";
import { formatDate, formatDateSpan } from "~/domain/calendar/local-day";
import { formatNumber } from "~/domain/calendar/locale";
import type { DetailLines, ImportPreview, ImportState } from "~/domain/portability/import-preview";
import type { RenderedExample } from "~/domain/portability/staged-import.server";
import { t, tn } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";
import { countValue, Remarks } from "./remarks";

/** Number of new entries of each kind. */
type Kinds = { name: string; count: number }[];

type Summary = {
  preview: ImportPreview;
  sourceNames: string[];
  kinds: Kinds;
  examples: RenderedExample[];
  /** Whether the file is still stored, so that it can be read again with the other order of day and month. */
  canSwitchDays: boolean;
};

/** Preview of an import, for confirmation. */
export function ImportSummary({ preview, sourceNames, kinds, examples, canSwitchDays }: Summary) {
  const { coming, drafts, ownPrompts, intentions, threads, insights, hasSettings, fileName } = preview;
  const { details } = preview;
  const sources = sourceNames.join(", ");
  const others = drafts + ownPrompts + intentions + threads + insights + (details?.alone ?? 0);
  const hasMore = others > 0 || hasSettings;
  return (
    <TitledSection
      id="import-heading"
      title={
        coming > 0
          ? tn("{count} entry to import", "{count} entries to import", coming, countValue(coming))
          : details?.alone
            ? t("No entries with words")
            : t("No new entries")
      }
      titleClass="text-xl"
    >
      <p className="mb-6 mt-1 break-words text-muted">
        {sources
          ? t("From {fileName} ({sources}). Nothing is kept yet.", { fileName, sources })
          : t("From {fileName}. Nothing is kept yet.", { fileName })}
      </p>
      {coming > 0 && <NewEntries preview={preview} kinds={kinds} />}
      {examples.length > 0 && <Examples examples={examples} />}
      <Remarks preview={preview} />
      {canSwitchDays && <DayOrderForm guessed={preview.guessedDays} />}
      {coming > 0 || hasMore ? (
        <PostForm className="mt-8 grid grid-cols-1 gap-6">
          {details && <DetailsChoice details={details} />}
          {hasSettings && (
            <Choice name="settings" label={t("Import the settings too")}>
              <Trans>
                Prompt set, prayer times, time zone, dates, passage plan, rhythm, in-app reminders and
                appearance, as far as your plan includes them. You will be asked again for what you agreed to.
              </Trans>
            </Choice>
          )}
          <div className="flex flex-wrap gap-3">
            <SubmitButton name="intent" value="confirm" pendingText={t("Importing…")}>
              {coming > 0
                ? tn("Import {count} entry", "Import {count} entries", coming, countValue(coming))
                : t("Import the rest")}
            </SubmitButton>
            <SubmitButton name="intent" value="cancel" variant="quiet">
              {t("Discard")}
            </SubmitButton>
          </div>
        </PostForm>
      ) : (
        <div className="mt-8">
          <ButtonLink to={paths.settingsData()} variant="quiet">
            {t("Back")}
          </ButtonLink>
        </div>
      )}
    </TitledSection>
  );
}

/** A checkbox with an explanation below its label. */
function Choice({ name, label, children }: { name: string; label: string; children: ReactNode }) {
  return (
    <label className="flex min-h-11 max-w-measure items-start gap-3">
      <input type="checkbox" name={name} className="mt-0.5 shrink-0" />
      <span className="min-w-0">
        {label}
        <span className="block break-words text-sm text-muted">{children}</span>
      </span>
    </label>
  );
}

/** The choice to import places, moods and the like as a line of text, because entries have no such fields. */
function DetailsChoice({ details: { entries, alone, example } }: { details: DetailLines }) {
  const lines = [
    entries > 0 &&
      tn(
        "A line at the end of {count} entry: “{example}”.",
        "A line at the end of {count} entries, such as “{example}”.",
        entries,
        { ...countValue(entries), example },
      ),
    entries === 0 && t("A line such as “{example}”.", { example }),
    alone > 0 &&
      tn(
        "{count} entry has nothing else and comes only with this line.",
        "{count} entries have nothing else and come only with this line.",
        alone,
        countValue(alone),
      ),
  ].filter(Boolean);
  return (
    <Choice name="details" label={t("Keep moods, places, weather and music as text")}>
      {lines.join(" ")}
    </Choice>
  );
}

/** Reads the file again with the other order of day and month. */
function DayOrderForm({ guessed }: { guessed: ImportPreview["guessedDays"] }) {
  return (
    <PostForm className="mt-4">
      <input type="hidden" name="order" value={guessed === "month" ? "day" : "month"} />
      <SubmitButton name="intent" value="days" variant="quiet" pendingText={t("Reading…")}>
        {guessed === "month"
          ? t("Read days as day/month/year instead")
          : t("Read days as month/day/year instead")}
      </SubmitButton>
    </PostForm>
  );
}

function NewEntries({ preview: { from, to, years = [] }, kinds }: { preview: ImportPreview; kinds: Kinds }) {
  return (
    <>
      <p className="mb-4">{from === to ? formatDate(from) : formatDateSpan(from, to)}</p>
      <CountTable caption={t("New entries by kind")} head={t("Kind")} rows={kinds} />
      {years.length > 1 && (
        <Disclosure title={t("By year")} open={years.length <= 4}>
          <CountTable
            caption={t("New entries by year")}
            head={t("Year")}
            rows={years.map(({ year, count }) => ({ name: year, count }))}
          />
        </Disclosure>
      )}
    </>
  );
}

function CountTable({ caption, head, rows }: { caption: string; head: string; rows: Kinds }) {
  return (
    <table className="mb-6 w-full max-w-md text-left">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{head}</th>
          <th scope="col">{t("Entries")}</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-y border-line">
        {rows.map(({ name, count }) => (
          <tr key={name}>
            <th scope="row" className="py-2 pr-4 font-normal">
              {name}
            </th>
            <td className="py-2 text-right tabular-nums">{formatNumber(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Sample entries as they will be rendered, so that parsing errors are visible at a glance. */
function Examples({ examples }: { examples: RenderedExample[] }) {
  return (
    <section aria-labelledby="examples" className="mb-8">
      <h3 id="examples" className="mb-3 font-medium">
        {tn("How it will look", "How they will look", examples.length)}
      </h3>
      <div className="max-w-measure space-y-8 border-l-2 border-line pl-5">
        {examples.map(({ name, dateLine, content }, at) => (
          <article key={at}>
            <p className="text-sm text-muted">{dateLine}</p>
            <h4 className="mb-2 text-lg">{name}</h4>
            <EntryText content={content} level="h4" />
          </article>
        ))}
      </div>
    </section>
  );
}

/** Progress of an import. The server continues by itself; with script the page requests the next batches at once. */
export function ImportRunning({ state }: { state: ImportState }) {
  const { preview, added, percent, isBusy, isPaused } = state;
  return (
    <TitledSection id="import-heading" title={t("Importing")} titleClass="mb-3 text-xl">
      <p role="status" className="mb-3">
        {tn("Imported {added} of {count} entry.", "Imported {added} of {count} entries.", preview.coming, {
          ...countValue(preview.coming),
          added: formatNumber(added),
        })}
      </p>
      <progress value={percent} max={100} className="mb-6 w-full max-w-measure" aria-label={t("Import")}>
        {percent}%
      </progress>
      <p className="mb-6 max-w-measure text-muted">
        {isPaused
          ? t(
              "It could not continue just now. It tries again on its own within the hour; you can also try now.",
            )
          : t("It continues on its own, even after a restart. You may leave this page and come back.")}
      </p>
      {isBusy ? <Polling /> : <ContinueForm state={state} />}
    </TitledSection>
  );
}

const POLL_INTERVAL_MS = 1_500;

function Polling() {
  usePolling(POLL_INTERVAL_MS);
  return null;
}

function ContinueForm({ state: { percent, added, isPaused } }: { state: ImportState }) {
  const form = useRef<HTMLFormElement>(null);
  const submit = useSubmit();
  useEffect(() => {
    if (form.current && !isPaused) submit(form.current, { replace: true });
  }, [percent, added, isPaused, submit]);
  return (
    <PostForm ref={form}>
      <input type="hidden" name="intent" value="continue" />
      <SubmitButton pendingText={t("Importing…")}>{t("Continue")}</SubmitButton>
    </PostForm>
  );
}

/** Result of a finished import. */
export function ImportReport({ state: { preview, added, withDetails } }: { state: ImportState }) {
  return (
    <TitledSection
      id="import-heading"
      title={
        added > 0
          ? tn("{count} entry imported", "{count} entries imported", added, countValue(added))
          : t("Done")
      }
      titleClass="mb-3 text-xl"
    >
      <p className="mb-6 text-muted">{t("You will find them in your history, each on its own day.")}</p>
      <Remarks preview={preview} withDetails={withDetails} />
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to={paths.history()}>{t("Open your history")}</ButtonLink>
        <ButtonLink to={paths.settingsData()} variant="quiet">
          {t("Another file")}
        </ButtonLink>
      </div>
      {added > 0 && (
        <PostForm className="mt-12 border-t border-line pt-6">
          <SubmitButton name="intent" value="undo" variant="danger" pendingText={t("Undoing…")}>
            {t("Undo this import")}
          </SubmitButton>
          <p className="mt-2 max-w-measure text-sm text-muted">
            {t(
              "Moves the imported entries to the trash; possible for thirty days after the import. Entries you have changed since stay, and so does everything else that was imported.",
            )}
          </p>
        </PostForm>
      )}
    </TitledSection>
  );
}
