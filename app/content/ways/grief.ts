import { t } from "~/i18n/t";
import { written } from "./written-day";

/** Seven days for grief. */
export const GRIEF = [
  written(
    t("The name"),
    "John 11:28-37",
    t(
      "Jesus knew what he was about to do for Lazarus, and he wept all the same. Tears do not mean that hope has failed. Today there is only this to do: say the name of the one you have lost, as you used to say it.",
    ),
    [t("How did you say the name when all was well?"), t("Where in your body does the loss live today?")],
    t("Jesus, you wept before you spoke. Stay beside me without words."),
  ),
  written(
    t("The empty chair"),
    "Psalm 13",
    t(
      "The psalm asks how long, four times over, and is not told off for asking. You may ask as often as you need to. Love keeps looking towards the door.",
    ),
    [
      t("Which hour of the day is hardest, and who knows that?"),
      t("What do you want to ask God, in plain words?"),
    ],
    t("How long, Lord? I ask you because I have nobody else to ask."),
  ),
  written(
    t("What was left unsaid"),
    "Romans 8:31-39",
    t(
      "Paul makes a list of everything that might come between us and love, and death is the first word on it. None of it succeeds. What you did not manage to say can still be said today, in the hearing of the God who holds you both.",
    ),
    [t("What did you still want to tell them?"), t("What would you have liked to hear?")],
    t("Carry my words to where my voice does not reach."),
  ),
  written(
    t("Anger, and other visitors"),
    "Job 3:20-26",
    t(
      "Job says things that nobody embroiders on a cushion, and the book calls it speaking rightly. Grief brings guests with it: anger, guilt, relief, a strange laughter. You need not turn any of them away before you pray.",
    ),
    [
      t("Which feeling came that you did not expect?"),
      t("What are you angry about, and who are you angry with?"),
    ],
    t("Take what I feel as it is, God. I have nothing tidier to bring."),
  ),
  written(
    t("Bread, and a little sleep"),
    "1 Kings 19:4-8",
    t(
      "Elijah lies down and wishes to die. The angel does not argue; there is bread, water, sleep, and then bread again. The journey comes later. Mourning is heavy work, and bodies need feeding.",
    ),
    [t("What did you eat today?"), t("Who could bring you something, if you let them know?")],
    t("For today, bread is enough. Thank you for bread."),
  ),
  written(
    t("What they gave you"),
    "Philippians 1:3-6",
    t(
      "Paul thanks God each time he remembers. Some memories still cut, and they may wait. If one comes today that is warm, let it stay as long as it likes.",
    ),
    [
      t("What do you do, say or cook as they did?"),
      t("Which memory made you smile, even for a moment?"),
      t("What was difficult between you, and can it rest for now?"),
    ],
    t("Thank you for the years, and for the one who filled them."),
  ),
  written(
    t("Called by name"),
    "John 20:11-18",
    t(
      "Mary stays at the grave and cries, and it is there that she hears her name. She cannot hold on to him as before; she is given something to carry to the others. Easter does not hurry her tears. It meets her in them.",
    ),
    [
      t("Where have you been met, even faintly, in these days?"),
      t("What will you keep doing in love of them?"),
    ],
    t("Risen Lord, call us both by name."),
  ),
] as const;
