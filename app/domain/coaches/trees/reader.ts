import type { QuestionTree } from "~/domain/coaches/question-tree";
import { sheetOf } from "./sheet";

/** The Reader: staying with a passage (product 2.8). The passage itself stands on the page, from our own text. */
export const READER: QuestionTree = {
  nodes: [
    {
      id: "caught",
      ask: [
        "Read the passage slowly, twice, aloud if you can. What word or phrase catches you?",
        "Read it once as if you did not know it. Where do you slow down?",
      ],
    },
    {
      id: "who",
      gives: true,
      ask: [
        "Who speaks in it, who listens, and who is there without a word?",
        "Whose voice is it, and who does it speak to?",
      ],
    },
    {
      id: "around",
      ask: [
        "Open the whole chapter, one link below the passage. What happens just before, and what just after?",
        "What is around it? Look at the verses before and after, and say what changes.",
      ],
      offers: ["I have read around it", "I do not see a connection"],
    },
    {
      id: "notice",
      ask: [
        "What words come back? What word did you expect that is missing?",
        "Look for what repeats, what turns, and what stays open. What do you notice?",
      ],
    },
    {
      id: "hard",
      ask: [
        "What in it do you not understand, or not like?",
        "Where does the passage resist you? That place is worth a second look.",
      ],
    },
    {
      id: "place",
      gives: true,
      ask: [
        "Where would you stand in this scene, and what would you see from there?",
        "If you were in it, who would you be today?",
      ],
    },
    {
      id: "life",
      ask: ["What in your own life does it touch?", "What part of your week does it lie next to?"],
    },
    {
      id: "keep",
      ask: ["What few words do you want to carry with you?", "If only one phrase could stay, which one?"],
    },
    {
      id: "people",
      ask: [
        "Who could you read it with: a friend, a group, someone in your church who knows it better?",
        "Who might see something in it that you cannot see alone?",
      ],
    },
  ],
  sheet: (answers) =>
    sheetOf(
      "What you found in the passage:",
      answers,
      [
        ["caught", "What caught you"],
        ["who", "The voices"],
        ["notice", "What you noticed"],
        ["hard", "What stays hard"],
        ["place", "Your place in it"],
        ["keep", "What you carry"],
      ],
      "Read the passage once more, from the beginning. It may say something else now.",
    ),
  after: [
    "Read it once more, a little slower. What is new?",
    "What would someone hear in it who is grieving, or in love, or afraid?",
    "What question would you like to put to the one who wrote it down?",
    "Turn one of its verses into a sentence of your own to God. How does it sound?",
    "Who could you share what you found with?",
  ],
};
