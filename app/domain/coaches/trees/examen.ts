import type { QuestionTree } from "~/domain/coaches/question-tree";
import { sheetOf } from "./sheet";

/** The Examen Companion: consolation and desolation in the person's own words (product 2.8, 2.4). */
export const EXAMEN: QuestionTree = {
  nodes: [
    {
      id: "day",
      ask: [
        "Which day would you like to look at? Tell it in a few lines, as it comes.",
        "Walk through the day once, quickly, from waking to now. What was in it?",
      ],
    },
    {
      id: "gift",
      ask: [
        "What gifts did it hold, small ones first?",
        "What in this day can you say thanks for without effort?",
      ],
    },
    {
      id: "drawn",
      gives: true,
      ask: [
        "When did you feel drawn toward love, faith or hope? What was happening just then?",
        "Where were you most alive, most open, most at peace?",
      ],
      offers: ["I cannot find such a moment"],
      branches: [
        { when: /\b(?:cannot find|can't find|none|nothing|never|no moment|don't know)\b/i, to: "~dry" },
      ],
    },
    {
      id: "~dry",
      ask: [
        "Then stay with the dryness. When was it least heavy, even for a minute?",
        "A day without such a moment is still a day. Was there one that was a little lighter than the rest?",
      ],
    },
    {
      id: "away",
      ask: [
        "And when were you drawn away: closed, restless, or without light?",
        "Where did you feel drawn away, or shut?",
      ],
      offers: ["There was no such moment"],
    },
    {
      id: "under",
      gives: true,
      ask: ["What was behind that moment, as far as you can tell?", "What were you looking for there?"],
    },
    {
      id: "mercy",
      ask: [
        "Is there something in the day you want to bring to God for mercy? Name it as plainly as you like, or leave it unwritten.",
        "What do you wish had gone differently, in what you did or left undone?",
      ],
      offers: ["I leave it unwritten"],
    },
    {
      id: "invitation",
      ask: [
        "What do you notice God inviting you to, if anything?",
        "If the day left a hint for tomorrow, what would it be?",
      ],
    },
    {
      id: "tomorrow",
      ask: ["What do you need for tomorrow?", "What one thing do you ask for tomorrow?"],
    },
  ],
  sheet: (answers) =>
    sheetOf(
      "The day in your words, side by side:",
      answers,
      [
        ["gift", "Gifts"],
        ["drawn", "Toward love, faith and hope"],
        ["~dry", "A little lighter"],
        ["away", "Away from it"],
        ["under", "Behind it"],
        ["mercy", "For mercy"],
        ["invitation", "An invitation"],
        ["tomorrow", "For tomorrow"],
      ],
      "Nothing here has to be solved before you sleep. If one of these comes back night after night, a person can hear it better than software: a friend, a priest, a pastor.",
    ),
  after: [
    "Does one of these moments remind you of one last week?",
    "What would you like to say to God about the first of them?",
    "What can you let go of before you sleep?",
    "Who could you tell about the good moment of this day?",
  ],
};
