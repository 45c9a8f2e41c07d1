import { t } from "~/i18n/t";
import { written } from "./written-day";

/** Seven days for a decision, in the order in which Ignatius lets a choice ripen. */
export const DECISION = [
  written(
    t("What is really asked"),
    "Mark 10:46-52",
    t(
      "Bartimaeus shouts for mercy, and Jesus asks what exactly he wants. A choice becomes clearer once it fits into one sentence. Write it as a question that can be answered with yes or no, and leave it lying there.",
    ),
    [t("What is the choice, in one sentence?"), t("By when does it have to be made, and who says so?")],
    t("Lord, let me see what it is that I am choosing."),
  ),
  written(
    t("What it is for"),
    "Matthew 6:25-34",
    t(
      "Before one way or the other comes the end that both should serve. Jesus says: the kingdom first. Much of the pressure in a choice comes from things that are good and small.",
    ),
    [t("What matters to you more than getting this right?"), t("Which worry is speaking the loudest?")],
    t("Give me one desire that is large enough to order the others."),
  ),
  written(
    t("Free enough to choose"),
    "Philippians 4:10-13",
    t(
      "Paul has learnt to have plenty and to have little. Freedom here means that either answer could be lived with you, God, in it. If you are not free yet, do not pretend; ask to become so.",
    ),
    [t("Which answer are you hoping not to hear?"), t("What would you lose, and what would remain?")],
    t("Loosen my grip, finger by finger."),
  ),
  written(
    t("A day as if it were yes"),
    "Psalm 139:1-12",
    t(
      "Until this evening, live as if you had said yes. Wash up with it, wait for the bus with it. Notice what it does to you, and do not judge it yet.",
    ),
    [t("When did the yes feel like home, and when like a costume?"), t("Whose face came to you in it?")],
    t("If I take the wings of the dawn, you are there too."),
  ),
  written(
    t("A day as if it were no"),
    "Ruth 1:11-18",
    t(
      "Orpah turns back with a kiss, Ruth keeps walking, and the story blames neither. Until this evening, live as if you had said no. A no can be an act of love as well.",
    ),
    [
      t("What grew quiet in you, and what began to ache?"),
      t("What became possible that the yes would have closed?"),
    ],
    t("Walk with me down this road as well, and tell me what you see."),
  ),
  written(
    t("Reasons, and a friend"),
    "Proverbs 2:1-11",
    t(
      "Take a sheet with four corners: what is good and what is costly about either way. Then imagine someone you have never met, in the same place as you, asking for your advice. You may find that you are kinder to a stranger, and clearer.",
    ),
    [
      t("Which of the reasons still weighs something after a night’s sleep?"),
      t("What would you say to the stranger?"),
    ],
    t("Wisdom, come in and sit down at my table."),
  ),
  written(
    t("Offering it"),
    "Luke 1:26-38",
    t(
      "Mary asks how it can be, listens, and then gives her word. A choice is offered before it is carried out. Tell God what you are inclined to do, and stay long enough to notice whether there is peace in it. If there is none, waiting is a decision too.",
    ),
    [
      t("What are you offering today?"),
      t("What happens in you when you say it aloud?"),
      t("Who should hear of it first?"),
    ],
    t("Here it is, Lord. Confirm it, or lead me another way."),
  ),
] as const;
