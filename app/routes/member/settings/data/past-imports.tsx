import { Link } from "@remix-run/react";
import * as addresses from "~/addresses";
import { numberInWords } from "~/domain/calendar/locale";
import type { PastImport } from "~/domain/portability/undo-import.server";
import { t, tn } from "~/i18n/t";

/** Imports that can still be taken back; `day` is in words. */
export function PastImports({ imports }: { imports: PastImport[] }) {
  return (
    <section aria-labelledby="imports-heading">
      <h2 id="imports-heading" className="mb-3 text-xl">
        {t("What you imported lately")}
      </h2>
      <ul className="max-w-measure divide-y divide-line border-y border-line">
        {imports.map(({ id, fileName, day, entries }) => (
          <li key={id} className="py-3">
            <Link to={addresses.settingsDataImport(id)} className="break-words">
              {fileName || t("A file")}
            </Link>
            <p className="text-sm text-muted">
              {day} ·{" "}
              {tn("{count} entry", "{count} entries", entries, { count: numberInWords(entries) })}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
