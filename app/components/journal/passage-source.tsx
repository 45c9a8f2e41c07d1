import { Link } from "@remix-run/react";
import type { Passage } from "~/domain/scripture/passages/passage";
import { t } from "~/i18n/t";

/** Where a passage stands, in which translation, and the way to read on from it. */
export function PassageSource({
  passage: { reference, translation, lacking, address },
  readOn,
}: {
  passage: Pick<Passage, "reference" | "translation" | "lacking" | "address">;
  /** The words of the link; none where no one is signed in. */
  readOn?: string;
}) {
  return (
    <figcaption className="mt-2 pl-5 text-sm text-muted">
      {reference} · {translation.name}
      {readOn !== undefined && (
        <span className="no-print whitespace-nowrap">
          {" · "}
          <Link to={address}>{readOn}</Link>
        </span>
      )}
      {lacking !== null && (
        <span className="block">{t("{lacking} does not have this passage.", { lacking })}</span>
      )}
    </figcaption>
  );
}
