import type { Quotation } from "~/domain/insights/insight";
import { t } from "~/i18n/t";

/** The material of a prayer: the writer's own lines, and one line for the week's theme. */
type Parts = {
  gifts: readonly Quotation[];
  heavy: readonly Quotation[];
  kept: readonly Quotation[];
  line: string;
};

const MOST_OF_A_KIND = 3;

/** Short lines only, so that the prayer can be prayed; without the full stop, because they are in a list. */
function lines(quotations: readonly Quotation[]): string[] {
  return quotations
    .filter(({ text }) => text.length <= 90)
    .slice(0, MOST_OF_A_KIND)
    .map(({ text }) => `  ${text.replace(/[.;,\s]+$/, "")}`);
}

/** A first draft of a prayer, in lines that can be changed or struck out. */
export function writePrayer({ gifts, heavy, kept, line }: Parts): string {
  const [thanks, burdens] = [lines(gifts), lines(heavy)];
  const word = kept.at(-1)?.text;
  return [
    t("God of my days,"),
    thanks.length > 0
      ? ["thank you for this week:", ...thanks].join("\n")
      : t("thank you for this week as it was."),
    burdens.length > 0 ? [t("I bring you what was heavy:"), ...burdens].join("\n") : "",
    word && word.length <= 120
      ? t("The word I kept is still with me: {word}.", { word: word.replace(/[.;,\s]+$/, "") })
      : "",
    line,
    t("Amen."),
  ]
    .filter(Boolean)
    .join("\n\n");
}
