import { Fragment } from "react";
import { toBlocks, type Passage, type Verse } from "~/domain/scripture/passages/passage";
import { t } from "~/i18n/t";
import { PassageSource } from "./passage-source";

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
