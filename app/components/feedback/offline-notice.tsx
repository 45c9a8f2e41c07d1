import { PageHeading } from "~/components/ui/page-heading";
import { OFFLINE_TEXTS } from "~/domain/journal/offline-page";
import { t } from "~/i18n/t";

/** Offline message with a reload link. */
export function OfflineNotice({ again }: { again: string }) {
  return (
    <>
      <PageHeading title={OFFLINE_TEXTS.title} intro={<p>{OFFLINE_TEXTS.intro}</p>} />
      <p>
        <a
          href={again}
          className="inline-flex min-h-11 items-center justify-center rounded border border-edge px-5 py-2 font-medium text-ink no-underline hover:border-ink"
        >
          {OFFLINE_TEXTS.again}
        </a>
      </p>
    </>
  );
}

/** Connection state beside a form, in words as well as in colour. */
export function ConnectionIndicator({ online, notice }: { online: boolean; notice: string }) {
  return (
    <p className="flex items-center gap-2 text-sm text-muted">
      <span aria-hidden="true" className={`h-2 w-2 rounded-full ${online ? "bg-accent" : "bg-harm"}`} />
      <span role="status">{online ? t("Connected") : t("Offline. {notice}", { notice })}</span>
    </p>
  );
}
