import { Link } from "@remix-run/react";
import { Fragment } from "react";
import { toBlocks, type Passage, type Verse } from "~/domain/scripture/passages/passage";
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

/** A passage with its reference: prose runs on, lines of poetry stay lines, verses are numbered where there are several. */
export function PassageText({
  passage,
  readOn = true,
  className,
}: {
  passage: Passage;
  /** With a link to its chapter, for those who are signed in. */
  readOn?: boolean;
  className?: string;
}) {
  const { verses, translation } = passage;
  const numbered = verses.length > 1;
  return (
    <figure className={className}>
      <blockquote
        lang={translation.language}
        dir={translation.direction}
        className="scripture border-l-2 border-day pl-5"
      >
        {toBlocks(verses).map((piece) =>
          piece.set === "lines" ? (
            <Poetry key={keyOf(piece.verse)} verse={piece.verse} numbered={numbered} />
          ) : (
            <p key={keyOf(piece.verses[0])}>
              {piece.verses.map((verse) => (
                <Fragment key={keyOf(verse)}>
                  {numbered && <sup className="verse-number">{verse.number}</sup>}
                  {verse.text}{" "}
                </Fragment>
              ))}
            </p>
          ),
        )}
      </blockquote>
      <PassageSource passage={passage} readOn={readOn ? t("Read on") : undefined} />
    </figure>
  );
}

const keyOf = (verse?: Verse) => `${verse?.chapter}.${verse?.number}`;

function Poetry({ verse, numbered }: { verse: Verse; numbered: boolean }) {
  return verse.text.split("\n").map((line, at) => (
    <p key={at} className={at === 0 ? "verse-line" : "verse-line-2"}>
      {numbered && at === 0 && <sup className="verse-number">{verse.number}</sup>}
      {line}
    </p>
  ));
}

/** Says below a passage that it is not the one of the plan that was chosen, and why. */
export function PlanNote({ words }: { words: string }) {
  return <p className="mt-3 max-w-measure pl-5 text-sm text-muted">{words}</p>;
}
