type Line = { line: string; indented?: boolean };

/** A morning as it might be: Psalm 143:8 in the wording and the lines of the World English Bible, and the four movements. */
export const SAMPLE_PROMPT: {
  passage: Line[];
  reference: string;
  questions: { movement: string; question: string }[];
} = {
  passage: [
    { line: "Cause me to hear your loving kindness in the morning," },
    { line: "for I trust in you.", indented: true },
    { line: "Cause me to know the way in which I should walk," },
    { line: "for I lift up my soul to you.", indented: true },
  ],
  reference: "Psalm 143:8",
  questions: [
    { movement: "Lectio", question: "What word or phrase holds you?" },
    { movement: "Meditatio", question: "What in your life does this touch?" },
    { movement: "Oratio", question: "What do you want to say to God?" },
    { movement: "Contemplatio", question: "Rest. There is nothing to produce." },
  ],
};

export const LANDING_NOTES = [
  {
    title: "Two quiet moments a day",
    text: "In the morning a short passage and a few questions, after the old practice of Lectio Divina. In the evening a look back at the day, after the Examen. What you kept in the morning is there again at night.",
  },
  {
    title: "Yours alone",
    text: "What you write is encrypted at rest with a key of your own, and administrators have no page that shows it. No advertising, no trackers, nobody reading over your shoulder.",
  },
  {
    title: "Plain pages",
    text: "Everything works without JavaScript, on an old phone, over a slow line. Nothing counts your streaks, nothing blinks. Nothing you have typed is lost when something goes wrong.",
  },
] as const;
