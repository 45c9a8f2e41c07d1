import { Link } from "@remix-run/react";
import * as addresses from "~/addresses";
import type { FlowWay } from "~/domain/journal/prompt-sets/flow-shape";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";

/** Which way a reflection belongs to, and what its writer says about the passage. */
export function DayOfWay({ way: { id, name, day, point, writer, language } }: { way: FlowWay }) {
  return (
    <div className="mb-10 max-w-measure">
      {point && (
        <p lang={language || undefined} dir="auto" className="font-serif text-lg">
          {point}
        </p>
      )}
      <p className="mt-2 text-sm text-muted">
        <Trans>
          Day {day} of{" "}
          <Link to={addresses.way(id)} dir="auto">
            {name}
          </Link>
        </Trans>
        {writer && <span dir="auto">{` · ${t("by {writer}", { writer })}`}</span>}
      </p>
    </div>
  );
}
