import type { QuestionTree } from "~/domain/coaches/question-tree";
import { t } from "~/i18n/t";
import { sheetOf } from "./sheet";

/** The Reader: staying with a passage. The passage itself is on the page, from our own text. */
export const READER: QuestionTree = {
  nodes: [
    {
      id: "caught",
      ask: [
        t("Read the passage slowly, twice, aloud if you can. What word or phrase catches you?"),
        t("Read it once as if you did not know it. Where do you slow down?"),
      ],
    },
    {
      id: "who",
      gives: true,
      ask: [
        t("Who speaks in it, who listens, and who is there without a word?"),
        t("Whose voice is it, and who does it speak to?"),
      ],
    },
    {
      id: "around",
      ask: [
        t(
          "Open the whole chapter, one link below the passage. What happens just before, and what just after?",
        ),
        t("What is around it? Look at the verses before and after, and say what changes."),
      ],
      offers: [t("I have read around it"), t("I do not see a connection")],
    },
    {
      id: "notice",
      ask: [
        t("What words come back? What word did you expect that is missing?"),
        t("Look for what repeats, what turns, and what stays open. What do you notice?"),
      ],
    },
    {
      id: "hard",
      ask: [
        t("What in it do you not understand, or not like?"),
        t("Where does the passage resist you? That place is worth a second look."),
      ],
    },
    {
      id: "place",
      gives: true,
      ask: [
        t("Where would you stand in this scene, and what would you see from there?"),
        t("If you were in it, who would you be today?"),
      ],
    },
    {
      id: "life",
      ask: [t("What in your own life does it touch?"), t("What part of your week does it lie next to?")],
    },
    {
      id: "keep",
      ask: [
        t("What few words do you want to carry with you?"),
        t("If only one phrase could stay, which one?"),
      ],
    },
    {
      id: "people",
      ask: [
        t("Who could you read it with: a friend, a group, someone in your church who knows it better?"),
        t("Who might see something in it that you cannot see alone?"),
      ],
    },
  ],
  sheet: (answers) =>
    sheetOf(
      t("What you found in the passage:"),
      answers,
      [
        ["caught", t("What caught you")],
        ["who", t("The voices")],
        ["notice", t("What you noticed")],
        ["hard", t("What stays hard")],
        ["place", t("Your place in it")],
        ["keep", t("What you carry")],
      ],
      t("Read the passage once more, from the beginning. It may say something else now."),
    ),
  after: [
    t("Read it once more, a little slower. What is new?"),
    t("What would someone hear in it who is grieving, or in love, or afraid?"),
    t("What question would you like to put to the one who wrote it down?"),
    t("Turn one of its verses into a sentence of your own to God. How does it sound?"),
    t("Who could you share what you found with?"),
  ],
};
