import { Link } from "@remix-run/react";

export type QuietLink = {
  to: string;
  label: string;
  /** Stays in the document: other pages come without script, and are documents of their own. */
  scripted?: boolean;
};

const LOOK =
  "inline-flex min-h-11 items-center text-sm text-muted no-underline hover:text-ink hover:underline";

/** Links at the foot of a page, as items of a list. */
export function LinkItems({ links }: { links: readonly QuietLink[] }) {
  return links.map(({ to, label, scripted }) => (
    <li key={to}>
      {scripted ? (
        <Link to={to} className={LOOK}>
          {label}
        </Link>
      ) : (
        <a href={to} className={LOOK}>
          {label}
        </a>
      )}
    </li>
  ));
}
