import { Link } from "@remix-run/react";
import { SOFTWARE_LINE } from "~/domain/coaches/roster";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

/** What it is, on every page of every coach, and the way to people beside it. */
export function SoftwareLine() {
  return (
    <p
      role="note"
      className="mb-8 flex flex-wrap items-center justify-between gap-x-6 rounded border-l-4 border-edge bg-sunk px-4 py-2 text-sm"
    >
      <span className="py-1">{SOFTWARE_LINE}</span>{" "}
      <Link to={paths.safety()} reloadDocument className="inline-flex min-h-11 items-center font-medium">
        {t("Need help now?")}
      </Link>
    </p>
  );
}
