import { t } from "~/i18n/t";
import type { SeasonQuestions } from "./season-questions";

/** Questions of Advent, four weeks of them, Sunday first. They keep their places: an entry remembers a question by its number. */
export const ADVENT: SeasonQuestions = {
  morning: [
    t("What are you waiting for, and who waits with you?"),
    t("Where could you leave a little room today?"),
    t("What light, however small, do you see from here?"),
    t("What promise is hard to wait for just now?"),
    t("Who needs to hear that they are not forgotten?"),
    t("What could you do slowly today?"),
    t("What would you like to have ready when God comes near?"),

    t("What would you like the next candle to light?"),
    t("What could you leave unbought today?"),
    t("Who is expecting you, and who are you expecting?"),
    t("What sign of the coming feast can you see from here?"),
    t("Where is it still dark, and who is there?"),
    t("What hill would have to be made low for someone to reach you?"),
    t("What could you prepare in secret for another?"),

    t("What makes you glad already, before anything has come?"),
    t("What do you hear in the early quiet?"),
    t("What would you be doing if an angel came in today?"),
    t("What old hope would you take out of its box again?"),
    t("Who has no one to wait with?"),
    t("What are you carrying on the way to Bethlehem?"),
    t("What could you do today with less light?"),

    t("What would you ask Mary or Joseph on the road?"),
    t("What door could you leave open today?"),
    t("What good news could reach someone through you?"),
    t("What can you finish early, so that there is room?"),
    t("What would you like to be found doing?"),
    t("What in you is tired, and may wait?"),
    t("What star do you steer by just now?"),
  ],
  evening: [
    t("Where did a light fall on this day?"),
    t("When did waiting turn out to be good?"),
    t("Who came toward you today?"),
    t("What small sign will you keep?"),
    t("What was tender today?"),
    t("When were you quiet enough to notice something?"),
    t("What did hope look like, in plain clothes?"),

    t("What did the candle show you that you had not seen?"),
    t("What came today that you had not ordered?"),
    t("What did you see while you waited?"),
    t("What made the dark less dark today?"),
    t("What did you prepare that no one has noticed yet?"),
    t("Where did you hear a cry, and who answered it?"),
    t("What did you clear away?"),

    t("What were you glad of without a reason?"),
    t("What promise was kept today, even a small one?"),
    t("What message reached you, and who brought it?"),
    t("What did you hurry past? It may still be there."),
    t("Who opened a door for you?"),
    t("What tired you, and what carried you?"),
    t("What did you make, wrap, bake or write?"),

    t("When did you say yes today?"),
    t("What did you keep to yourself, and treasure?"),
    t("Where was there no room, and where was there some?"),
    t("What did the night sky look like?"),
    t("What was the quietest moment of this day?"),
    t("What are you still waiting for as the light goes out?"),
    t("Who would you like to bring along to the manger?"),
  ],
};
