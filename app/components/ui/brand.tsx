import clsx from "clsx";
import { t } from "~/i18n/t";

export function BrandMark({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 40 32"
      // Without a size the mark would fill the window when the style sheet fails to load.
      width="36"
      height="28"
      className={clsx("shrink-0 text-day", className)}
      aria-hidden="true"
      focusable="false"
    >
      <circle cx="20" cy="13" r="5.5" fill="currentColor" />
      <path d="M2 23.5h36" fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
    </svg>
  );
}

/** Product name beside its mark, and the name of the instance. */
export function Brand({ siteName = "" }: { siteName?: string }) {
  return (
    <span className="inline-flex items-center gap-3 text-ink">
      <BrandMark className="h-7 w-9" />
      <span className="flex flex-col gap-x-3 sm:flex-row sm:items-baseline">
        <span className="whitespace-nowrap text-sm font-medium tracking-brand">{t("STILL & KNOW")}</span>{" "}
        {siteName && <span className="text-sm text-muted">{siteName}</span>}
      </span>
    </span>
  );
}
