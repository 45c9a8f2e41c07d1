import { Link } from "~/components/ui/link";

export type QuietLink = {
  to: string;
  label: string;
  /** Stays in the document: other pages come without script, and are documents of their own. */
  scripted?: boolean;
};

/** Links at the foot of a page, as items of a list. */
export function LinkItems({ links }: { links: readonly QuietLink[] }) {
  return links.map(({ to, label, scripted }) => (
    <li key={to}>
      <Link
        to={to}
        reloadDocument={!scripted}
        className="inline-flex min-h-11 items-center text-sm text-muted no-underline hover:text-ink hover:underline"
      >
        {label}
      </Link>
    </li>
  ));
}
