import { Link } from "@remix-run/react";
import { TRANSLATION_NAMES } from "~/domain/scripture/translation";
import type { Translation } from "~/domain/member/prayer";
import { t } from "~/i18n/t";

/** Today's passage as it begins, with the way to the whole of it. */
export function PassageBeginning({
  reference,
  translation,
  lines,
  isWhole,
}: {
  reference: string;
  translation: Translation;
  lines: string[];
  isWhole: boolean;
}) {
  return (
    <figure>
      <blockquote className="scripture border-l-2 border-accent pl-5">
        {lines.map((line, at) => (
          <p key={at} className={lines.length > 1 ? "verse-line" : "line-clamp-3"}>
            {line}
          </p>
        ))}
      </blockquote>
      <figcaption className="mt-2 pl-5 text-sm text-muted">
        {reference} · {TRANSLATION_NAMES[translation]}
        {" · "}
        <Link to={`/journal/passage?ref=${encodeURIComponent(reference)}`}>
          {isWhole ? t("Read in full context") : t("Read all")}
        </Link>
      </figcaption>
    </figure>
  );
}
