import { localMoment } from "~/domain/calendar/local-day";
import { timeInWords } from "~/domain/calendar/locale";
import { t } from "~/i18n/t";
import type { Autosave } from "./use-draft-autosave";

const clock = (at: Date, timezone: string) => timeInWords(localMoment(at, timezone).time);

/** "Saved as draft 06:12", in muted ink beside the buttons; never more than that. */
export function DraftStatus({
  savedAt,
  autosave,
  timezone,
}: {
  /** When the stored draft was saved, in words; empty without one. */
  savedAt: string;
  autosave: Autosave;
  timezone: string;
}) {
  return (
    <p role="status" className="text-sm text-muted">
      {statusText(savedAt, autosave, timezone)}
    </p>
  );
}

function statusText(savedAt: string, autosave: Autosave, timezone: string): string {
  switch (autosave.state) {
    case "saved":
      return t("Saved as draft {at}", { at: clock(autosave.at, timezone) });
    case "conflict":
      return t("Not saved: this page was changed in another window. Press “Save draft” to see both texts.");
    case "kept":
      return t("You are offline. Kept on this device, and sent when you are back.");
    case "failed":
      return t("Not saved yet. Your text is still here; please try “Save draft”.");
    case "idle":
      return savedAt && t("Saved as draft {savedAt}", { savedAt });
  }
}
