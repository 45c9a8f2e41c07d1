import type { QuestionTree } from "~/domain/coaches/question-tree";
import { t } from "~/i18n/t";
import { sheetOf } from "./sheet";

/** The Listener: one open question at a time, never advice. */
export const LISTENER: QuestionTree = {
  nodes: [
    {
      id: "what",
      ask: [
        t("What would you like to look at? Begin anywhere."),
        t("What is with you just now? A few words are enough."),
      ],
    },
    {
      id: "weight",
      gives: true,
      ask: [
        t("What part of that weighs most, or shines most?"),
        t("If you stay with that for a moment, what in it asks for attention?"),
      ],
    },
    {
      id: "scene",
      ask: [
        t("Is there one moment when it was most itself? What did you see and hear?"),
        t("Can you tell one scene of it, as if someone had filmed it?"),
      ],
    },
    {
      id: "felt",
      gives: true,
      ask: [
        t("What did you feel then, and what do you feel now, while you write it down?"),
        t("What was it like, in your body as well?"),
      ],
    },
    {
      id: "beneath",
      ask: [t("What lies beneath that, a wish or a fear perhaps?"), t("What did you hope for, just then?")],
    },
    {
      id: "unsaid",
      ask: [
        t("What have you not said yet, here or to anyone?"),
        t("Is there a sentence you are holding back?"),
      ],
      offers: [t("I would rather not"), t("There is nothing more")],
    },
    {
      id: "toGod",
      gives: true,
      ask: [
        t("If you brought this to God as it is, what would your first words be?"),
        t("What would it be like to say this in prayer, without tidying it up?"),
      ],
    },
    {
      id: "who",
      ask: [t("Who could you talk to about this?"), t("Who would you want to know about this?")],
    },
  ],
  sheet: (answers) =>
    sheetOf(
      t("This is what you said:"),
      answers,
      [
        ["what", t("You began with")],
        ["weight", t("What weighed or shone")],
        ["felt", t("What you felt")],
        ["beneath", t("Beneath it")],
        ["toGod", t("To God")],
        ["who", t("Who might hear it")],
      ],
      t("Read it once, slowly. Is there a word in it that you would change now?"),
    ),
  after: [
    t("What has shifted while you were writing, if anything?"),
    t("What would you ask yourself, if you were the one asking?"),
    t("What can stay unsolved tonight?"),
    t("Is there something small in all this that you are thankful for? It is fine if there is not."),
    t("Who could you talk to about this, this week?"),
  ],
};
