import type { IntentionReply } from "~/browser/submit-intention";
import { FormNotice } from "~/components/forms/form-notice";
import { SavedFields } from "~/components/journal/saved-fields";
import type { PrayerState } from "~/domain/journal/prayers/intention";
import type { Recurrence } from "~/domain/journal/prayers/recurrence";
import { t } from "~/i18n/t";

/** What of an intention its forms need. */
export type PrayerInForms = {
  id: string;
  name: string;
  line: string;
  came: string;
  coming: string;
  rhythm: Recurrence;
  state: PrayerState;
  shared: boolean;
  version: number;
};
export type PrayerReply = IntentionReply & { saved?: PrayerInForms };
/** What a form of one intention is given. */
export type PrayerFormProps = { prayer: PrayerInForms; reply: PrayerReply | undefined };

export const SUMMARY = "inline-flex min-h-11 items-center underline underline-offset-4";

/** A page with several forms shows a refusal at the form that was sent. */
export function replyTo(reply: PrayerReply | undefined, intent: string): PrayerReply | undefined {
  const sent = reply?.sent ?? reply?.lastResult?.initialValue;
  return sent?.intent === intent ? reply : undefined;
}

/** What another window has saved, beside what was typed in this one. */
function Saved({ saved }: { saved: PrayerInForms }) {
  const parts = [
    { name: t("Name"), text: saved.name },
    { name: t("A line under it"), text: saved.line },
    { name: t("When it comes"), text: saved.coming },
    { name: t("What came of it"), text: saved.came },
  ];
  return <SavedFields title={t("What is saved now")} parts={parts} />;
}

/** Why a form was refused, and what another window saved. */
export function Refusal({ reply }: { reply: PrayerReply | undefined }) {
  if (!reply?.notice) return null;
  return (
    <div className="mb-6 space-y-6">
      <FormNotice {...reply.notice} />
      {reply.saved && <Saved saved={reply.saved} />}
    </div>
  );
}
