import { t } from "~/i18n/t";
import type { ExamenTurn } from "./examen-turn";

/** Other questions of the packs that come round on weekdays. They keep their places: an entry remembers a turn by its number. */
export const WEEKDAY_TURNS = {
  work: [
    {
      gifts: t("What did your hands or your head finish today?"),
      consolation: t("When did the work almost do itself?"),
      desolation: t("When did you work against someone, or against yourself?"),
      mercy: t("What do you want to tell God about a mistake of this day?"),
      invitation: t("Who at work could use a word from you?"),
      tomorrow: t("What could you leave on the desk tonight, without fear?"),
    },
    {
      gifts: t("Who helped you today so that you could do your part?"),
      consolation: t("Where did you see something done well, by you or another?"),
      desolation: t("When were you somewhere else in your thoughts?"),
      mercy: t("What promise of this day do you want to bring to God?"),
      invitation: t("What could you do more slowly, or with more care?"),
      tomorrow: t("What one thing is enough for tomorrow?"),
    },
    {
      gifts: t("What was given to you today between two tasks?"),
      consolation: t("When were you glad of the people you work with or for?"),
      desolation: t("What did you hurry through that deserved better?"),
      mercy: t("What would you undo, if you could? Show it to God as it is."),
      invitation: t("What in your work wants to be offered, and not only done?"),
      tomorrow: t("What will you begin with tomorrow, and who will you see first?"),
    },
  ],
  relationships: [
    {
      gifts: t("Whose face did you see today that you would not want to have missed?"),
      consolation: t("When did a conversation do you good?"),
      desolation: t("When did you talk and not listen, or listen and not hear?"),
      mercy: t("Who do you want to ask forgiveness of, in God’s hearing?"),
      invitation: t("Who is waiting for a word from you?"),
      tomorrow: t("Who will you let be as they are tomorrow?"),
    },
    {
      gifts: t("What did someone do for you today without being asked?"),
      consolation: t("When did you laugh or eat or work together gladly?"),
      desolation: t("When did you pass someone by?"),
      mercy: t("What hard word, said or heard, do you want to lay down?"),
      invitation: t("What name has come back to you today, and why might that be?"),
      tomorrow: t("What do you ask for the people of your house tomorrow?"),
    },
    {
      gifts: t("Who let you be yourself today?"),
      consolation: t("Where was there peace between people, and who made it?"),
      desolation: t("Where did you want to be right more than near?"),
      mercy: t("Whose patience did you need today, and who needed yours?"),
      invitation: t("Where could you take the first step?"),
      tomorrow: t("Who will you pray for before you sleep, and when you wake?"),
    },
  ],
  body: [
    {
      gifts: t("What did your body do for you today that you did not think of?"),
      consolation: t("When were you warm, fed, rested or in motion, and glad of it?"),
      desolation: t("When did you drive yourself past your strength?"),
      mercy: t("What have you asked of your body that you want to lay before God?"),
      invitation: t("What is your tiredness asking for?"),
      tomorrow: t("When will you rest tomorrow?"),
    },
    {
      gifts: t("What did you taste today, and who brought it to your table?"),
      consolation: t("When were your hands good for something?"),
      desolation: t("What pain or hunger did you push aside?"),
      mercy: t("What touch or word of the day do you want God to heal?"),
      invitation: t("What could you do outdoors, or lying down, or slowly?"),
      tomorrow: t("What will your first breath of tomorrow be for?"),
    },
    {
      gifts: t("What did your eyes or ears enjoy today?"),
      consolation: t("When did you feel at home in your skin?"),
      desolation: t("When were you a stranger to yourself?"),
      mercy: t("Whose body did you forget to be gentle with: yours, or another’s?"),
      invitation: t("What would help you to sleep tonight, and could you do it?"),
      tomorrow: t("What step, stretch or meal would do you good tomorrow?"),
    },
  ],
} as const satisfies Record<string, readonly ExamenTurn[]>;
