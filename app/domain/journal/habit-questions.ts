import type { Season } from "~/domain/scripture/church-year";

/** One question for each weekday, Sunday first. */
type Week = readonly [string, string, string, string, string, string, string];

/** The third question of the daily habit's morning: it changes with the weekday and the season. */
export const MORNING_QUESTIONS: Record<Season, Week> = {
  advent: [
    "What are you waiting for, and who waits with you?",
    "Where could you leave a little room today?",
    "What light, however small, do you see from here?",
    "What promise is hard to wait for just now?",
    "Who needs to hear that they are not forgotten?",
    "What could you do slowly today?",
    "What would you like to have ready when God comes near?",
  ],
  christmas: [
    "Where is God near enough to touch this morning?",
    "What did you receive that you could never have earned?",
    "Who is easily overlooked where you will be today?",
    "What do you want to ponder in your heart, as Mary did?",
    "Where could peace begin with you today?",
    "What plain, everyday thing will you treat as holy?",
    "Who will you make welcome?",
  ],
  lent: [
    "What could you set aside today, to be freer?",
    "Where do you need to turn around?",
    "What are you hungry for, underneath everything else?",
    "What truth about yourself can you bear to look at, with God beside you?",
    "Who could you give time to without being asked?",
    "What do you carry that was never yours to carry?",
    "What dry place in you is asking for water?",
  ],
  easter: [
    "What is coming to life in you?",
    "Where might you meet Christ without knowing him at first?",
    "What stone has been rolled away, and what will you do now?",
    "What fear could you leave behind today?",
    "Who could you tell something good?",
    "Where do you still bring spices to an empty tomb?",
    "What will you do today simply for joy?",
  ],
  pentecost: [
    "What do you need courage to say?",
    "Whose language could you try to understand today?",
    "What gift of yours has been lying unused?",
    "Where do you feel a gentle push?",
    "What could be kindled again?",
    "Who do you need to be of one heart and mind with?",
    "Where do you long for the Spirit to breathe?",
  ],
  ordinary: [
    "What would make this day a day of rest?",
    "What task today could you do as if for God?",
    "Who will you meet today, and what might they need?",
    "What is growing slowly, and how can you tend it?",
    "Where is your attention most often stolen?",
    "What have you been putting off that love asks of you?",
    "What can you leave undone, and trust?",
  ],
};

/** What stands under "A moment of grace" in the evening: it changes with the weekday and the season. */
export const EVENING_QUESTIONS: Record<Season, Week> = {
  advent: [
    "Where did a light fall on this day?",
    "When did waiting turn out to be good?",
    "Who came toward you today?",
    "What small sign will you keep?",
    "What was tender today?",
    "When were you quiet enough to notice something?",
    "What did hope look like, in plain clothes?",
  ],
  christmas: [
    "What was given to you today?",
    "Whose face do you see when you think of this day?",
    "Where was there room for you?",
    "What made you wonder, even for a moment?",
    "When was something small enough, and enough?",
    "What good news reached you?",
    "Where did you feel at home?",
  ],
  lent: [
    "When was there mercy, given or received?",
    "Where were you honest today?",
    "What did doing without make room for?",
    "When did someone carry something with you?",
    "What door opened, if only a little?",
    "Where did you see someone’s courage?",
    "What water did you find in a dry place?",
  ],
  easter: [
    "Where was life stronger today?",
    "When did your heart burn within you?",
    "What was mended, or began to be?",
    "Who called you by your name?",
    "What surprised you with joy?",
    "What table was it good to sit at?",
    "What was new this morning and is still new tonight?",
  ],
  pentecost: [
    "When did the right words come?",
    "Who understood you, or who did you understand?",
    "What gave you strength that was not your own?",
    "Where did something catch fire?",
    "When did you feel yourself breathing freely?",
    "What were you able to do together?",
    "Where did you follow a nudge, and what came of it?",
  ],
  ordinary: [
    "When did time slow down today?",
    "What went well that you might easily forget?",
    "Who was kind to you?",
    "What did you see that was beautiful?",
    "When did you laugh?",
    "When were you wholly present?",
    "What are you glad to have finished, or to have left alone?",
  ],
};
