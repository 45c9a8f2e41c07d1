import { Link } from "@remix-run/react";
import { Fragment } from "react";
import type { Passage, Verse } from "~/domain/scripture/passage";
import { TRANSLATION_NAMES } from "~/domain/scripture/translation";
import { t } from "~/i18n/t";

/** A passage with its reference: lines of poetry stay lines, verses are numbered where there are several. */
export function PassageText({
  passage,
  context = false,
  className,
}: {
  passage: Passage;
  /** With a link to its chapter. */
  context?: boolean;
  className?: string;
}) {
  const numbered = passage.verses.length > 1;
  return (
    <figure className={className}>
      <blockquote className="scripture border-l-2 border-accent pl-5">
        {passage.verses.some(isPoetry) ? (
          passage.verses.map((verse) => <Poetry key={keyOf(verse)} verse={verse} numbered={numbered} />)
        ) : (
          <p>
            {passage.verses.map((verse) => (
              <Fragment key={keyOf(verse)}>
                {numbered && <sup className="verse-number">{verse.number}</sup>}
                {verse.text}{" "}
              </Fragment>
            ))}
          </p>
        )}
      </blockquote>
      <figcaption className="mt-2 pl-5 text-sm text-muted">
        {passage.reference} · {TRANSLATION_NAMES[passage.translation]}
        {context && (
          <span className="no-print">
            {" · "}
            <Link to={`/journal/passage?ref=${encodeURIComponent(passage.reference)}`}>
              {t("Read in full context")}
            </Link>
          </span>
        )}
      </figcaption>
    </figure>
  );
}

const isPoetry = (verse: Verse) => verse.text.includes("\n");
const keyOf = (verse: Verse) => `${verse.chapter}.${verse.number}`;

function Poetry({ verse, numbered }: { verse: Verse; numbered: boolean }) {
  return verse.text.split("\n").map((line, at) => (
    <p key={at} className={at === 0 ? "verse-line" : "verse-line-2"}>
      {numbered && at === 0 && <sup className="verse-number">{verse.number}</sup>}
      {line}
    </p>
  ));
}
