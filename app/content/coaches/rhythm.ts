import type { QuestionTree } from "~/domain/coaches/question-tree";
import { t } from "~/i18n/t";
import { sheetOf } from "./sheet";

/** The Rhythm Keeper: when, how short, rest, and the way back. */
export const RHYTHM: QuestionTree = {
  nodes: [
    {
      id: "wish",
      ask: [
        t("What would you like to keep up, and what makes it worth keeping?"),
        t("What habit of prayer or writing do you have in mind, and what draws you to it?"),
      ],
      offers: [
        t("A few minutes in the morning"),
        t("Looking back in the evening"),
        t("I had a habit and lost it"),
      ],
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
        t(
          "Nothing was lost in the gap. What was going on in your life when it ended? There is no wrong answer.",
        ),
        t("A gap is only a gap. What filled the days when the habit fell silent?"),
      ],
    },
    {
      id: "when",
      gives: true,
      ask: [
        t(
          "Think of an ordinary day. At what moment is there already a small pause: after waking, on the train, before sleep?",
        ),
        t("What moment of an ordinary day is already yours, even if it is short?"),
      ],
      offers: [t("After waking"), t("On the way"), t("Before sleep")],
    },
    {
      id: "where",
      ask: [
        t("Where are you at that moment, and what is ready there? A chair and a lamp are enough."),
        t("What would the place look like, so that beginning takes no effort?"),
      ],
    },
    {
      id: "short",
      ask: [
        t("How short may it be on a hard day, so short that you would do it even then?"),
        t("What is the smallest form of it that still counts for you? One line, one verse, one breath?"),
      ],
      offers: [t("One line"), t("One verse, read slowly"), t("One minute of silence")],
    },
    {
      id: "rest",
      ask: [
        t("What day of the week could be free of it, on purpose?"),
        t("When will you rest from it? A planned day off is not a missed day."),
      ],
      offers: [t("Sunday"), t("Saturday"), t("Whenever I need it")],
    },
    {
      id: "back",
      ask: [
        t(
          "After some missed days, what will be your first small step back? Decide it now, while it is easy.",
        ),
        t(
          "When you return after a gap, what will you do first, and what will you not do, such as catching up?",
        ),
      ],
      offers: [t("Begin with one line, without catching up")],
    },
    {
      id: "who",
      gives: true,
      ask: [
        t("Who could know about this and ask you kindly in two weeks?"),
        t("Who could you tell, someone who would ask and not count?"),
      ],
    },
  ],
  sheet: (answers) =>
    sheetOf(
      t("Your rhythm, in your words:"),
      answers,
      [
        ["wish", t("What you want to keep up")],
        ["when", "When"],
        ["where", "Where"],
        ["short", t("On a hard day")],
        ["rest", t("Free of it")],
        ["back", t("After a gap")],
        ["who", t("Who knows")],
      ],
      t(
        "Try it for two weeks and change whatever pinches. You will find reminder times, a rest day and a pause in Settings.",
      ),
    ),
  after: [
    t("What part of this plan is most likely to fail, and how could it be made smaller?"),
    t("What would make beginning easier tomorrow?"),
    t("What could you leave out so that this has room?"),
    t("How will you notice if the rhythm has become a burden, and who would you tell?"),
  ],
};
