import { t } from "~/i18n/t";

type Line = { line: string; indented?: boolean };

/** A morning as it might be: Psalm 143:8 in the wording and the lines of the World English Bible, and the four movements. */
export const SAMPLE_PROMPT: {
  passage: Line[];
  reference: string;
  questions: { movement: string; question: string }[];
} = {
  passage: [
    { line: t("Cause me to hear your loving kindness in the morning,") },
    { line: t("for I trust in you."), indented: true },
    { line: t("Cause me to know the way in which I should walk,") },
    { line: t("for I lift up my soul to you."), indented: true },
  ],
  reference: t("Psalm 143:8"),
  questions: [
    { movement: t("Lectio"), question: t("What word or phrase holds you?") },
    { movement: t("Meditatio"), question: t("What in your life does this touch?") },
    { movement: t("Oratio"), question: t("What do you want to say to God?") },
    { movement: t("Contemplatio"), question: t("Rest. There is nothing to produce.") },
  ],
};

export const LANDING_NOTES = [
  {
    title: t("Two quiet moments a day"),
    text: t(
      "In the morning a short passage and a few questions, after the old practice of Lectio Divina. In the evening a look back at the day, after the Examen. What you kept in the morning is there again at night.",
    ),
  },
  {
    title: t("Yours alone"),
    text: t(
      "What you write is encrypted at rest with a key of your own, and administrators have no page that shows it. No advertising, no trackers, nobody reading over your shoulder.",
    ),
  },
  {
    title: t("Plain pages"),
    text: t(
      "Everything works without JavaScript, on an old phone, over a slow line. Nothing counts your streaks, nothing blinks. Nothing you have typed is lost when something goes wrong.",
    ),
  },
] as const;
