import { localMoment } from "~/domain/journal/local-day";
import { timeInWords } from "~/domain/journal/locale";
import { draftStatusWords } from "~/words/journal/draft-status";
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
      return draftStatusWords.savedAsDraft({ at: clock(autosave.at, timezone) });
    case "conflict":
      return draftStatusWords.changedElsewhere;
    case "kept":
      return draftStatusWords.keptOnDevice;
    case "failed":
      return draftStatusWords.notSavedYet;
    case "idle":
      return savedAt && draftStatusWords.savedAsDraftAt({ savedAt });
  }
}
