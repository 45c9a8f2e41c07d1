import { t } from "~/i18n/t";
import type { SeasonQuestions } from "./season-questions";

/** Questions of ordinary time, four weeks of them, Sunday first. They keep their places: an entry remembers a question by its number. */
export const ORDINARY: SeasonQuestions = {
  morning: [
    t("What would make this day a day of rest?"),
    t("What task today could you do as if for God?"),
    t("Who will you meet today, and what might they need?"),
    t("What is growing slowly, and how can you tend it?"),
    t("Where is your attention most often stolen?"),
    t("What have you been putting off that love asks of you?"),
    t("What can you leave undone, and trust?"),

    t("Who will you greet today, and what will you be glad to tell them?"),
    t("What is the first thing you will do with your hands today?"),
    t("What sound can you hear from where you are?"),
    t("What part of today would you like someone beside you for?"),
    t("What tool, pot or pen will serve you today?"),
    t("Whose sorrow could you carry for an hour?"),
    t("What could you mend, clear or put back in its place?"),

    t("What word or song would you like to keep all week?"),
    t("What meeting or errand could you bring to God before it begins?"),
    t("Whose name comes to mind this morning?"),
    t("What will you look at today for longer than you need to?"),
    t("What can you do today that no one asked of you?"),
    t("Where could you wait today without filling the time?"),
    t("What meal will you share, and who will be there?"),

    t("What would you like to leave switched off today?"),
    t("What light do you see from your window?"),
    t("What would you like to say today, and who needs to hear it?"),
    t("What has been given to you already, before you did anything?"),
    t("What small fear could you name, and walk past?"),
    t("What could you forgive before it happens?"),
    t("What is ripe, and what needs more time?"),
  ],
  evening: [
    t("When did time slow down today?"),
    t("What went well that you might easily forget?"),
    t("Who was kind to you?"),
    t("What did you see that was beautiful?"),
    t("When did you laugh?"),
    t("When were you wholly present?"),
    t("What are you glad to have finished, or to have left alone?"),

    t("What did you sing, hear or receive today?"),
    t("Whose voice is still in your ear?"),
    t("What did you hold in your hands today?"),
    t("What question stayed with you on the way home?"),
    t("When did someone make room for you?"),
    t("What did you let go of?"),
    t("What did you eat today, and who made it?"),

    t("Who did you see today that you had missed?"),
    t("What door did you walk through gladly?"),
    t("What did the sky look like when you noticed it?"),
    t("What did you learn from someone younger or older?"),
    t("When did you help, and when were you helped?"),
    t("What moved you to pity, or to prayer?"),
    t("What is still on the table, and may stay there?"),

    t("What rested in you today?"),
    t("What did you make or finish with your own hands?"),
    t("What made you stop for a moment?"),
    t("Who waited for you?"),
    t("What did you say that you are glad of?"),
    t("What did this day ask of you, and who saw it?"),
    t("What small thing was beautiful and of no use?"),
  ],
};
