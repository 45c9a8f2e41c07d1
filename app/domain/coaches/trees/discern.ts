import type { QuestionTree } from "~/domain/coaches/question-tree";
import { sheetOf } from "./sheet";

/** The Discernment Companion: options, goods, movements, waiting; it never picks (product 2.8). */
export const DISCERN: QuestionTree = {
  nodes: [
    {
      id: "question",
      ask: [
        "What has to be decided? Try to say it in one sentence that ends with a question mark.",
        "What decision is before you, and when does it really have to be made?",
      ],
    },
    {
      id: "options",
      ask: [
        "What ways are open? List them without weighing, even the one that seems foolish, and the one of leaving everything as it is.",
        "Name every way you could go, one to a line. Weighing comes later.",
      ],
    },
    {
      id: "goods",
      gives: true,
      ask: [
        "What good would each of them bring, and for whom? Look for good in all of them.",
        "Take them one by one: what good lies in each?",
      ],
    },
    {
      id: "costs",
      ask: [
        "What would each of them cost, and who would bear it?",
        "What would you have to give up, way by way?",
      ],
    },
    {
      id: "free",
      ask: [
        "Where are you not free in this: afraid, flattered, hurried, or wanting to prove something?",
        "What pulls at you that you would rather not admit?",
      ],
    },
    {
      id: "movements",
      gives: true,
      ask: [
        "Spend a day imagining each way as already settled. What stirs in you: peace, joy, dryness, unrest?",
        "When you picture yourself on each way in prayer, where does quiet grow, and where does it go?",
      ],
    },
    {
      id: "friend",
      ask: [
        "If a friend came to you with this very question, what would you ask them?",
        "Looking back from the end of your life, what would you be glad to have chosen?",
      ],
    },
    {
      id: "missing",
      ask: [
        "What do you not know yet that you could find out? For law, money and health, ask people who know about them.",
        "What fact is missing, and who has it?",
      ],
    },
    {
      id: "people",
      ask: [
        "Who knows you and wants nothing from this decision? Could you show them this sheet?",
        "Who could you read this aloud to?",
      ],
    },
  ],
  sheet: (answers) =>
    sheetOf(
      "The decision on one sheet:",
      answers,
      [
        ["question", "The question"],
        ["options", "The ways"],
        ["goods", "The good in each"],
        ["costs", "The costs"],
        ["free", "Where you are not free"],
        ["movements", "What stirs"],
        ["missing", "Still to find out"],
        ["people", "Who to show it to"],
      ],
      "Nothing is decided here. If you can, leave it for three days, pray with it as it is, and read it again. What was true on the first day and is still true then carries more weight.",
    ),
  after: [
    "Read the sheet from the end to the beginning. What stands out?",
    "Which way did you write least about, and why might that be?",
    "What would have to be true for the other way to be the good one?",
    "What could you try for a week without deciding anything?",
    "When will you speak with the person you named?",
  ],
};
