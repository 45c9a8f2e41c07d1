import { t } from "~/i18n/t";

/** First on every page: past the furniture to the page itself. */
export function SkipLink() {
  return (
    <div className="no-print">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:left-4 focus:top-4 focus:z-50 focus:rounded focus:bg-raised focus:px-4 focus:py-3"
      >
        {t("Skip to content")}
      </a>
    </div>
  );
}
