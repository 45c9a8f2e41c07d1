export type GuideStep = {
  title: string;
  paragraphs: string[];
  /** Names with what they mean, such as the movements of Lectio Divina. */
  movements?: { name: string; meaning: string }[];
};

export type Guide = {
  /** The accessible name of the dialog. */
  name: string;
  steps: GuideStep[];
  buttons: { skip: string; previous: string; next: string; finish: string };
};

/** Seed section 2, "Guide tour (7 steps)" and "Formation welcome dialog (3 steps)". The titles and buttons are its own. */
export const GUIDE_TEXTS: { tour: Guide; formation: Guide } = {
  tour: {
    name: "Guide tour",
    buttons: { skip: "Skip Tour", previous: "Previous", next: "Next", finish: "Get Started" },
    steps: [
      {
        title: "Welcome",
        paragraphs: [
          "Peace be with you. This is a quiet place for a few minutes with God, in the morning and in the evening.",
          "Seven short steps show you around. You can leave at any time; you will miss nothing.",
        ],
      },
      {
        title: "Sidebar navigation",
        paragraphs: [
          "The sidebar leads everywhere: Dashboard, Journal, Insights, Coaches and Settings. On a phone it opens from Menu at the top.",
          "The line beside a name marks the page you are on.",
        ],
      },
      {
        title: "Upgrade",
        paragraphs: [
          "Your plan is shown below the menu. The Free Plan is a complete journal and stays free.",
          "“Upgrade Plan” shows what the Growth Plan and the Formation Plan add. There is no hurry.",
        ],
      },
      {
        title: "Journal",
        paragraphs: [
          "Journal opens what the hour asks for: the morning reflection, or the look back in the evening. A free page is always there too.",
          "What you type is kept as a draft. History holds everything you have finished, to read, search and mark.",
        ],
      },
      {
        title: "Insights",
        paragraphs: [
          "When a week has ended, Insights gathers it in your own words: gifts, threads, and a question to take with you.",
          "It never scores and never judges. With fewer than three entries it says so and waits.",
        ],
      },
      {
        title: "Settings",
        paragraphs: [
          "In Settings you choose your questions, your prayer times, your reminders, how the pages look, and who may see what.",
          "There you can also take everything with you, or leave.",
        ],
      },
      {
        title: "You are ready",
        paragraphs: [
          "That is all. One button on the dashboard leads to what is next; a line is enough.",
          "Be still. The rest will come.",
        ],
      },
    ],
  },
  formation: {
    name: "Formation welcome",
    buttons: { skip: "Close", previous: "Previous", next: "Continue", finish: "Get Started" },
    steps: [
      {
        title: "Welcome to the Formation Plan",
        paragraphs: [
          "With Lectio Divina and Examen reflections and personalized daily scripture.",
          "Two old ways of praying now hold your day: reading slowly in the morning, looking back with gratitude in the evening.",
        ],
      },
      {
        title: "Lectio Divina",
        paragraphs: ["In the morning, four movements around one short passage:"],
        movements: [
          { name: "Lectio", meaning: "Read slowly, twice, and notice the word that holds you." },
          { name: "Meditatio", meaning: "Let it touch your life." },
          { name: "Oratio", meaning: "Answer God in your own words." },
          { name: "Contemplatio", meaning: "Rest. There is nothing to produce." },
        ],
      },
      {
        title: "Examen",
        paragraphs: ["In the evening, three steps through the day that was:"],
        movements: [
          { name: "Gratitude", meaning: "Name the gifts, the small ones first." },
          { name: "Review", meaning: "Walk through the day: where were you drawn to love, where away?" },
          { name: "Discernment", meaning: "Ask for mercy, and for what tomorrow needs." },
        ],
      },
    ],
  },
};

/** Seed section 2: "Step n of 7". */
export function stepCount(step: number, steps: number): string {
  return `Step ${step} of ${steps}`;
}
