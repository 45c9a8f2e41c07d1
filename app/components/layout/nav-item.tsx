import { Link } from "@remix-run/react";
import clsx from "clsx";
import { Icon, type IconName } from "~/components/ui/icon";

/** A line of a sidebar; the page that is open is marked by a line and `aria-current`. */
export function NavItem({
  to,
  label,
  icon,
  current,
  className,
}: {
  to: string;
  label: string;
  icon: IconName;
  current: boolean;
  className?: string;
}) {
  return (
    <Link
      to={to}
      aria-current={current ? "page" : undefined}
      className={clsx(
        "flex min-h-11 items-center gap-3 border-l-2 pr-3 text-base no-underline hover:underline",
        current ? "border-accent font-semibold text-ink" : "border-transparent text-muted hover:text-ink",
        className ?? "pl-4",
      )}
    >
      <Icon name={icon} className={clsx("shrink-0", current && "text-accent")} />
      {label}
    </Link>
  );
}
