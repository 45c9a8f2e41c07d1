import { SubmitButton } from "~/components/forms/submit-button";
import { t, tn } from "~/i18n/t";

/** Lengths that are offered; the page takes any minute from one to twenty. */
const MINUTES = [1, 2, 3, 5, 7, 10, 15, 20] as const;

/** How long to be silent, and the button that saves and leads there. */
export function SilenceChoice({ proposed }: { proposed: number }) {
  return (
    <div className="flex flex-wrap items-end gap-4">
      <div>
        <label htmlFor="minutes" className="mb-1.5 block font-medium">
          {t("Silence")}
        </label>
        <select id="minutes" name="minutes" defaultValue={proposed} className="control">
          {MINUTES.map((minutes) => (
            <option key={minutes} value={minutes}>
              {tn("{count} minute", "{count} minutes", minutes)}
            </option>
          ))}
        </select>
      </div>
      <SubmitButton name="intent" value="silence" variant="quiet" pendingText={t("Saving…")}>
        {t("Begin the silence")}
      </SubmitButton>
    </div>
  );
}
