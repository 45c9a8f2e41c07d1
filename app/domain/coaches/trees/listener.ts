import type { QuestionTree } from "~/domain/coaches/question-tree";
import { sheetOf } from "./sheet";

/** The Listener: one open question at a time, never advice (product 2.8). */
export const LISTENER: QuestionTree = {
  nodes: [
    {
      id: "what",
      ask: [
        "What would you like to look at? Begin anywhere.",
        "What is with you just now? A few words are enough.",
      ],
    },
    {
      id: "weight",
      gives: true,
      ask: [
        "What part of that weighs most, or shines most?",
        "If you stay with that for a moment, what in it asks for attention?",
      ],
    },
    {
      id: "scene",
      ask: [
        "Is there one moment when it was most itself? What did you see and hear?",
        "Can you tell one scene of it, as if someone had filmed it?",
      ],
    },
    {
      id: "felt",
      gives: true,
      ask: [
        "What did you feel then, and what do you feel now, while you write it down?",
        "What was it like, in your body as well?",
      ],
    },
    {
      id: "beneath",
      ask: ["What lies beneath that, a wish or a fear perhaps?", "What did you hope for, just then?"],
    },
    {
      id: "unsaid",
      ask: ["What have you not said yet, here or to anyone?", "Is there a sentence you are holding back?"],
      offers: ["I would rather not", "There is nothing more"],
    },
    {
      id: "toGod",
      gives: true,
      ask: [
        "If you brought this to God as it is, what would your first words be?",
        "What would it be like to say this in prayer, without tidying it up?",
      ],
    },
    {
      id: "who",
      ask: ["Who could you talk to about this?", "Who would you want to know about this?"],
    },
  ],
  sheet: (answers) =>
    sheetOf(
      "This is what you said:",
      answers,
      [
        ["what", "You began with"],
        ["weight", "What weighed or shone"],
        ["felt", "What you felt"],
        ["beneath", "Beneath it"],
        ["toGod", "To God"],
        ["who", "Who might hear it"],
      ],
      "Read it once, slowly. Is there a word in it that you would change now?",
    ),
  after: [
    "What has shifted while you were writing, if anything?",
    "What would you ask yourself, if you were the one asking?",
    "What can stay unsolved tonight?",
    "Is there something small in all this that you are thankful for? It is fine if there is not.",
    "Who could you talk to about this, this week?",
  ],
};
