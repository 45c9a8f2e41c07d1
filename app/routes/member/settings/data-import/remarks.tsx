import type { ReactNode } from "react";
import { DisclosureIcon } from "~/components/ui/disclosure";
import { formatNumber } from "~/domain/calendar/locale";
import { IMPORT_LIMITS } from "~/domain/portability/data-texts";
import type { ImportPreview } from "~/domain/portability/import-preview";
import { t, tn } from "~/i18n/t";

/** Message parameter with a formatted count. */
export const countValue = (count: number) => ({ count: formatNumber(count) });

function describeKnown(known: number, inTrash: number): string {
  if (inTrash === 0)
    return tn(
      "{count} entry is already in your journal and will stay as it is.",
      "{count} entries are already in your journal and will stay as they are.",
      known,
      countValue(known),
    );
  return tn(
    "{count} entry is already in your journal ({inTrash} in the trash) and will stay as it is.",
    "{count} entries are already in your journal ({inTrash} in the trash) and will stay as they are.",
    known,
    { ...countValue(known), inTrash: formatNumber(inTrash) },
  );
}

/**
 * Counts the details that the import omits. With `withDetails`, those in `kept` are imported as a line of text and do not
 * count. Previews from an earlier version have no `kept`, because that version imported all of them as text.
 */
function countWithoutLine({ left = {}, kept = left }: ImportPreview, withDetails: boolean) {
  const countOf = (kind: "places" | "weather" | "music" | "moods") =>
    Math.max(0, (left[kind] ?? 0) - (withDetails ? (kept[kind] ?? 0) : 0));
  return {
    places: countOf("places"),
    weather: countOf("weather"),
    music: countOf("music"),
    moods: countOf("moods"),
  };
}

/** Lists skipped content and other remarks on an import. `withDetails`: places, moods and the like are kept as text. */
export function Remarks({ preview, withDetails = false }: { preview: ImportPreview; withDetails?: boolean }) {
  const { known, inTrash, twice, refused, refusals, pictures, long, drafts, ownPrompts, intentions } =
    preview;
  const { threads, insights, sources, left = {}, leftOut = [], withPictures = 0, guessedDays } = preview;
  const { videos = 0, recordings = 0, files = 0 } = left;
  const { places, weather, music, moods } = countWithoutLine(preview, withDetails);
  const alone = withDetails ? 0 : (preview.details?.alone ?? 0);
  const { comments = 0, locked = 0, tags = 0 } = left;
  const lines: ReactNode[] = [
    guessedDays &&
      (guessedDays === "month"
        ? t("Days such as 05/06/2024 were read as month and day: the 6th of May.")
        : t("Days such as 05/06/2024 were read as day and month: the 5th of June.")),
    known > 0 && describeKnown(known, inTrash),
    twice > 0 &&
      tn(
        "{count} entry is in the file twice and will be imported once.",
        "{count} entries are in the file twice and will be imported once.",
        twice,
        countValue(twice),
      ),
    withPictures > 0 &&
      tn(
        "{count} picture comes with them.",
        "{count} pictures come with them.",
        withPictures,
        countValue(withPictures),
      ),
    pictures > 0 &&
      tn("{count} picture is left out.", "{count} pictures are left out.", pictures, countValue(pictures)),
    videos > 0 &&
      tn("{count} video is left out.", "{count} videos are left out.", videos, countValue(videos)),
    recordings > 0 &&
      tn(
        "{count} recording is left out.",
        "{count} recordings are left out.",
        recordings,
        countValue(recordings),
      ),
    places > 0 &&
      tn("{count} place is left out.", "{count} places are left out.", places, countValue(places)),
    weather > 0 &&
      tn(
        "The weather of {count} entry is left out.",
        "The weather of {count} entries is left out.",
        weather,
        countValue(weather),
      ),
    music > 0 &&
      tn(
        "The music of {count} entry is left out.",
        "The music of {count} entries is left out.",
        music,
        countValue(music),
      ),
    moods > 0 &&
      tn(
        "{count} mood that is a number is left out: moods are words here.",
        "{count} moods that are numbers are left out: moods are words here.",
        moods,
        countValue(moods),
      ),
    withDetails &&
      preview.details &&
      t("Moods, places, weather and music are a line of text in their entries."),
    alone > 0 &&
      tn(
        "{count} entry with a mood, place or weather has no words.",
        "{count} entries with a mood, place or weather have no words.",
        alone,
        countValue(alone),
      ),
    files > 0 &&
      tn(
        "{count} other attachment is left out.",
        "{count} other attachments are left out.",
        files,
        countValue(files),
      ),
    tags > 0 &&
      tn(
        "{count} tag is left out: an entry has twenty at most, of forty characters each.",
        "{count} tags are left out: an entry has twenty at most, of forty characters each.",
        tags,
        countValue(tags),
      ),
    comments > 0 &&
      tn("{count} comment is left out.", "{count} comments are left out.", comments, countValue(comments)),
    locked > 0 &&
      tn(
        "{count} encrypted passage is left out.",
        "{count} encrypted passages are left out.",
        locked,
        countValue(locked),
      ),
    long > 0 &&
      tn(
        "{count} entry is too long for the edit page: you can read the text in full, but must shorten it before saving a change.",
        "{count} entries are too long for the edit page: you can read the text in full, but must shorten it before saving a change.",
        long,
        countValue(long),
      ),
    drafts > 0 &&
      tn(
        "{count} draft, where you have not begun one here.",
        "{count} drafts, where you have not begun one here.",
        drafts,
        countValue(drafts),
      ),
    ownPrompts > 0 &&
      tn(
        "{count} question of your own.",
        "{count} questions of your own.",
        ownPrompts,
        countValue(ownPrompts),
      ),
    intentions > 0 &&
      tn(
        "{count} person or intention held in prayer.",
        "{count} people and intentions held in prayer.",
        intentions,
        countValue(intentions),
      ),
    threads > 0 &&
      tn(
        "{count} conversation with a coach.",
        "{count} conversations with coaches.",
        threads,
        countValue(threads),
      ),
    insights > 0 &&
      tn(
        "{count} weekly insight, for weeks that have none here.",
        "{count} weekly insights, for weeks that have none here.",
        insights,
        countValue(insights),
      ),
    sources.includes("json") &&
      t(
        "Name, address and plan, what you agreed to, and the list of requests to a language model belong to the account and are not imported.",
      ),
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
        <details className="group mt-4 max-w-measure">
          <summary className="flex min-h-11 items-center font-medium">
            <DisclosureIcon />
            {tn(
              "{count} entry cannot be imported",
              "{count} entries cannot be imported",
              refused,
              countValue(refused),
            )}
          </summary>
          <ul className="space-y-1 border-l-2 border-line pl-4 text-sm">
            {refusals.map(({ where, why }, at) => (
              <li key={at} className="break-words">
                {where}: {why}
              </li>
            ))}
            {refused > refusals.length && (
              <li>{t("and {more} more", { more: formatNumber(refused - refusals.length) })}</li>
            )}
          </ul>
        </details>
      )}
      {leftOut.length > 0 && (
        <details className="group mt-4 max-w-measure">
          <summary className="flex min-h-11 items-center font-medium">
            <DisclosureIcon />
            {t("Files that are not imported")}
          </summary>
          <ul className="space-y-1 border-l-2 border-line pl-4 text-sm">
            {leftOut.map(({ where, why }, at) => (
              <li key={at} className="break-words">
                {where}: {why}
              </li>
            ))}
            {leftOut.length === IMPORT_LIMITS.refusalsShown && <li>{t("and perhaps more")}</li>}
          </ul>
        </details>
      )}
    </>
  );
}
