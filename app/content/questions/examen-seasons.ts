import { t } from "~/i18n/t";
import type { ExamenTurn } from "./examen-turn";

/** Other questions of Sundays, Lent and Advent. They keep their places: an entry remembers a turn by its number. */
export const SEASON_TURNS = {
  sunday: [
    {
      gifts: t("What did you receive in church, or wherever you prayed today?"),
      consolation: t("When did a hymn, a word or the bread reach you?"),
      desolation: t("Where were your thoughts when your body was there?"),
      mercy: t("What did you bring to the table that you want to leave there?"),
      invitation: t("What word of today would you like to live on this week?"),
      tomorrow: t("Who will you carry from this Sunday into Monday?"),
    },
    {
      gifts: t("Who made this Sunday good, and who did you make it good for?"),
      consolation: t("When this week were you glad to be alive?"),
      desolation: t("What did you work at today that could have rested?"),
      mercy: t("What of this week is not at peace?"),
      invitation: t("What day of the coming week needs prayer already?"),
      tomorrow: t("What will you begin the week with?"),
    },
    {
      gifts: t("What grace of your baptism, or of your belonging, do you thank God for?"),
      consolation: t("When this week did you act as someone who is loved?"),
      desolation: t("When did you live as if you were alone?"),
      mercy: t("Whose forgiveness do you want to ask before the week begins?"),
      invitation: t("What is God making new, as far as you can see?"),
      tomorrow: t("What will you keep of this Sunday?"),
    },
  ],
  lent: [
    {
      gifts: t("What bread or word kept you going today?"),
      consolation: t("When did you choose the harder and better thing?"),
      desolation: t("What did you use to avoid being still?"),
      mercy: t("What do you want to be free of, and will you let God begin?"),
      invitation: t("Who might be helped by what you have given up?"),
      tomorrow: t("What will you leave out tomorrow, and who is it for?"),
    },
    {
      gifts: t("Who walked a part of the way with you today?"),
      consolation: t("When did you see Christ carry something?"),
      desolation: t("Where did you turn your face away?"),
      mercy: t("What do you want washed, and what only held?"),
      invitation: t("What small death might make room for life?"),
      tomorrow: t("What prayer will you set out with tomorrow?"),
    },
  ],
  advent: [
    {
      gifts: t("Who or what came to you today as if sent?"),
      consolation: t("When did waiting open your eyes?"),
      desolation: t("What did you fill with noise that could have stayed empty?"),
      mercy: t("What broken thing do you hold up to the one who comes?"),
      invitation: t("What could you prepare for someone who does not expect it?"),
      tomorrow: t("What will you listen for tomorrow?"),
    },
    {
      gifts: t("What promise are you thankful for tonight?"),
      consolation: t("When were you patient, or was someone patient with you?"),
      desolation: t("When did fear or hurry have the word?"),
      mercy: t("Where do you need someone to come and find you?"),
      invitation: t("What light could you set in a window?"),
      tomorrow: t("What do you hope to see when you wake?"),
    },
  ],
} as const satisfies Record<string, readonly ExamenTurn[]>;
