import { SummaryMark } from "~/components/ui/summary-mark";
import { t } from "~/i18n/t";
import { SaidText } from "./message-list";

/** Exactly what would leave this server, in its order. */
export function OutgoingText({
  host,
  sent,
  typed,
  open,
}: {
  host: string;
  sent: { from: string; text: string }[];
  /** What is in the field now; it would be the last part. */
  typed: string;
  open: boolean;
}) {
  const parts = typed ? [...sent, { from: t("You, now"), text: typed }] : sent;
  return (
    <details id="sent" open={open} className="group scroll-mt-6 rounded border border-line">
      <summary className="flex min-h-11 items-center px-4 py-2 font-medium">
        <SummaryMark />
        {t("Exactly this text will be sent to {host}", { host })}
      </summary>
      <ol className="space-y-4 border-t border-line px-4 py-4">
        {parts.map(({ from, text }, at) => (
          <li key={at} className="text-sm">
            <p className="font-semibold">{from}</p>
            <SaidText>{text}</SaidText>
          </li>
        ))}
        {!typed && <li className="text-sm text-muted">{t("What you write above is added at the end.")}</li>}
      </ol>
    </details>
  );
}
