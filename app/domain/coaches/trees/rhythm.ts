import type { QuestionTree } from "~/domain/coaches/question-tree";
import { sheetOf } from "./sheet";

/** The Rhythm Keeper: when, how short, rest, and the way back (product 2.8). */
export const RHYTHM: QuestionTree = {
  nodes: [
    {
      id: "wish",
      ask: [
        "What would you like to keep up, and what makes it worth keeping?",
        "What habit of prayer or writing do you have in mind, and what draws you to it?",
      ],
      offers: ["A few minutes in the morning", "Looking back in the evening", "I had a habit and lost it"],
      branches: [
        {
          when: /\b(?:lost|stopped|gap|weeks? ago|months? ago|used to|gave up|fell away|again)\b/i,
          to: "~gap",
        },
      ],
    },
    {
      id: "~gap",
      ask: [
        "Nothing was lost in the gap. What was going on in your life when it ended? There is no wrong answer.",
        "A gap is only a gap. What filled the days when the habit fell silent?",
      ],
    },
    {
      id: "when",
      gives: true,
      ask: [
        "Think of an ordinary day. At what moment is there already a small pause: after waking, on the train, before sleep?",
        "What moment of an ordinary day is already yours, even if it is short?",
      ],
      offers: ["After waking", "On the way", "Before sleep"],
    },
    {
      id: "where",
      ask: [
        "Where are you at that moment, and what is ready there? A chair and a lamp are enough.",
        "What would the place look like, so that beginning takes no effort?",
      ],
    },
    {
      id: "short",
      ask: [
        "How short may it be on a hard day, so short that you would do it even then?",
        "What is the smallest form of it that still counts for you? One line, one verse, one breath?",
      ],
      offers: ["One line", "One verse, read slowly", "One minute of silence"],
    },
    {
      id: "rest",
      ask: [
        "What day of the week could be free of it, on purpose?",
        "When will you rest from it? A planned day off is not a missed day.",
      ],
      offers: ["Sunday", "Saturday", "Whenever I need it"],
    },
    {
      id: "back",
      ask: [
        "After some missed days, what will be your first small step back? Decide it now, while it is easy.",
        "When you return after a gap, what will you do first, and what will you not do, such as catching up?",
      ],
      offers: ["Begin with one line, without catching up"],
    },
    {
      id: "who",
      gives: true,
      ask: [
        "Who could know about this and ask you kindly in two weeks?",
        "Who could you tell, someone who would ask and not count?",
      ],
    },
  ],
  sheet: (answers) =>
    sheetOf(
      "Your rhythm, in your words:",
      answers,
      [
        ["wish", "What you want to keep up"],
        ["when", "When"],
        ["where", "Where"],
        ["short", "On a hard day"],
        ["rest", "Free of it"],
        ["back", "After a gap"],
        ["who", "Who knows"],
      ],
      "Try it for two weeks and change whatever pinches. You will find reminder times, a rest day and a pause in Settings.",
    ),
  after: [
    "What part of this plan is most likely to fail, and how could it be made smaller?",
    "What would make beginning easier tomorrow?",
    "What could you leave out so that this has room?",
    "How will you notice if the rhythm has become a burden, and who would you tell?",
  ],
};
