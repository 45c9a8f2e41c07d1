import { t } from "~/i18n/t";

/** The movements of Lectio Divina in their order. */
export const LECTIO_STEPS = ["still", "lectio", "meditatio", "oratio", "contemplatio", "carry"] as const;
export type LectioStep = (typeof LECTIO_STEPS)[number];

/** What each movement is called, and what it means in a word. */
export const LECTIO_NAMES: Record<LectioStep, { name: string; meaning: string }> = {
  still: { name: t("Still"), meaning: t("Arrive") },
  lectio: { name: t("Lectio"), meaning: t("Read") },
  meditatio: { name: t("Meditatio"), meaning: t("Reflect") },
  oratio: { name: t("Oratio"), meaning: t("Respond") },
  contemplatio: { name: t("Contemplatio"), meaning: t("Rest") },
  carry: { name: t("Carry"), meaning: t("Take it with you") },
};

type Three = readonly [string, string, string];

/** One line of presence before anything is read. */
export const PRESENCE: Three = [
  t("Sit as you are. Breathe in, breathe out. God was here before you came."),
  t("Let your shoulders drop. Nothing has to be done for a moment. You are expected."),
  t("Listen to the sounds around you, then to the quiet underneath. This is where God meets you."),
];

/** How the passage is read. */
export const READING: Three = [
  t("Read slowly, twice, and aloud if you can."),
  t("Read once to hear what is said, and once more to hear it said to you."),
  t("Read as if it were a letter. Pause wherever you want to pause."),
];

export const WORD_QUESTIONS: Three = [
  t("What word or phrase holds you?"),
  t("Where do you slow down?"),
  t("What do you hear the second time that you missed the first?"),
];

export const MEDITATIO_QUESTIONS: Three = [
  t("What in your life does this touch?"),
  t("Where do you find yourself in this passage?"),
  t("What does it question in you, and what does it comfort?"),
];

export const ORATIO_QUESTIONS: Three = [
  t("What do you want to say to God?"),
  t("What do you ask, and for whom?"),
  t("What can you not yet say? God can hear that too."),
];

export const CONTEMPLATIO_LINES: Three = [
  t("Rest now. There is nothing to produce."),
  t("Let the words go, and stay with the One who spoke them."),
  t("Be loved for a while, without doing anything about it."),
];

export const STAYS_QUESTIONS: Three = [
  t("What stays, in one line?"),
  t("What is different in you now, if anything?"),
  t("Is there a word for this quiet?"),
];

export const CARRY_QUESTIONS: Three = [
  t("How might this word shape one hour of today?"),
  t("What one small thing will you do because of it?"),
  t("Who could you bring a little of it to?"),
];

/** How a prayer begins; choosing one is optional. */
export const TONES = ["thanks", "ask", "lament", "confess", "praise"] as const;
export type Tone = (typeof TONES)[number];

export const TONE_NAMES: Record<Tone, string> = {
  thanks: "Thanks",
  ask: t("Asking"),
  lament: "Lament",
  confess: "Confession",
  praise: "Praise",
};
