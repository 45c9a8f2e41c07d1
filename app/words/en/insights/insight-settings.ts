import { plural } from "~/words/plural";

export const insightSettingsWords = {
  aLanguageModel: "A language model",
  noneIsSetUp: "None is set up on this server. Nothing you write leaves it.",
  withTheGrowthPlan:
    "With the Growth Plan and the Formation Plan a language model can help with the threads, if you agree to it. The rules are everybody’s, and nothing leaves with them. <subscribe>See the plans</subscribe>.",
  takeThisBack: "Take this back",
  readExactlyWhatWouldBeSent: "Read exactly what would be sent",
  exactlyThisTextWillBeSent: ({ host }: { host: string }) => `Exactly this text will be sent to ${host}`,
  theInstructions: "The instructions",
  yourEntries: "Your entries",
  characters: ({ count }: { count: string }) => `${count} characters`,
  aMailWhenItIsReady: "A mail when it is ready",
  tellMeByMail: "Tell me by mail when a new insight is there",
  theMailSays: "The mail says that it is there, and nothing of what it says.",
  saveBusy: "Saving…",
  save: "Save",
  callsOfTheLastWeeks: "Calls of the last weeks",
  eachCallToAModel:
    "Each call to a model, for insights and coaches. What was said is not part of this list, and not kept.",
  when: "When",
  for: "For",
  where: "Where",
  size: "Size",
  outcome: "Outcome",
  insight: "Insight",
  coach: "Coach",
  tokens: ({ tokens }: { tokens: string }) => `${tokens} tokens`,
  pageTitle: "How insights are made · Still and Know",
  fromNowOnAModel: "From now on a model may help",
  nothingIsSentAnyMore: "Nothing is sent any more",
  saved: "Saved",
  theEndpointHasChanged: "The endpoint has changed",
  theEndpointHasChangedText:
    "The operator has changed it while you were reading. Please look again at what would be sent, and where.",
  howInsightsAreMade: "How insights are made",
  howInsightsAreMadeIntro:
    "By simple rules on this server, from the entries of your week. They count, sort, and quote you; they judge nothing.",
  whatIsLeftOut: "What is left out",
  anEntryThatYouExclude:
    "An entry that you exclude on its own page, and every entry with a tag that you keep out under <privacy>Settings, Privacy</privacy>. They are not read for insights and never leave.",
  allInsights: "All insights",
  youAgreed: "On <agreedOn/> you agreed that the entries of your week are sent to <host/> (<model/>).",
  forTheWeek: ({ week, entries }: { week: string; entries: number }) =>
    `For the week ${week}: ${plural(entries, { one: "one entry", other: `${entries} entries` })}.`,
  excludedEntries: ({ excluded }: { excluded: number }) =>
    `${plural(excluded, { one: "One is", other: `${excluded} are` })} excluded and not in it.`,
  theLongestTextsAreCut: "The longest texts are cut.",
  anotherWeeksEntries: "Another week’s entries stand in the same place; the words around them stay the same.",
};
