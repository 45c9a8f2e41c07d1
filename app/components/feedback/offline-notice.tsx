import { PageHeading } from "~/components/ui/page-heading";
import { OFFLINE_TEXTS } from "~/domain/accounts/support/offline-texts";

/** What there is to say without a connection, and the one thing to try. */
export function OfflineNotice({ again }: { again: string }) {
  return (
    <>
      <PageHeading title={OFFLINE_TEXTS.title} intro={<p>{OFFLINE_TEXTS.intro}</p>} />
      <p className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <a
          href={again}
          className="inline-flex min-h-11 items-center justify-center rounded border border-edge px-5 py-2 font-medium text-ink no-underline hover:border-ink"
        >
          {OFFLINE_TEXTS.again}
        </a>{" "}
        <span className="text-sm text-muted">{OFFLINE_TEXTS.advice}</span>
      </p>
    </>
  );
}
