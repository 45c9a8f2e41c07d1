import { Link } from "@remix-run/react";
import * as addresses from "~/addresses";
import { MarkedText } from "~/components/journal/entry-list";
import type { MarkedPiece } from "~/domain/journal/history/search-excerpt";
import { t } from "~/i18n/t";

type Found = { id: string; plain: string; name: MarkedPiece[]; text: MarkedPiece[] };

/** The people and intentions that a search finds, above its entries. */
export function FoundIntentions({ intentions, more }: { intentions: Found[]; more: string | null }) {
  return (
    <section className="mt-10">
      <h2 className="mb-3 text-lg font-semibold">{t("People and intentions")}</h2>
      <ul className="divide-y divide-line border-y border-line">
        {intentions.map(({ id, plain, name, text }) => (
          <li key={id} className="py-4">
            <Link to={addresses.prayer(id)} dir="auto" className="break-words font-serif text-lg text-ink">
              {name.length > 0 ? <MarkedText pieces={name} /> : plain}
            </Link>
            {text.length > 0 && (
              <p dir="auto" className="break-words font-serif text-muted">
                <MarkedText pieces={text} />
              </p>
            )}
          </li>
        ))}
      </ul>
      {more && (
        <p className="mt-4">
          <Link to={more}>{t("All intentions with these words")}</Link>
        </p>
      )}
    </section>
  );
}
