import { t } from "~/i18n/t";

/** The landing page, variant B: the same facts as variant A, told as four steps. */
export const HOW_IT_WORKS = {
  title: t("How a day with Still and Know goes"),
  intro: t(
    "A private journal for a few quiet minutes with God: Scripture in the morning, looking back in the evening.",
  ),
  steps: [
    {
      title: t("Open it in the morning"),
      text: t(
        "A short passage is there, chosen by the season of the Church’s year, and a few questions that leave room.",
      ),
    },
    {
      title: t("Write what you notice"),
      text: t(
        "A line is enough. Or go slowly through the four movements of Lectio Divina, with a time of silence at the end.",
      ),
    },
    {
      title: t("Look back at night"),
      text: t(
        "The evening follows the Examen: what was grace, what was heavy, what you ask for tomorrow. What you kept in the morning is there again.",
      ),
    },
    {
      title: t("Find it again"),
      text: t(
        "Your days stay together: by month, by tag, by a word you remember, and on this day a year ago. Nothing counts your streaks.",
      ),
    },
  ],
  proof: {
    title: t("Yours alone, and you can check it"),
    points: [
      t(
        "What you write is encrypted at rest with a key of your own, and administrators have no page that shows it.",
      ),
      t(
        "No advertising, no trackers, nobody reading over your shoulder. No page loads anything from elsewhere: your browser can tell you.",
      ),
      t(
        "Everything works without JavaScript, on an old phone, over a slow line. This page carries no script at all.",
      ),
      t("Nothing you have typed is lost when something goes wrong."),
    ],
  },
  allOfIt: {
    title: t("All of it is yours"),
    text: t(
      "Everyone here has everything: the daily habit, Lectio Divina and the Examen, the whole library of questions and every coach. There is nothing to buy.",
    ),
    promise: t("Privacy, safety and taking your words with you belong to everyone."),
  },
  price: {
    title: t("What it costs"),
    free: t(
      "The Free Plan costs nothing: unlimited writing, history and encryption, for as long as you like.",
    ),
    paid: t("Two further plans offer more guidance:"),
    unpriced: t("The Growth Plan and the Formation Plan offer more guidance."),
    promise: t("Privacy, safety and taking your words with you are part of every plan."),
  },
} as const;
