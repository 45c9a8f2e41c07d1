import type { Answers, QuestionTree } from "~/domain/coaches/question-tree";
import { t } from "~/i18n/t";

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

/** The Scribe: notes become a prayer or a letter in the person's own voice, marked as a draft. */
export const WRITER: QuestionTree = {
  nodes: [
    {
      id: "who",
      ask: [
        t("Who is it for: God, or a person? If it is a person, write the name as the letter should begin."),
        t("Who should it speak to? Write “God”, or the name of a person."),
      ],
      offers: [t("God")],
    },
    {
      id: "happened",
      ask: [
        t("What is it about? Write it as you would say it to them, in a few sentences."),
        t("Tell them what has happened, in your own words, however rough."),
      ],
    },
    {
      id: "thanks",
      ask: [
        t("Is there something to thank them for? Say it to them directly."),
        t("What do you want to thank them for? A sentence is enough."),
      ],
      offers: [t("Leave it out")],
    },
    {
      id: "heavy",
      ask: [
        t("What is hard to say? Write it as plainly as you can bear, or leave it out."),
        t("What weighs on you, between you and them?"),
      ],
      offers: [t("Leave it out")],
    },
    {
      id: "ask",
      ask: [t("What do you ask for, and for whom?"), t("What do you want from them, or wish for them?")],
      offers: [t("Leave it out")],
    },
    {
      id: "close",
      ask: [
        t("How should it end? Give the last sentence as you would say it."),
        t("What should come last, so that it stays with them?"),
      ],
      offers: [t("Leave it out")],
    },
  ],
  sheet: (answers) => `${DRAFT_MARK}\n\n${draftOf(answers)}`,
  after: [
    t(
      "Read it aloud once. Which sentence does not sound like you? Write it again here, as you would say it.",
    ),
    t("Is there one sentence too many?"),
    t("Is any word prettier than you mean? What would be truer?"),
    t(
      "Will you keep it, say it, or send it? A letter can wait a night, and someone you trust can read it first.",
    ),
  ],
};
