import { Link } from "@remix-run/react";
import clsx from "clsx";
import type { NumberedVerse } from "~/domain/scripture/verses-in-line";
import { t } from "~/i18n/t";
import { withTranslation } from "./with-translation";

type Verse = NumberedVerse;
type Props = {
  /** What stands above the first verse. */
  title: string;
  verses: Verse[];
  marked: { from: number; to: number } | null;
  text: { language: string; direction: "ltr" | "rtl" };
  here: string;
  asked: string | null;
};

/** A whole chapter, one verse a line; each number is the address of its verse. */
export function ChapterText({ title, verses, marked, text, here, asked }: Props) {
  const isMarked = ({ number }: Verse) => marked !== null && number >= marked.from && number <= marked.to;
  return (
    <div lang={text.language} dir={text.direction} className="scripture mb-10 max-w-measure" id="chapter">
      {title && <p className="mb-3 pl-5 italic text-muted">{title}</p>}
      {verses.map((verse) => (
        <div
          key={verse.number}
          id={`v${verse.number}`}
          className={clsx(
            "border-l-2 pl-5 data-[reading]:bg-accent-soft",
            isMarked(verse) ? "border-accent bg-accent-soft" : "border-transparent",
          )}
        >
          {verse.text.split("\n").map((line, at, lines) => (
            <p key={at} className={lines.length > 1 ? (at === 0 ? "verse-line" : "verse-line-2") : undefined}>
              {at === 0 && (
                <sup className="verse-number">
                  <Link
                    to={withTranslation(`${here}?verse=${verse.number}`, asked)}
                    aria-label={t("Verse {number}", { number: verse.number })}
                    aria-current={isMarked(verse) || undefined}
                    preventScrollReset
                    discover="none"
                    className="text-muted no-underline hover:underline"
                  >
                    {verse.number}
                  </Link>
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
