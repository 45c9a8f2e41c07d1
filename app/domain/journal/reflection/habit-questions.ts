import type { Season } from "~/domain/church-year/church-year";
import { t } from "~/i18n/t";

/** One question for each weekday, Sunday first. */
type Week = readonly [string, string, string, string, string, string, string];

/** The third question of the daily habit's morning: it changes with the weekday and the season. */
export const MORNING_QUESTIONS: Record<Season, Week> = {
  advent: [
    t("What are you waiting for, and who waits with you?"),
    t("Where could you leave a little room today?"),
    t("What light, however small, do you see from here?"),
    t("What promise is hard to wait for just now?"),
    t("Who needs to hear that they are not forgotten?"),
    t("What could you do slowly today?"),
    t("What would you like to have ready when God comes near?"),
  ],
  christmas: [
    t("Where is God near enough to touch this morning?"),
    t("What did you receive that you could never have earned?"),
    t("Who is easily overlooked where you will be today?"),
    t("What do you want to ponder in your heart, as Mary did?"),
    t("Where could peace begin with you today?"),
    t("What plain, everyday thing will you treat as holy?"),
    t("Who will you make welcome?"),
  ],
  lent: [
    t("What could you set aside today, to be freer?"),
    t("Where do you need to turn around?"),
    t("What are you hungry for, underneath everything else?"),
    t("What truth about yourself can you bear to look at, with God beside you?"),
    t("Who could you give time to without being asked?"),
    t("What do you carry that was never yours to carry?"),
    t("What dry place in you is asking for water?"),
  ],
  easter: [
    t("What is coming to life in you?"),
    t("Where might you meet Christ without knowing him at first?"),
    t("What stone has been rolled away, and what will you do now?"),
    t("What fear could you leave behind today?"),
    t("Who could you tell something good?"),
    t("Where do you still bring spices to an empty tomb?"),
    t("What will you do today simply for joy?"),
  ],
  pentecost: [
    t("What do you need courage to say?"),
    t("Whose language could you try to understand today?"),
    t("What gift of yours has been lying unused?"),
    t("Where do you feel a gentle push?"),
    t("What could be kindled again?"),
    t("Who do you need to be of one heart and mind with?"),
    t("Where do you long for the Spirit to breathe?"),
  ],
  ordinary: [
    t("What would make this day a day of rest?"),
    t("What task today could you do as if for God?"),
    t("Who will you meet today, and what might they need?"),
    t("What is growing slowly, and how can you tend it?"),
    t("Where is your attention most often stolen?"),
    t("What have you been putting off that love asks of you?"),
    t("What can you leave undone, and trust?"),
  ],
};

/** The line below "A moment of grace" in the evening: it changes with the weekday and the season. */
export const EVENING_QUESTIONS: Record<Season, Week> = {
  advent: [
    t("Where did a light fall on this day?"),
    t("When did waiting turn out to be good?"),
    t("Who came toward you today?"),
    t("What small sign will you keep?"),
    t("What was tender today?"),
    t("When were you quiet enough to notice something?"),
    t("What did hope look like, in plain clothes?"),
  ],
  christmas: [
    t("What was given to you today?"),
    t("Whose face do you see when you think of this day?"),
    t("Where was there room for you?"),
    t("What made you wonder, even for a moment?"),
    t("When was something small enough, and enough?"),
    t("What good news reached you?"),
    t("Where did you feel at home?"),
  ],
  lent: [
    t("When was there mercy, given or received?"),
    t("Where were you honest today?"),
    t("What did doing without make room for?"),
    t("When did someone carry something with you?"),
    t("What door opened, if only a little?"),
    t("Where did you see someone’s courage?"),
    t("What water did you find in a dry place?"),
  ],
  easter: [
    t("Where was life stronger today?"),
    t("When did your heart burn within you?"),
    t("What was mended, or began to be?"),
    t("Who called you by your name?"),
    t("What surprised you with joy?"),
    t("What table was it good to sit at?"),
    t("What was new this morning and is still new tonight?"),
  ],
  pentecost: [
    t("When did the right words come?"),
    t("Who understood you, or who did you understand?"),
    t("What gave you strength that was not your own?"),
    t("Where did something catch fire?"),
    t("When did you feel yourself breathing freely?"),
    t("What were you able to do together?"),
    t("Where did you follow a nudge, and what came of it?"),
  ],
  ordinary: [
    t("When did time slow down today?"),
    t("What went well that you might easily forget?"),
    t("Who was kind to you?"),
    t("What did you see that was beautiful?"),
    t("When did you laugh?"),
    t("When were you wholly present?"),
    t("What are you glad to have finished, or to have left alone?"),
  ],
};
