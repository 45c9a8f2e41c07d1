/** The landing page, variant B (product 2.11): the same facts as variant A, told as four steps. */
export const HOW_IT_WORKS = {
  title: "How a day with Still and Know goes",
  intro:
    "A private journal for a few quiet minutes with God: Scripture in the morning, looking back in the evening.",
  steps: [
    {
      title: "Open it in the morning",
      text: "A short passage is there, chosen by the season of the Church’s year, and a few questions that leave room.",
    },
    {
      title: "Write what you notice",
      text: "A line is enough. Or go slowly through the four movements of Lectio Divina, with a time of silence at the end.",
    },
    {
      title: "Look back at night",
      text: "The evening follows the Examen: what was grace, what was heavy, what you ask for tomorrow. What you kept in the morning is there again.",
    },
    {
      title: "Find it again",
      text: "Your days stay together: by month, by tag, by a word you remember, and on this day a year ago. Nothing counts your streaks.",
    },
  ],
  proof: {
    title: "Yours alone, and you can check it",
    points: [
      "What you write is encrypted at rest with a key of your own, and administrators have no page that shows it.",
      "No advertising, no trackers, nobody reading over your shoulder. No page loads anything from elsewhere: your browser can tell you.",
      "Everything works without JavaScript, on an old phone, over a slow line. This page carries no script at all.",
      "Nothing you have typed is lost when something goes wrong.",
    ],
  },
  price: {
    title: "What it costs",
    free: "The Free Plan costs nothing: unlimited writing, history and encryption, for as long as you like.",
    paid: "Two further plans offer more guidance:",
    unpriced: "The Growth Plan and the Formation Plan offer more guidance.",
    promise: "Privacy, safety and taking your words with you are part of every plan.",
  },
} as const;
