import { t } from "~/i18n/t";
import type { ExamenTurn } from "./examen-turn";

/** Other questions of the quieter packs of weekdays. They keep their places: an entry remembers a turn by its number. */
export const QUIET_TURNS = {
  hidden: [
    {
      gifts: t("What went well today that no one will speak of?"),
      consolation: t("Where did something good happen without you?"),
      desolation: t("What good thing did you miss because you were looking elsewhere?"),
      mercy: t("What gift did you refuse, and can God offer it again?"),
      invitation: t("What small sign of the day would you like to follow?"),
      tomorrow: t("What will you keep your eyes open for tomorrow?"),
    },
    {
      gifts: t("What kindness reached you by a roundabout way?"),
      consolation: t("When did a plan fail, and something better come?"),
      desolation: t("What did you take for granted?"),
      mercy: t("Who served you unseen today? Is there something to make good?"),
      invitation: t("What whisper of this day do you want to hear again?"),
      tomorrow: t("What small thing will you do unseen tomorrow?"),
    },
    {
      gifts: t("What was there at the edge of this day?"),
      consolation: t("When did you feel, for a moment, that you were not alone?"),
      desolation: t("Where did you look away?"),
      mercy: t("What do you keep hidden that you would like to show to God?"),
      invitation: t("What is growing where you do not look every day?"),
      tomorrow: t("What unasked gift do you ask for tomorrow?"),
    },
  ],
  person: [
    {
      gifts: t("Think of someone you met by chance. What did they bring you?"),
      consolation: t("When did their joy become yours?"),
      desolation: t("When did you see only what they lacked?"),
      mercy: t("What would you say to this person if they were here?"),
      invitation: t("What does this person need that you have?"),
      tomorrow: t("What will you notice first, when you see them again?"),
    },
    {
      gifts: t("Think of someone who is far away. What do you have from them?"),
      consolation: t("When were you near to them today, in thought or by a message?"),
      desolation: t("What lies between you that distance did not put there?"),
      mercy: t("What of your story together do you want to give to God?"),
      invitation: t("What sign could you send?"),
      tomorrow: t("When will you think of them tomorrow?"),
    },
    {
      gifts: t("Think of someone who was hard for you. What is good in them?"),
      consolation: t("When did you manage to be fair, or they to be kind?"),
      desolation: t("What did they touch in you that hurts?"),
      mercy: t("What do you need from God before you meet again?"),
      invitation: t("What would you want them to know?"),
      tomorrow: t("What one thing could be different tomorrow between you?"),
    },
  ],
  silence: [
    {
      gifts: t("One thing you saw. Stay with it."),
      consolation: t("One breath that was free."),
      desolation: t("One breath that was tight."),
      mercy: t("One thing to leave."),
      invitation: t("One name to hold."),
      tomorrow: t("One hope, in a word."),
    },
    {
      gifts: t("One sound of this day."),
      consolation: t("One word that was good."),
      desolation: t("One word too many."),
      mercy: t("One thing for God to mend."),
      invitation: t("One step."),
      tomorrow: t("One thing to sleep on."),
    },
    {
      gifts: t("One hand, one face, one place."),
      consolation: t("One light that went on."),
      desolation: t("One light that went out."),
      mercy: t("One thing to say sorry for."),
      invitation: t("One thing to wait for."),
      tomorrow: t("One thing to get up for."),
    },
  ],
} as const satisfies Record<string, readonly ExamenTurn[]>;
