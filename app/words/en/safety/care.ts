export const careWords = {
  urgentSelf: "You matter; please talk to someone now",
  urgentSelfText:
    "What you wrote sounds as if you may be in danger. You do not have to carry this alone, and you do not have to explain it well. Please call one of these numbers, or go to a person who is near.",
  urgentOthers: "Please talk to someone now",
  urgentOthersText:
    "What you wrote sounds as if someone could be hurt. Put distance between you, and please call one of these numbers before anything else. They listen without judging.",
  thatSoundsHeavy: "That sounds heavy",
  thatSoundsHeavyText: "If it gets too much, people are there who listen, day and night.",
  yourSafetyComesFirst: "Your safety comes first",
  yourSafetyComesFirstText:
    "What is being done to you is not your fault, and no vow, no duty and no forgiveness asks you to stay where you are harmed.",
  youWorryAboutSomebody: "You are worried about someone",
  youWorryAboutSomebodyText:
    "Ask them plainly, stay with them, and call together. The people on these lines speak with friends and families too.",
  whatYouWroteIsKept: "What you wrote is kept. Nobody has been told.",
  continueWritingPrivately: "Continue writing privately",
  needHelpNow: "Need help now?",
};
