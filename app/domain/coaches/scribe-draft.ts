import { t } from "~/i18n/t";
import type { Answers } from "./question-tree";

/** The mark of every draft; what follows is the person's to change. */
export const DRAFT_MARK = t("Draft, yours to change:");

const PRAYER = /\b(?:god|lord|jesus|christ|father in heaven|spirit|trinity|prayer)\b/i;

const sentence = (text: string) => {
  const trimmed = text.trim();
  if (!trimmed) return "";
  return trimmed[0]?.toUpperCase() + trimmed.slice(1) + (/[.!?…]$/.test(trimmed) ? "" : ".");
};
const leftOut = (text = "") => (/^(?:no|none|nothing|leave it out|skip)\b/i.test(text.trim()) ? "" : text);

/**
 * The person's sentences in their order, with as little added as possible.
 * @internal Exported for tests.
 */
export function draftOf(answers: Answers): string {
  const { who = "", happened, thanks, heavy, ask, close } = answers;
  const isPrayer = !who || PRAYER.test(who);
  const name = who
    .replace(/^(?:it is |it's )?(?:a |an )?(?:letter )?(?:for |to )?/i, "")
    .replace(/[.!?]+$/, "");
  const lines = [
    isPrayer ? "Lord," : t("Dear {name},", { name }),
    sentence(leftOut(happened)),
    sentence(leftOut(thanks)),
    sentence(leftOut(heavy)),
    sentence(leftOut(ask)),
    sentence(leftOut(close)),
    isPrayer ? "Amen." : "",
  ];
  return lines.filter(Boolean).join("\n\n");
}
