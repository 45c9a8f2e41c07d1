/** The movements of Lectio Divina in their order (seed section 2, "Formation welcome dialog"; product 2.3). */
export const LECTIO_STEPS = ["still", "lectio", "meditatio", "oratio", "contemplatio", "carry"] as const;
export type LectioStep = (typeof LECTIO_STEPS)[number];

/** What each movement is called, and what it means in a word. */
export const LECTIO_NAMES: Record<LectioStep, { name: string; meaning: string }> = {
  still: { name: "Still", meaning: "Arrive" },
  lectio: { name: "Lectio", meaning: "Read" },
  meditatio: { name: "Meditatio", meaning: "Reflect" },
  oratio: { name: "Oratio", meaning: "Respond" },
  contemplatio: { name: "Contemplatio", meaning: "Rest" },
  carry: { name: "Carry", meaning: "Take it with you" },
};

type Three = readonly [string, string, string];

/** One line of presence before anything is read. */
export const PRESENCE: Three = [
  "Sit as you are. Breathe in, breathe out. God was here before you came.",
  "Let your shoulders drop. Nothing has to be done for a moment. You are expected.",
  "Listen to the sounds around you, then to the quiet underneath. This is where God meets you.",
];

/** How the passage is read. */
export const READING: Three = [
  "Read slowly, twice, and aloud if you can.",
  "Read once to hear what is said, and once more to hear it said to you.",
  "Read as if it were a letter. Pause wherever you want to pause.",
];

export const WORD_QUESTIONS: Three = [
  "What word or phrase holds you?",
  "Where do you slow down?",
  "What do you hear the second time that you missed the first?",
];

export const MEDITATIO_QUESTIONS: Three = [
  "What in your life does this touch?",
  "Where do you find yourself in this passage?",
  "What does it question in you, and what does it comfort?",
];

export const ORATIO_QUESTIONS: Three = [
  "What do you want to say to God?",
  "What do you ask, and for whom?",
  "What can you not yet say? God can hear that too.",
];

export const CONTEMPLATIO_LINES: Three = [
  "Rest now. There is nothing to produce.",
  "Let the words go, and stay with the One who spoke them.",
  "Be loved for a while, without doing anything about it.",
];

export const STAYS_QUESTIONS: Three = [
  "What stays, in one line?",
  "What is different in you now, if anything?",
  "Is there a word for this quiet?",
];

export const CARRY_QUESTIONS: Three = [
  "How might this word shape one hour of today?",
  "What one small thing will you do because of it?",
  "Who could you bring a little of it to?",
];

/** How a prayer begins; whoever ticks none prays all the same. */
export const TONES = ["thanks", "ask", "lament", "confess", "praise"] as const;
export type Tone = (typeof TONES)[number];

export const TONE_NAMES: Record<Tone, string> = {
  thanks: "Thanks",
  ask: "Asking",
  lament: "Lament",
  confess: "Confession",
  praise: "Praise",
};
