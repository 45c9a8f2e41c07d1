import { useNavigate } from "@remix-run/react";
import clsx from "clsx";
import type { MouseEvent } from "react";
import { t } from "~/i18n/t";
import { CHAPTER } from "./chapter-on-page";
import { withTranslation } from "./with-translation";

type Props = {
  /** What stands above the first verse. */
  title: string;
  /** All verses from the first, their lines separated by "\n"; empty where the translation lacks one. */
  verses: string[];
  marked: { from: number; to: number }[] | null;
  text: { language: string; direction: "ltr" | "rtl" };
  asked: string | null;
};

/** A whole chapter, one verse a line; each number is the address of its verse. */
export function ChapterText({ title, verses, marked, text, asked }: Props) {
  const navigate = useNavigate();
  const isMarked = (number: number) => marked?.some(({ from, to }) => number >= from && number <= to);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(event.currentTarget.search, { preventScrollReset: true });
  };
  return (
    <div id={CHAPTER} lang={text.language} dir={text.direction} className="scripture mb-10 max-w-measure">
      {title && <p className="mb-3 pl-5 italic text-muted">{title}</p>}
      {verses.map((verse, index) => {
        const number = index + 1;
        if (!verse) return null;
        return (
          <div
            key={number}
            id={`v${number}`}
            className={clsx(
              "verse",
              verse.includes("\n") && "verse-poem",
              isMarked(number) && "border-accent bg-accent-soft",
            )}
          >
            {verse.split("\n").map((line, at) => (
              <p key={at}>
                {at === 0 && (
                  <sup className="verse-number">
                    <a
                      href={withTranslation(`?verse=${number}`, asked)}
                      onClick={follow}
                      aria-label={t("Verse {number}", { number })}
                      aria-current={isMarked(number) || undefined}
                    >
                      {number}
                    </a>
                  </sup>
                )}
                {line}
              </p>
            ))}
          </div>
        );
      })}
    </div>
  );
}
