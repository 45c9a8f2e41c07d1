import clsx from "clsx";
import { useRef } from "react";
import { t } from "~/i18n/t";
import { CHAPTER, useChapterMarkup, useLinksWithin } from "./chapter-on-page";
import { withTranslation } from "./with-translation";

/** The lines of poetry are separated by "\n". */
type Verse = { number: number; text: string };
type Props = {
  /** What stands above the first verse. */
  title: string;
  /** Not there where the document has brought them as markup. */
  verses: Verse[] | undefined;
  marked: { from: number; to: number }[] | null;
  text: { language: string; direction: "ltr" | "rtl" };
  asked: string | null;
};

/** A whole chapter, one verse a line; each number is the address of its verse. */
export function ChapterText({ title, verses, marked, text, asked }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const markup = useChapterMarkup();
  useLinksWithin(place);
  const frame = {
    ref: place,
    id: CHAPTER,
    lang: text.language,
    dir: text.direction,
    className: "scripture mb-10 max-w-measure",
  };
  if (!verses) return <div {...frame} dangerouslySetInnerHTML={{ __html: markup }} />;
  const isMarked = ({ number }: Verse) => marked?.some(({ from, to }) => number >= from && number <= to);
  return (
    <div {...frame}>
      {title && <p className="mb-3 pl-5 italic text-muted">{title}</p>}
      {verses.map((verse) => (
        <div
          key={verse.number}
          id={`v${verse.number}`}
          className={clsx(
            "verse",
            verse.text.includes("\n") && "verse-poem",
            isMarked(verse) && "border-accent bg-accent-soft",
          )}
        >
          {verse.text.split("\n").map((line, at) => (
            <p key={at}>
              {at === 0 && (
                <sup className="verse-number">
                  <a
                    href={withTranslation(`?verse=${verse.number}`, asked)}
                    aria-label={t("Verse {number}", { number: verse.number })}
                    aria-current={isMarked(verse) || undefined}
                  >
                    {verse.number}
                  </a>
                </sup>
              )}
              {line}
            </p>
          ))}
        </div>
      ))}
    </div>
  );
}
