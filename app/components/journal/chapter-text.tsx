import clsx from "clsx";
import type { Verse } from "~/domain/scripture/passage";
import { t } from "~/i18n/t";

/** A whole chapter, one verse a line, with a passage in it marked by a line at its side. */
export function ChapterText({
  chapter,
  verses,
  within,
}: {
  chapter: number;
  verses: Verse[];
  /** "5.25" and so on: the verses of the passage. */
  within: string[];
}) {
  const marked = new Set(within);
  const isIn = ({ number }: Verse) => marked.has(`${chapter}.${number}`);
  const first = verses.find(isIn)?.number;
  return (
    <section aria-label={t("Chapter {chapter}", { chapter })} className="scripture mb-10 max-w-measure">
      {verses.map((verse) => (
        <div
          key={verse.number}
          id={verse.number === first && within[0] === `${chapter}.${first}` ? "passage" : undefined}
          className={clsx(
            "border-l-2 py-1 pl-5",
            isIn(verse) ? "border-accent" : "border-transparent text-muted",
          )}
        >
          {verse.text.split("\n").map((line, at) => (
            <p
              key={at}
              className={verse.text.includes("\n") ? (at === 0 ? "verse-line" : "verse-line-2") : undefined}
            >
              {at === 0 && <sup className="verse-number">{verse.number}</sup>}
              {line}
            </p>
          ))}
        </div>
      ))}
    </section>
  );
}
