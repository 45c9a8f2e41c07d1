import { t } from "~/i18n/t";
import type { SeasonQuestions } from "./season-questions";

/** Questions of Lent, four weeks of them, Sunday first. They keep their places: an entry remembers a question by its number. */
export const LENT: SeasonQuestions = {
  morning: [
    t("What could you set aside today, to be freer?"),
    t("Where do you need to turn around?"),
    t("What are you hungry for, underneath everything else?"),
    t("What truth about yourself can you bear to look at, with God beside you?"),
    t("Who could you give time to without being asked?"),
    t("What do you carry that was never yours to carry?"),
    t("What dry place in you is asking for water?"),

    t("What table does God set for you, even in Lent?"),
    t("What could you leave uneaten, unbought or unsaid today?"),
    t("What do you reach for when you are empty?"),
    t("Who is hungry within your reach?"),
    t("What would you like to be washed of?"),
    t("Whose cross could you take hold of for a few steps?"),
    t("What keeps you from a quiet hour?"),

    t("What well could you sit down at today?"),
    t("What noise could you turn off?"),
    t("What old account could you close today?"),
    t("What would you like to have said differently, and can you still say it?"),
    t("Whose feet could you wash, in whatever way that is done now?"),
    t("What thorn do you live with, and have you shown it to God?"),
    t("What do you keep in a cupboard that someone else needs?"),

    t("What will you look at today that you usually walk past?"),
    t("What excuse could you do without?"),
    t("What prayer have you been putting off?"),
    t("What would you tell the father who runs to meet you?"),
    t("What hour could you watch with Christ today?"),
    t("What must you carry today, and who might walk with you?"),
    t("What lies in the ground in you, waiting for spring?"),
  ],
  evening: [
    t("When was there mercy, given or received?"),
    t("Where were you honest today?"),
    t("What did doing without make room for?"),
    t("When did someone carry something with you?"),
    t("What door opened, if only a little?"),
    t("Where did you see someone’s courage?"),
    t("What water did you find in a dry place?"),

    t("What fed you today?"),
    t("What did you want, and leave where it was?"),
    t("When did you remember that you are dust, and when that you are loved?"),
    t("What did you give away, in money, time or patience?"),
    t("When did you kneel, bend down or listen?"),
    t("Whose suffering did you see today?"),
    t("What silence did you find, or make?"),

    t("Where was there living water today?"),
    t("What did you see coming, and step around?"),
    t("Who let something go for your sake, perhaps without a word?"),
    t("What true thing was said today, by you or to you?"),
    t("What did someone do today for your feet, your back or your bread?"),
    t("What did you look at without looking away?"),
    t("What did you miss while you fasted from it?"),

    t("What do you see more clearly tonight than this morning?"),
    t("What came between you and another, and what is left of it?"),
    t("What did you admit today, if only to yourself?"),
    t("Who came to meet you?"),
    t("Where did you stay awake with someone?"),
    t("What would you lay down tonight beneath the cross?"),
    t("What seed did you put in the ground?"),
  ],
};
