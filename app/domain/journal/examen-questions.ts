/** The seed's three movements, and the close (seed section 2, "Formation welcome dialog"; product 2.4). */
export const EXAMEN_STEPS = ["gratitude", "review", "discernment", "close"] as const;
export type ExamenStep = (typeof EXAMEN_STEPS)[number];

export const EXAMEN_NAMES: Record<ExamenStep, { name: string; meaning: string }> = {
  gratitude: { name: "Gratitude", meaning: "Give thanks, and ask for light" },
  review: { name: "Review", meaning: "Walk through the day" },
  discernment: { name: "Discernment", meaning: "Mercy, and tomorrow" },
  close: { name: "Close", meaning: "Rest" },
};

/** Questions for the five traditional steps: thanks, light, review, mercy, tomorrow. They notice and never score. */
export type ExamenPack = {
  name: string;
  gifts: string;
  /** A line to read, between thanks and review. */
  light: string;
  consolation: string;
  desolation: string;
  mercy: string;
  invitation: string;
  tomorrow: string;
};

export const EXAMEN_PACKS = {
  work: {
    name: "A working day",
    gifts: "What gifts did the working day hold, small ones first?",
    light: "Ask to see this day’s work as God sees it: the people before the results.",
    consolation: "When was there love in your work? Who was there?",
    desolation: "When did the work make you hard, hurried or small?",
    mercy: "What do you want to bring to God: something left undone, or done without heart?",
    invitation: "What does God seem to be inviting you to, in the way you work?",
    tomorrow: "What do you need for tomorrow’s first hour?",
  },
  relationships: {
    name: "The people of this day",
    gifts: "Who was a gift to you today? What did each of them bring?",
    light: "Ask to see their faces as God sees them, one after another.",
    consolation: "Who did you feel more alive with, more honest, more free?",
    desolation: "Where did you close up, or drift away from someone?",
    mercy: "Is there a word or a silence you want to bring to God?",
    invitation: "Who comes to mind now, and what might you do for them?",
    tomorrow: "Who will you meet tomorrow, and what will you ask for that meeting?",
  },
  body: {
    name: "The day in your body",
    gifts: "What did your senses receive today: a taste, a warmth, a sound, a touch?",
    light: "Ask to be at home in your body for these minutes, as God is at home with you.",
    consolation: "When did you breathe freely?",
    desolation: "When was your body tense or heavy, and what was it telling you?",
    mercy: "Where were you unkind to yourself today? Let God be kinder.",
    invitation: "What rest, or what movement, are you being invited to?",
    tomorrow: "What does your body need tomorrow?",
  },
  hidden: {
    name: "Hidden gifts",
    gifts: "Look behind the first things that come to mind. What was given today that went unnoticed?",
    light: "Ask for eyes for what was quiet.",
    consolation: "What plain moment had more light in it than it seemed to?",
    desolation: "What covered the light: noise, haste, a worry?",
    mercy: "What did you walk past? You may turn back to it now with God.",
    invitation: "What do you notice only now, and where might it lead?",
    tomorrow: "Where would you like to look more closely tomorrow?",
  },
  hard: {
    name: "A hard day, in three lines",
    gifts: "One thing that held, however thin. If there was none, you may leave this empty.",
    light: "You do not have to make sense of today. Ask only not to be alone in it.",
    consolation: "Was there a moment that was a little less hard?",
    desolation: "What hurt? A few words are enough.",
    mercy: "What do you want God to take into his hands?",
    invitation: "Is there someone you could tell about this day?",
    tomorrow: "What is the smallest thing that would help tomorrow?",
  },
  children: {
    name: "With children",
    gifts: "What made someone laugh today? What was each one thankful for?",
    light: "Light a candle or take hands, and ask Jesus to sit down with you.",
    consolation: "When was it good to be together?",
    desolation: "What was sad, unfair or frightening today?",
    mercy: "Is there anything to say sorry for, the grown-ups first?",
    invitation: "What kind thing could we do?",
    tomorrow: "What are we asking for tomorrow?",
  },
  illness: {
    name: "When you are ill",
    gifts: "Who or what was kind to you today: a hand, a cup, an hour without pain?",
    light: "You do not have to be strong here. Ask to be seen as you are.",
    consolation: "When did you feel carried, or simply less alone?",
    desolation: "What was hard to bear today, in the body or in the waiting?",
    mercy: "What do you want to say to God about it? Complaint is prayer too.",
    invitation: "What might you let others do for you?",
    tomorrow: "What do you ask for the night, and for the next day?",
  },
  grief: {
    name: "In grief",
    gifts: "What are you thankful for in the one you miss, or in those who stayed near you today?",
    light: "Ask God to sit with you in what cannot be mended tonight.",
    consolation: "Was there a moment of warmth, a memory, a tear that did you good?",
    desolation: "When was the absence heaviest?",
    mercy: "What remains unsaid? You may say it here, to God, or to them in God’s hearing.",
    invitation: "What does love ask of you now, if anything? It may be only rest.",
    tomorrow: "What will you need to get through tomorrow, and who could give it?",
  },
  lent: {
    name: "In Lent",
    gifts: "What did doing without, or slowing down, make room for?",
    light: "Ask for an honest heart, and for gentleness with what you find.",
    consolation: "When did you turn, even a little, toward love?",
    desolation: "What drew you back into old ways?",
    mercy: "What would you like to lay down at the foot of the cross?",
    invitation: "What step of the way home lies before you?",
    tomorrow: "What one thing will you fast from, or feast on, tomorrow?",
  },
  advent: {
    name: "In Advent",
    gifts: "Where did a little light come in today?",
    light: "Ask to be found awake, like a window with a lamp in it.",
    consolation: "When did you feel hope, or make it easier for someone else?",
    desolation: "Where was it dark, or merely busy?",
    mercy: "What is in the doorway that you would like to clear away with God?",
    invitation: "Who, or what, are you being asked to make room for?",
    tomorrow: "What are you waiting for as you go to sleep?",
  },
  sunday: {
    name: "Sunday evening",
    gifts: "What was restful, beautiful or shared on this day?",
    light: "Ask to see the week behind you as one whole, held in God’s hands.",
    consolation: "When in this week were you most truly alive?",
    desolation: "When in this week did you lose your way?",
    mercy: "What of this week do you want to leave here?",
    invitation: "What thread of this week is God asking you to take up again?",
    tomorrow: "What word do you want to take into the new week?",
  },
  decision: {
    name: "Before a decision",
    gifts: "What good has already come to you on the way to this decision?",
    light: "Ask to be free enough to want what is good, whichever way it lies.",
    consolation: "When you imagined one way today, where did peace or courage grow?",
    desolation: "Where did you feel pressed, restless or dim?",
    mercy: "What fear, or what wish to please, do you want to bring to God?",
    invitation: "What seems a little clearer tonight? You do not have to decide yet.",
    tomorrow: "What could you still find out tomorrow, or who could you ask?",
  },
  person: {
    name: "One person",
    gifts: "Think of one person from today. How is this person a gift?",
    light: "Ask to look at them without wanting anything from them.",
    consolation: "When did love flow between you, in either direction?",
    desolation: "Where did something come between you?",
    mercy: "What do you ask for them, and for yourself?",
    invitation: "Is there something you could do for this person, or leave undone?",
    tomorrow: "How do you want to meet them next time?",
  },
  silence: {
    name: "Few words",
    gifts: "Name one gift of this day. Then be quiet with it.",
    light: "Stay in God’s light for three breaths.",
    consolation: "One moment of light.",
    desolation: "One moment of shadow.",
    mercy: "One thing to be held by mercy.",
    invitation: "One quiet nudge, if there was one.",
    tomorrow: "One word for tomorrow.",
  },
} as const satisfies Record<string, ExamenPack>;

export type ExamenPackKey = keyof typeof EXAMEN_PACKS;
export const EXAMEN_PACK_KEYS = Object.keys(EXAMEN_PACKS) as ExamenPackKey[];

/** Packs that come round by themselves; the others belong to situations that only the person knows, and are chosen. */
export const ROUND: readonly ExamenPackKey[] = [
  "work",
  "hidden",
  "relationships",
  "body",
  "person",
  "silence",
];
