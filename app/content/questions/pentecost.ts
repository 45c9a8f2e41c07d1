import { t } from "~/i18n/t";
import type { SeasonQuestions } from "./season-questions";

/** Questions of the week of Pentecost, in two turns, Sunday first. They keep their places: an entry remembers a question by its number. */
export const PENTECOST: SeasonQuestions = {
  morning: [
    t("What do you need courage to say?"),
    t("Whose language could you try to understand today?"),
    t("What gift of yours has been lying unused?"),
    t("Where do you feel a gentle push?"),
    t("What could be kindled again?"),
    t("Who do you need to be of one heart and mind with?"),
    t("Where do you long for the Spirit to breathe?"),

    t("What fire would you like to be warmed by?"),
    t("What could you pray in a single breath?"),
    t("Who near you speaks another language, and what could you learn from them?"),
    t("What would you begin if you did not mind looking foolish?"),
    t("What gift do you see in someone that they do not see?"),
    t("What needs comfort today, in you or near you?"),
    t("What wind is blowing, outside and in?"),
  ],
  evening: [
    t("When did the right words come?"),
    t("Who understood you, or who did you understand?"),
    t("What gave you strength that was not your own?"),
    t("Where did something catch fire?"),
    t("When did you feel yourself breathing freely?"),
    t("What were you able to do together?"),
    t("Where did you follow a nudge, and what came of it?"),

    t("What set your heart alight?"),
    t("When did you breathe out, and let it be?"),
    t("When did you understand someone unlike you?"),
    t("What did you say or do that you had not planned?"),
    t("Whose gift did you see at work?"),
    t("Who comforted you, or let you comfort them?"),
    t("Where did the wind carry you today?"),
  ],
};
