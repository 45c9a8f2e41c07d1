import { SEASON_TURNS } from "~/content/questions/examen-seasons";
import type { ExamenTurn } from "~/content/questions/examen-turn";
import { WEEKDAY_TURNS } from "~/content/questions/examen-weekdays";
import { QUIET_TURNS } from "~/content/questions/examen-weekdays-too";
import { t } from "~/i18n/t";

/**
 * The three movements, and the close (docs/product.md#examen).
 * @internal Exported for tests.
 */
export const EXAMEN_STEPS = ["gratitude", "review", "discernment", "close"] as const;
export type ExamenStep = (typeof EXAMEN_STEPS)[number];

export const EXAMEN_NAMES: Record<ExamenStep, { name: string; meaning: string }> = {
  gratitude: { name: t("Gratitude"), meaning: t("Give thanks, and ask for light") },
  review: { name: t("Review"), meaning: t("Walk through the day") },
  discernment: { name: t("Discernment"), meaning: t("Mercy, and tomorrow") },
  close: { name: t("Close"), meaning: t("Rest") },
};

/** Questions for the five traditional steps: thanks, light, review, mercy, tomorrow. They notice and never score. */
export type ExamenPack = ExamenTurn & {
  name: string;
  /** A line to read, between thanks and review. */
  light: string;
};

export const EXAMEN_PACKS = {
  work: {
    name: t("A working day"),
    gifts: t("What gifts did the working day hold, small ones first?"),
    light: t("Ask to see this day’s work as God sees it: the people before the results."),
    consolation: t("When was there love in your work? Who was there?"),
    desolation: t("When did the work make you hard, hurried or small?"),
    mercy: t("What do you want to bring to God: something left undone, or done without heart?"),
    invitation: t("What does God seem to be inviting you to, in the way you work?"),
    tomorrow: t("What do you need for tomorrow’s first hour?"),
  },
  relationships: {
    name: t("The people of this day"),
    gifts: t("Who was a gift to you today? What did each of them bring?"),
    light: t("Ask to see their faces as God sees them, one after another."),
    consolation: t("Who did you feel more alive with, more honest, more free?"),
    desolation: t("Where did you close up, or drift away from someone?"),
    mercy: t("Is there a word or a silence you want to bring to God?"),
    invitation: t("Who comes to mind now, and what might you do for them?"),
    tomorrow: t("Who will you meet tomorrow, and what will you ask for that meeting?"),
  },
  body: {
    name: t("The day in your body"),
    gifts: t("What did your senses receive today: a taste, a warmth, a sound, a touch?"),
    light: t("Ask to be at home in your body for these minutes, as God is at home with you."),
    consolation: t("When did you breathe freely?"),
    desolation: t("When was your body tense or heavy, and what was it telling you?"),
    mercy: t("Where were you unkind to yourself today? Let God be kinder."),
    invitation: t("What rest, or what movement, are you being invited to?"),
    tomorrow: t("What does your body need tomorrow?"),
  },
  hidden: {
    name: t("Hidden gifts"),
    gifts: t("Look behind the first things that come to mind. What was given today that went unnoticed?"),
    light: t("Ask for eyes for what was quiet."),
    consolation: t("What plain moment had more light in it than it seemed to?"),
    desolation: t("What covered the light: noise, haste, a worry?"),
    mercy: t("What did you walk past? You may turn back to it now with God."),
    invitation: t("What do you notice only now, and where might it lead?"),
    tomorrow: t("Where would you like to look more closely tomorrow?"),
  },
  hard: {
    name: t("A hard day, in three lines"),
    gifts: t("One thing that held, however thin. If there was none, you may leave this empty."),
    light: t("You do not have to make sense of today. Ask only not to be alone in it."),
    consolation: t("Was there a moment that was a little less hard?"),
    desolation: t("What hurt? A few words are enough."),
    mercy: t("What do you want God to take into his hands?"),
    invitation: t("Is there someone you could tell about this day?"),
    tomorrow: t("What is the smallest thing that would help tomorrow?"),
  },
  children: {
    name: t("With children"),
    gifts: t("What made someone laugh today? What was each one thankful for?"),
    light: t("Light a candle or take hands, and ask Jesus to sit down with you."),
    consolation: t("When was it good to be together?"),
    desolation: t("What was sad, unfair or frightening today?"),
    mercy: t("Is there anything to say sorry for, the grown-ups first?"),
    invitation: t("What kind thing could we do?"),
    tomorrow: t("What are we asking for tomorrow?"),
  },
  illness: {
    name: t("When you are ill"),
    gifts: t("Who or what was kind to you today: a hand, a cup, an hour without pain?"),
    light: t("You do not have to be strong here. Ask to be seen as you are."),
    consolation: t("When did you feel carried, or simply less alone?"),
    desolation: t("What was hard to bear today, in the body or in the waiting?"),
    mercy: t("What do you want to say to God about it? Complaint is prayer too."),
    invitation: t("What might you let others do for you?"),
    tomorrow: t("What do you ask for the night, and for the next day?"),
  },
  grief: {
    name: t("In grief"),
    gifts: t("What are you thankful for in the one you miss, or in those who stayed near you today?"),
    light: t("Ask God to sit with you in what cannot be mended tonight."),
    consolation: t("Was there a moment of warmth, a memory, a tear that did you good?"),
    desolation: t("When was the absence heaviest?"),
    mercy: t("What remains unsaid? You may say it here, to God, or to them in God’s hearing."),
    invitation: t("What does love ask of you now, if anything? It may be only rest."),
    tomorrow: t("What will you need to get through tomorrow, and who could give it?"),
  },
  lent: {
    name: t("In Lent"),
    gifts: t("What did doing without, or slowing down, make room for?"),
    light: t("Ask for an honest heart, and for gentleness with what you find."),
    consolation: t("When did you turn, even a little, toward love?"),
    desolation: t("What drew you back into old ways?"),
    mercy: t("What would you like to lay down at the foot of the cross?"),
    invitation: t("What step of the way home lies before you?"),
    tomorrow: t("What one thing will you fast from, or feast on, tomorrow?"),
  },
  advent: {
    name: t("In Advent"),
    gifts: t("Where did a little light come in today?"),
    light: t("Ask to be found awake, like a window with a lamp in it."),
    consolation: t("When did you feel hope, or make it easier for someone else?"),
    desolation: t("Where was it dark, or merely busy?"),
    mercy: t("What is in the doorway that you would like to clear away with God?"),
    invitation: t("Who, or what, are you being asked to make room for?"),
    tomorrow: t("What are you waiting for as you go to sleep?"),
  },
  sunday: {
    name: t("Sunday evening"),
    gifts: t("What was restful, beautiful or shared on this day?"),
    light: t("Ask to see the week behind you as one whole, held in God’s hands."),
    consolation: t("When in this week were you most truly alive?"),
    desolation: t("When in this week did you lose your way?"),
    mercy: t("What of this week do you want to leave here?"),
    invitation: t("What thread of this week is God asking you to take up again?"),
    tomorrow: t("What word do you want to take into the new week?"),
  },
  decision: {
    name: t("Before a decision"),
    gifts: t("What good has already come to you on the way to this decision?"),
    light: t("Ask to be free enough to want what is good, whichever way it lies."),
    consolation: t("When you imagined one way today, where did peace or courage grow?"),
    desolation: t("Where did you feel pressed, restless or dim?"),
    mercy: t("What fear, or what wish to please, do you want to bring to God?"),
    invitation: t("What seems a little clearer tonight? You do not have to decide yet."),
    tomorrow: t("What could you still find out tomorrow, or who could you ask?"),
  },
  person: {
    name: t("One person"),
    gifts: t("Think of one person from today. How is this person a gift?"),
    light: t("Ask to look at them without wanting anything from them."),
    consolation: t("When did love flow between you, in either direction?"),
    desolation: t("Where did something come between you?"),
    mercy: t("What do you ask for them, and for yourself?"),
    invitation: t("Is there something you could do for this person, or leave undone?"),
    tomorrow: t("How do you want to meet them next time?"),
  },
  silence: {
    name: t("Few words"),
    gifts: t("Name one gift of this day. Then be quiet with it."),
    light: t("Stay in God’s light for three breaths."),
    consolation: t("One moment of light."),
    desolation: t("One moment of shadow."),
    mercy: t("One thing to be held by mercy."),
    invitation: t("One quiet nudge, if there was one."),
    tomorrow: t("One word for tomorrow."),
  },
  confession: {
    name: t("Before confession"),
    gifts: t("Where has God been good to you since you last confessed?"),
    light: t("Ask to see what is true, no more and no less, in the light of one who loves you."),
    consolation: t("Where have you answered love with love?"),
    desolation: t(
      "Where did you turn from God, from your neighbour, or from the person you are meant to be?",
    ),
    mercy: t("What do you want to say plainly, and be forgiven?"),
    invitation: t("Who could you put something right with?"),
    tomorrow: t("What help do you ask for, so as to begin again?"),
  },
} as const satisfies Record<string, ExamenPack>;

export type ExamenPackKey = keyof typeof EXAMEN_PACKS;
export const EXAMEN_PACK_KEYS = Object.keys(EXAMEN_PACKS) as ExamenPackKey[];

/** Packs that come round in turn; the others belong to situations that only the person knows, and are chosen. */
export const ROUND = [
  "work",
  "hidden",
  "relationships",
  "body",
  "person",
  "silence",
] as const satisfies ExamenPackKey[];

const OTHER_TURNS: Partial<Record<ExamenPackKey, readonly ExamenTurn[]>> = {
  ...WEEKDAY_TURNS,
  ...QUIET_TURNS,
  ...SEASON_TURNS,
};

/** The questions of a pack, one set for each of its turns; packs that are chosen have one. */
export function turnsOf(key: ExamenPackKey): readonly ExamenTurn[] {
  return [EXAMEN_PACKS[key], ...(OTHER_TURNS[key] ?? [])];
}
