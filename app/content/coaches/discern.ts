import type { QuestionTree } from "~/domain/coaches/question-tree";
import { t } from "~/i18n/t";
import { sheetOf } from "./sheet";

/** The Discernment Companion: options, goods, movements, waiting; it never picks. */
export const DISCERN: QuestionTree = {
  nodes: [
    {
      id: "question",
      ask: [
        t("What has to be decided? Try to say it in one sentence that ends with a question mark."),
        t("What decision is before you, and when does it really have to be made?"),
      ],
    },
    {
      id: "options",
      ask: [
        t(
          "What ways are open? List them without weighing, even the one that seems foolish, and the one of leaving everything as it is.",
        ),
        t("Name every way you could go, one to a line. Weighing comes later."),
      ],
    },
    {
      id: "goods",
      gives: true,
      ask: [
        t("What good would each of them bring, and for whom? Look for good in all of them."),
        t("Take them one by one: what good lies in each?"),
      ],
    },
    {
      id: "costs",
      ask: [
        t("What would each of them cost, and who would bear it?"),
        t("What would you have to give up, way by way?"),
      ],
    },
    {
      id: "free",
      ask: [
        t("Where are you not free in this: afraid, flattered, hurried, or wanting to prove something?"),
        t("What pulls at you that you would rather not admit?"),
      ],
    },
    {
      id: "movements",
      gives: true,
      ask: [
        t(
          "Spend a day imagining each way as already settled. What stirs in you: peace, joy, dryness, unrest?",
        ),
        t("When you picture yourself on each way in prayer, where does quiet grow, and where does it go?"),
      ],
    },
    {
      id: "friend",
      ask: [
        t("If a friend came to you with this very question, what would you ask them?"),
        t("Looking back from the end of your life, what would you be glad to have chosen?"),
      ],
    },
    {
      id: "missing",
      ask: [
        t(
          "What do you not know yet that you could find out? For law, money and health, ask people who know about them.",
        ),
        t("What fact is missing, and who has it?"),
      ],
    },
    {
      id: "people",
      ask: [
        t("Who knows you and wants nothing from this decision? Could you show them this sheet?"),
        t("Who could you read this aloud to?"),
      ],
    },
  ],
  sheet: (answers) =>
    sheetOf(
      t("The decision on one sheet:"),
      answers,
      [
        ["question", t("The question")],
        ["options", t("The ways")],
        ["goods", t("The good in each")],
        ["costs", t("The costs")],
        ["free", t("Where you are not free")],
        ["movements", t("What stirs")],
        ["missing", t("Still to find out")],
        ["people", t("Who to show it to")],
      ],
      t(
        "Nothing is decided here. If you can, leave it for three days, pray with it as it is, and read it again. What was true on the first day and is still true then carries more weight.",
      ),
    ),
  after: [
    t("Read the sheet from the end to the beginning. What stands out?"),
    t("Which way did you write least about, and why might that be?"),
    t("What would have to be true for the other way to be the good one?"),
    t("What could you try for a week without deciding anything?"),
    t("When will you speak with the person you named?"),
  ],
};
