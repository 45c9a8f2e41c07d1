export const coachWords = {
  passage: "Passage",
  passageHint: "Today’s passage, or any other reference, like John 15:4–8.",
  chooseEntriesToTalkAbout: "Choose entries to talk about",
  noneIsChosenUnlessYouTick: ({ entries }: { entries: number }) =>
    `None is chosen unless you tick it; ${entries} at most. Entries you exclude from insights are not offered.`,
  youMayLeaveItOpen: "Leave this empty to begin with a question.",
  beginAConversationBusy: "Beginning…",
  beginAConversation: "Begin a conversation",
  coach: "Coach",
  pageTitle: ({ name }: { name: string }) => `${name} · Still and Know`,
  coaches: "Coaches",
  partOfThe: ({ plan }: { plan: string }) => `Part of the ${plan}`,
  seeThePlans:
    "<subscribe>See the plans</subscribe>. Writing, searching and taking your journal with you belong to every plan, and so does the Rhythm Keeper.",
  yourConversations: "Your conversations",
};
