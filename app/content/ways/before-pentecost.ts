import { t } from "~/i18n/t";
import { written } from "./written-day";

/** The nine days between Ascension and Pentecost. */
export const BEFORE_PENTECOST = [
  written(
    t("An upper room"),
    "Acts 1:12-14",
    t(
      "They had been told to wait and had not been told how long. So they went upstairs and prayed, eleven apostles, the women, Mary, his brothers. The first thing the church ever did together was to wait.",
    ),
    [t("Which promise has been made to you without a date, and who is upstairs with you?")],
    t("Come, Holy Spirit, into the rooms where nothing has happened yet."),
  ),
  written(
    t("Over the waters"),
    "Genesis 1:1-5",
    t(
      "Before there is any order there is the Spirit, hovering over the deep like a bird over its nest. What is formless does not frighten God.",
    ),
    [t("What in your life has no shape yet?"), t("Where could you hold back from tidying too soon?")],
    t("Hover over what I cannot put in order."),
  ),
  written(
    t("A low whisper"),
    "1 Kings 19:9-13",
    t(
      "Wind, earthquake and fire went past, and God was in none of them. After them came a sound that one had to be quiet to hear. At Pentecost it will be wind and fire after all; the Spirit keeps to no habit.",
    ),
    [t("How loud has your week been?"), t("What did you nearly fail to hear?")],
    t("Speak as softly as you like; I will try to be near enough."),
  ),
  written(
    t("Dry bones"),
    "Ezekiel 37:1-10",
    t(
      "The prophet is asked whether these bones can live, and gives the only honest answer: you know. Then he is told to speak to them anyway, and breath comes from the four winds.",
    ),
    [t("Which hope have you counted among the dead?"), t("What word might you speak over it?")],
    t("Breath of God, blow through the valley that I avoid."),
  ),
  written(
    t("Thirsty"),
    "John 7:37-39",
    t(
      "On the last day of the feast, when all the water has been poured out, Jesus gets up and calls out to the thirsty. Nothing else is asked of those who come.",
    ),
    [t("What is your thirst called, if you give it its proper name?")],
    t("Let me drink first, and afterwards let me be a well."),
  ),
  written(
    t("Another at your side"),
    "John 14:15-21",
    t(
      "On the night before his death he promises his friends that they will not be orphans. The word he uses for the Spirit means one who is called to your side: in court, in trouble, at a bedside.",
    ),
    [t("When did someone simply come and stay beside you?"), t("Who could you stay beside this week?")],
    t("Come to my side, and to the side of those who have no one."),
  ),
  written(
    t("Fruit takes its time"),
    "Galatians 5:22-26",
    t(
      "Works are done; fruit grows. You cannot pull at patience to make it longer. What one can do for a tree is water it, give it light, and leave it standing where it is.",
    ),
    [t("Which of the nine have others tasted in you?"), t("Which is still green?")],
    t("Gardener of my soul, do not lose patience with mine."),
  ),
  written(
    t("Many gifts"),
    "1 Corinthians 12:4-11",
    t(
      "To each is given something, and to no one everything. A gift that you lack is probably sitting two rows further back. That is how the Spirit makes us need one another.",
    ),
    [t("What comes easily to you that helps other people?"), t("Whose gift do you find hard to be glad of?")],
    t("Teach me to use what I have, and to ask for what I have not."),
  ),
  written(
    t("Words too deep"),
    "Romans 8:22-27",
    t(
      "We do not know how to pray as we ought, says the man who wrote half the letters. The Spirit takes over where our sentences stop. Tomorrow the wind will come; this evening a sigh is prayer enough.",
    ),
    [
      t("What can you only sigh about?"),
      t("What would you like tomorrow’s wind to carry off, and what to kindle?"),
    ],
    t("Come, wind. Come, fire. Come, gentle guest."),
  ),
] as const;
