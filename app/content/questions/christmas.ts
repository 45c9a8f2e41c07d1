import { t } from "~/i18n/t";
import type { SeasonQuestions } from "./season-questions";

/** Questions of Christmas, two weeks of them, Sunday first. They keep their places: an entry remembers a question by its number. */
export const CHRISTMAS: SeasonQuestions = {
  morning: [
    t("Where is God near enough to touch this morning?"),
    t("What did you receive that you could never have earned?"),
    t("Who is easily overlooked where you will be today?"),
    t("What do you want to ponder in your heart, as Mary did?"),
    t("Where could peace begin with you today?"),
    t("What plain, everyday thing will you treat as holy?"),
    t("Who will you make welcome?"),

    t("What would you carry to the manger this morning?"),
    t("Whose birth are you thankful for today?"),
    t("What could you leave lying, as the shepherds did, to go and see?"),
    t("Who might be looking for a room near you?"),
    t("What gift could you use today, thinking of the one who gave it?"),
    t("What of this feast would you like to have still in February?"),
    t("What child could you be glad about today?"),
  ],
  evening: [
    t("What was given to you today?"),
    t("Whose face do you see when you think of this day?"),
    t("Where was there room for you?"),
    t("What made you wonder, even for a moment?"),
    t("When was something small enough, and enough?"),
    t("What good news reached you?"),
    t("Where did you feel at home?"),

    t("What did you see today that you would tell the shepherds?"),
    t("When were you held, or did you hold someone?"),
    t("What shone today, in a window or in a face?"),
    t("Who was missing at the table, and what would you say to God about them?"),
    t("What did you give that could not be wrapped?"),
    t("What song went with you today?"),
    t("When did you feel small and safe?"),
  ],
};
