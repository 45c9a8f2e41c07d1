import type { QuestionTree } from "~/domain/coaches/question-tree";
import { t } from "~/i18n/t";
import { sheetOf } from "./sheet";

/** The Examen Companion: consolation and desolation in the person's own words. */
export const EXAMEN: QuestionTree = {
  nodes: [
    {
      id: "day",
      ask: [
        t("Which day would you like to look at? Tell it in a few lines, as it comes."),
        t("Walk through the day once, quickly, from waking to now. What was in it?"),
      ],
    },
    {
      id: "gift",
      ask: [
        t("What gifts did it hold, small ones first?"),
        t("What in this day can you say thanks for without effort?"),
      ],
    },
    {
      id: "drawn",
      gives: true,
      ask: [
        t("When did you feel drawn toward love, faith or hope? What was happening just then?"),
        t("Where were you most alive, most open, most at peace?"),
      ],
      offers: [t("I cannot find such a moment")],
      branches: [
        { when: /\b(?:cannot find|can't find|none|nothing|never|no moment|don't know)\b/i, to: "~dry" },
      ],
    },
    {
      id: "~dry",
      ask: [
        t("Then stay with the dryness. When was it least heavy, even for a minute?"),
        t(
          "A day without such a moment is still a day. Was there one that was a little lighter than the rest?",
        ),
      ],
    },
    {
      id: "away",
      ask: [
        t("And when were you drawn away: closed, restless, or without light?"),
        t("Where did you feel drawn away, or shut?"),
      ],
      offers: [t("There was no such moment")],
    },
    {
      id: "under",
      gives: true,
      ask: [t("What was behind that moment, as far as you can tell?"), t("What were you looking for there?")],
    },
    {
      id: "mercy",
      ask: [
        t(
          "Is there something in the day you want to bring to God for mercy? Name it as plainly as you like, or leave it unwritten.",
        ),
        t("What do you wish had gone differently, in what you did or left undone?"),
      ],
      offers: [t("I leave it unwritten")],
    },
    {
      id: "invitation",
      ask: [
        t("What do you notice God inviting you to, if anything?"),
        t("If the day left a hint for tomorrow, what would it be?"),
      ],
    },
    {
      id: "tomorrow",
      ask: [t("What do you need for tomorrow?"), t("What one thing do you ask for tomorrow?")],
    },
  ],
  sheet: (answers) =>
    sheetOf(
      t("The day in your words, side by side:"),
      answers,
      [
        ["gift", "Gifts"],
        ["drawn", t("Toward love, faith and hope")],
        ["~dry", t("A little lighter")],
        ["away", t("Away from it")],
        ["under", t("Behind it")],
        ["mercy", t("For mercy")],
        ["invitation", t("An invitation")],
        ["tomorrow", t("For tomorrow")],
      ],
      t(
        "Nothing here has to be solved before you sleep. If one of these comes back night after night, a person can hear it better than software: a friend, a priest, a pastor.",
      ),
    ),
  after: [
    t("Does one of these moments remind you of one last week?"),
    t("What would you like to say to God about the first of them?"),
    t("What can you let go of before you sleep?"),
    t("Who could you tell about the good moment of this day?"),
  ],
};
