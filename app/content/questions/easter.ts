import { t } from "~/i18n/t";
import type { SeasonQuestions } from "./season-questions";

/** Questions of Easter, four weeks of them, Sunday first. They keep their places: an entry remembers a question by its number. */
export const EASTER: SeasonQuestions = {
  morning: [
    t("What is coming to life in you?"),
    t("Where might you meet Christ without knowing him at first?"),
    t("What stone has been rolled away, and what will you do now?"),
    t("What fear could you leave behind today?"),
    t("Who could you tell something good?"),
    t("Where do you still bring spices to an empty tomb?"),
    t("What will you do today simply for joy?"),

    t("What would you like to sing about this morning?"),
    t("What good thing have you seen that someone should hear of?"),
    t("Where will you walk today, and who might join you on the road?"),
    t("What closed door do you hope Christ will come through?"),
    t("What would you like to touch, as Thomas did, before you believe it?"),
    t("What wound of yours has begun to close?"),
    t("What fish, bread or coffee could you share by a fire?"),

    t("Whose voice would you know in a crowd?"),
    t("What is green that was bare?"),
    t("What would you do today if death had no say in it?"),
    t("Who needs you to sit down and eat with them?"),
    t("Where have you fished all night, and what is the other side of the boat?"),
    t("What grave do you still visit, and what could you leave there?"),
    t("What old coat of a habit could you leave on its hook today?"),

    t("What do you love in Christ that you could say aloud?"),
    t("What branch of your life bears fruit, and what is being pruned?"),
    t("What peace could you bring into the next room you enter?"),
    t("What have you been given to feed or to look after?"),
    t("Where will you look up today?"),
    t("What could you lay down for a friend?"),
    t("What window could you open?"),
  ],
  evening: [
    t("Where was life stronger today?"),
    t("When did your heart burn within you?"),
    t("What was mended, or began to be?"),
    t("Who called you by your name?"),
    t("What surprised you with joy?"),
    t("What table was it good to sit at?"),
    t("What was new this morning and is still new tonight?"),

    t("What alleluia was there today?"),
    t("Who did you tell, and what did they say?"),
    t("Who walked beside you, and when did you notice?"),
    t("When did peace come in, though the doors were shut?"),
    t("What did you touch and find to be real?"),
    t("What old pain was lighter today?"),
    t("Who cooked for you, or let you cook?"),

    t("When did you know that you were known?"),
    t("What did you see growing?"),
    t("What did you dare?"),
    t("When was bread broken, and what did you see then?"),
    t("What did you try again?"),
    t("What did you dread that was not there?"),
    t("What would you like to keep of this day’s light?"),

    t("When was love asked of you, and when was it given?"),
    t("What fruit did you taste or see?"),
    t("When did you pass on peace?"),
    t("Who did you feed, and who fed you?"),
    t("What did you see when you looked up?"),
    t("Who laid something down for you?"),
    t("What fresh air came in?"),
  ],
};
