import { t } from "~/i18n/t";

/** "Offline" or "Connected" beside a form; a word, never colour alone. */
export function ConnectionIndicator({ online, notice }: { online: boolean; notice: string }) {
  return (
    <p className="flex items-center gap-2 text-sm text-muted" data-testid="connection">
      <span aria-hidden="true" className={`h-2 w-2 rounded-full ${online ? "bg-accent" : "bg-harm"}`} />
      <span role="status">{online ? t("Connected") : t("Offline. {notice}", { notice })}</span>
    </p>
  );
}
