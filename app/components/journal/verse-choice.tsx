import { getCollectionProps } from "@conform-to/react";
import { SummaryMark } from "~/components/ui/summary-mark";
import { verseKey } from "~/domain/journal/reflection/verse-word";
import type { Passage } from "~/domain/scripture/passages/passage";
import { t } from "~/i18n/t";
import type { MovementFields } from "./movement";

/** Instead of writing it down, a verse can be ticked; saving fills it in. */
export function VerseChoice({ meta, passage }: { meta: MovementFields["verse"]; passage: Passage }) {
  const options = getCollectionProps(meta, { type: "radio", options: ["", ...passage.verses.map(verseKey)] });
  return (
    <details className="group border-y border-line">
      <summary className="flex min-h-11 items-center font-medium">
        <SummaryMark />
        {t("Or choose a verse")}
      </summary>
      <fieldset className="pb-4">
        <legend className="sr-only">{t("The verse that holds you")}</legend>
        {options.map(({ key, ...control }, at) => {
          const verse = passage.verses[at - 1];
          return (
            <label key={key} htmlFor={control.id} className="flex min-h-11 items-start gap-3 py-2">
              <input {...control} className="mt-0.5 shrink-0" />
              {verse ? (
                <span className="font-serif">
                  <span className="verse-number">{verse.number}</span>
                  {verse.text.replaceAll("\n", " ")}
                </span>
              ) : (
                <span>{t("In my own words, above")}</span>
              )}
            </label>
          );
        })}
      </fieldset>
    </details>
  );
}
