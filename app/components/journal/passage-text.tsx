import { Link } from "@remix-run/react";
import { Fragment } from "react";
import { toBlocks, type Passage, type Verse } from "~/domain/scripture/passages/passage";
import { t } from "~/i18n/t";

/** Reference, translation and link to the chapter of a passage. */
export function PassageSource({
  passage: { reference, translation, lacking, address },
  readOn,
}: {
  passage: Pick<Passage, "reference" | "translation" | "lacking" | "address">;
  /** Label of the link; omit it for anonymous visitors. */
  readOn?: string;
}) {
  return (
    <figcaption className="ml-0.5 mt-2 pl-5 text-sm text-muted">
      {reference} · {translation.name}
      {readOn !== undefined && (
        <span className="no-print whitespace-nowrap">
          {" · "}
          <Link to={address} className="py-3">
            {readOn}
          </Link>
        </span>
      )}
      {lacking !== null && (
        <span className="block">{t("{lacking} does not have this passage.", { lacking })}</span>
      )}
    </figcaption>
  );
}

/**
 * Passage with its reference: prose as running text, poetry line by line, with verse numbers if there are several
 * verses.
 */
export function PassageText({
  passage,
  readOn = true,
  canListen = false,
  textId,
  className,
}: {
  passage: Passage;
  /** Whether to link the chapter, which needs a signed-in member. */
  readOn?: boolean;
  /** Whether to offer the recording of its chapter. */
  canListen?: boolean;
  /** Id of the element with the text. */
  textId?: string;
  className?: string;
}) {
  const { verses, translation, reference, recording } = passage;
  const numbered = verses.length > 1;
  return (
    <figure className={className}>
      {canListen && recording && <RecordingPlayer url={recording} name={reference} />}
      <blockquote
        id={textId}
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

/** Explains why the passage is not the one of the chosen plan. */
export function PlanNote({ words }: { words: string }) {
  return <p className="mt-3 max-w-measure pl-[22px] text-sm text-muted">{words}</p>;
}

/** Player for the recording of a chapter; nothing is loaded before it is pressed. */
export function RecordingPlayer({ url, name }: { url: string | null; name: string }) {
  if (!url) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- the page has the text of the chapter
    <audio
      controls
      preload="none"
      src={url}
      aria-label={t("{name}, read aloud", { name })}
      className="no-print mb-6 w-full max-w-measure"
    />
  );
}
