import { t } from "~/i18n/t";

type GuideStep = {
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

const PLANS: GuideStep = {
  title: t("Upgrade"),
  paragraphs: [
    t("Your plan is shown below the menu. The Free Plan is a complete journal and stays free."),
    t("“Upgrade Plan” shows what the Growth Plan and the Formation Plan add. There is no hurry."),
  ],
};

/** In place of the tour's step on plans, where everyone has everything. */
const ALL_OF_IT: GuideStep = {
  title: t("All of it is yours"),
  paragraphs: [
    t("Everything here is open to you: every way of praying, every question and every coach."),
    t("There is nothing to buy, and no hurry either."),
  ],
};

/** The guide tour and the Formation welcome. Titles and buttons are fixed (docs/product.md#fixed-texts). */
export const GUIDE_TEXTS: { tour: Guide; formation: Guide } = {
  tour: {
    name: t("Guide tour"),
    buttons: { skip: t("Skip Tour"), previous: t("Previous"), next: t("Next"), finish: t("Get Started") },
    steps: [
      {
        title: t("Welcome"),
        paragraphs: [
          t(
            "Peace be with you. This is a quiet place for a few minutes with God, in the morning and in the evening.",
          ),
          t("Seven short steps show you around. You can leave at any time; you will miss nothing."),
        ],
      },
      {
        title: t("Sidebar navigation"),
        paragraphs: [
          t(
            "The sidebar leads everywhere: Dashboard, Journal, Insights, Coaches and Settings. On a phone it opens from Menu at the top.",
          ),
          t("The line beside a name marks the page you are on."),
        ],
      },
      PLANS,
      {
        title: t("Journal"),
        paragraphs: [
          t(
            "Journal opens what the hour asks for: the morning reflection, or the look back in the evening. A free page is always there too.",
          ),
          t(
            "What you type is kept as a draft. History holds everything you have finished, to read, search and mark.",
          ),
        ],
      },
      {
        title: t("Insights"),
        paragraphs: [
          t(
            "When a week has ended, Insights gathers it in your own words: gifts, threads, and a question to take with you.",
          ),
          t("It never scores and never judges. With fewer than three entries it says so and waits."),
        ],
      },
      {
        title: t("Settings"),
        paragraphs: [
          t(
            "In Settings you choose your questions, your prayer times, your reminders, how the pages look, and who may see what.",
          ),
          t("There you can also take everything with you, or leave."),
        ],
      },
      {
        title: t("You are ready"),
        paragraphs: [
          t("That is all. One button on the dashboard leads to what is next; a line is enough."),
          t("Be still. The rest will come."),
        ],
      },
    ],
  },
  formation: {
    name: t("Formation welcome"),
    buttons: { skip: t("Close"), previous: t("Previous"), next: t("Continue"), finish: t("Get Started") },
    steps: [
      {
        title: t("Welcome to the Formation Plan"),
        paragraphs: [
          t("With Lectio Divina and Examen reflections and personalized daily scripture."),
          t(
            "Two old ways of praying now hold your day: reading slowly in the morning, looking back with gratitude in the evening.",
          ),
        ],
      },
      {
        title: t("Lectio Divina"),
        paragraphs: [t("In the morning, four movements around one short passage:")],
        movements: [
          { name: t("Lectio"), meaning: t("Read slowly, twice, and notice the word that holds you.") },
          { name: t("Meditatio"), meaning: t("Let it touch your life.") },
          { name: t("Oratio"), meaning: t("Answer God in your own words.") },
          { name: t("Contemplatio"), meaning: t("Rest. There is nothing to produce.") },
        ],
      },
      {
        title: t("Examen"),
        paragraphs: [t("In the evening, three steps through the day that was:")],
        movements: [
          { name: t("Gratitude"), meaning: t("Name the gifts, the small ones first.") },
          {
            name: t("Review"),
            meaning: t("Walk through the day: where were you drawn to love, where away?"),
          },
          { name: t("Discernment"), meaning: t("Ask for mercy, and for what tomorrow needs.") },
        ],
      },
    ],
  },
};

/** The first step of the Formation welcome where everyone has everything: no plan is spoken of. */
const TWO_WAYS: GuideStep = {
  title: t("Lectio Divina and Examen"),
  paragraphs: [
    t(
      "Two old ways of praying hold your day here: reading slowly in the morning, looking back with gratitude in the evening.",
    ),
  ],
};

/** A step, from 1, as this house tells it. */
export function guideStep(guide: Guide, step: number, isOpen: boolean): GuideStep | undefined {
  const shown = guide.steps[step - 1];
  if (!isOpen || !shown) return shown;
  if (shown === PLANS) return ALL_OF_IT;
  return shown === GUIDE_TEXTS.formation.steps[0] ? TWO_WAYS : shown;
}

/** "Step 2 of 7" */
export function stepCount(step: number, steps: number): string {
  return t("Step {step} of {steps}", { step, steps });
}
