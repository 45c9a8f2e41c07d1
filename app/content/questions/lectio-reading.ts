import { t } from "~/i18n/t";

/** One line of presence before anything is read. */
export const PRESENCE: readonly string[] = [
  t("Sit as you are. Breathe in, breathe out. God was here before you came."),
  t("Let your shoulders drop. Nothing has to be done for a moment. You are expected."),
  t("Listen to the sounds around you, then to the quiet underneath. This is where God meets you."),
  t("Put down what you are holding. There is time for this, and you are not late."),
  t("Feel the weight of your body where you sit. You are held up; so is everything else."),
  t("Open your hands on your knees. You came with nothing, and nothing is asked of you."),
  t("Close your eyes for three breaths. When you open them, God will not have gone away."),
  t("Name the place where you are: this room, this chair, this hour. God is in it."),
  t("If your thoughts are still running, let them run on ahead. You can stay here."),
];

/** How the passage is read. */
export const READING: readonly string[] = [
  t("Read slowly, twice, and aloud if you can."),
  t("Read once to hear what is said, and once more to hear it said to you."),
  t("Read as if it were a letter. Pause wherever you want to pause."),
  t("Read at the pace of walking. Let each line set its foot down."),
  t("Read it once aloud and once in a whisper."),
  t("Read the passage, look up for a moment, and read it again from the beginning."),
  t("Read as if you had never heard it. Let nothing in it be too well known."),
  t("Read with a finger under the line, and stop where the finger stops."),
  t("Read it, count five breaths, and read it once more."),
];

/** Lectio: what stays with the reader. */
export const WORD_QUESTIONS: readonly string[] = [
  t("What word or phrase holds you?"),
  t("Where do you slow down?"),
  t("What do you hear the second time that you missed the first?"),
  t("What phrase would you underline?"),
  t("What word makes you look up?"),
  t("What word would you like to say aloud once more?"),
  t("What line is still there when you close your eyes?"),
  t("What small word nearly slipped past you?"),
  t("What word is new to you today?"),
  t("What word is warm, and what word is rough?"),
  t("Who speaks here, and what word of theirs reaches you?"),
  t("What do you see in this passage: a place, a hand, a face?"),
  t("What word sounds as if it were said to you?"),
  t("What word do you not understand, and want to keep all the same?"),
  t("What line would you write on a slip of paper?"),
  t("What sound is in this passage?"),
  t("What does someone do here that you can picture?"),
  t("What word would a child ask about?"),
  t("What phrase would you like to be told by a friend?"),
  t("What word pulls at you, gently?"),
  t("What do you stop at, even on a quick reading?"),
  t("What word here have you used yourself this week?"),
  t("What is the last word that stays in the room?"),
  t("What word could you breathe in and out?"),
];

/** Meditatio: what the word touches. */
export const MEDITATIO_QUESTIONS: readonly string[] = [
  t("What in your life does this touch?"),
  t("Where do you find yourself in this passage?"),
  t("What does it question in you, and what does it comfort?"),
  t("What does this word remind you of?"),
  t("Who are you in this scene: near, far, in the crowd?"),
  t("Where did you meet this word yesterday, without knowing it?"),
  t("What face comes to you as you hold this word?"),
  t("What would change in this day if the word were true?"),
  t("What does it say to what you are worried about?"),
  t("What in you says yes to it, and what says no?"),
  t("Where in your house does this word belong?"),
  t("What would you ask the person in this passage?"),
  t("What old memory does it touch?"),
  t("What does it let you see about someone you love?"),
  t("What does it let you see about someone you find hard?"),
  t("What have you been given that this word names?"),
  t("What part of your week has been waiting for this word?"),
  t("What does it ask you to look at?"),
  t("What does it allow you to put down?"),
  t("What would your oldest friend hear in it for you?"),
  t("Where does it meet your work?"),
  t("What picture does it leave in you?"),
  t("Where is this already happening, in small?"),
  t("What did this word mean to you once, and what now?"),
];
