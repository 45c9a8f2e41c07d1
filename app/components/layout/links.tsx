import { FragmentLink } from "~/components/ui/fragment-cache.state";
import { t } from "~/i18n/t";

export function SkipLink() {
  return (
    <div className="no-print">
      <a href="#main" className="skip-link">
        {t("Skip to content")}
      </a>
    </div>
  );
}

export type QuietLink = {
  to: string;
  label: string;
  /** Whether to navigate client-side. A page without script has to be loaded as a new document. */
  scripted?: boolean;
};

const LINK_CLASS =
  "inline-flex min-h-11 items-center text-sm text-muted no-underline hover:text-ink hover:underline";

export function LinkItems({ links }: { links: readonly QuietLink[] }) {
  return links.map(({ to, label, scripted }) => (
    <li key={to}>
      {scripted ? (
        <FragmentLink to={to} className={LINK_CLASS}>
          {label}
        </FragmentLink>
      ) : (
        <a href={to} className={LINK_CLASS}>
          {label}
        </a>
      )}
    </li>
  ));
}
