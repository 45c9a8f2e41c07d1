import { plural } from "~/words/plural";

export const insightSettingsWords = {
  aLanguageModel: "A language model",
  noneIsSetUp: "None is set up on this server. Nothing you write leaves it.",
  withTheGrowthPlan:
    "With the Growth Plan and the Formation Plan a language model can help with the threads, if you agree to it. The rules are for everyone, and with them nothing leaves this server. <subscribe>See the plans</subscribe>.",
  takeThisBack: "Withdraw this",
  readExactlyWhatWouldBeSent: "Read exactly what would be sent",
  exactlyThisTextWillBeSent: ({ host }: { host: string }) => `Exactly this text will be sent to ${host}`,
  theInstructions: "The instructions",
  yourEntries: "Your entries",
  characters: ({ count }: { count: string }) => `${count} characters`,
  aMailWhenItIsReady: "An email when it is ready",
  tellMeByMail: "Email me when a new insight is ready",
  theMailSays: "The email says only that it is ready, nothing of what it says.",
  saveBusy: "Saving…",
  save: "Save",
  callsOfTheLastWeeks: "Requests of the last weeks",
  eachCallToAModel:
    "Each request to a model, for insights and coaches. What was said is not part of this list, and is not kept.",
  when: "When",
  for: "For",
  where: "Where",
  size: "Size",
  outcome: "Outcome",
  insight: "Insight",
  coach: "Coach",
  tokens: ({ tokens }: { tokens: string }) => `${tokens} tokens`,
  pageTitle: "How insights are made · Still and Know",
  fromNowOnAModel: "Language model turned on",
  nothingIsSentAnyMore: "Nothing more is sent",
  saved: "Saved",
  theEndpointHasChanged: "The endpoint has changed",
  theEndpointHasChangedText:
    "The operator changed it while you were reading. Please look again at what would be sent, and where.",
  howInsightsAreMade: "How insights are made",
  howInsightsAreMadeIntro:
    "By simple rules on this server, from the entries of your week. They count, sort and quote you; they judge nothing.",
  whatIsLeftOut: "What is left out",
  anEntryThatYouExclude:
    "Entries you exclude on their own page, and every entry with a tag you leave out in <privacy>Settings, under Privacy</privacy>. They are not read for insights and never leave.",
  allInsights: "All insights",
  youAgreed: "On <agreedOn/> you agreed that the entries of your week are sent to <host/> (<model/>).",
  forTheWeek: ({ week, entries }: { week: string; entries: number }) =>
    `For the week ${week}: ${plural(entries, { one: "one entry", other: `${entries} entries` })}.`,
  excludedEntries: ({ excluded }: { excluded: number }) =>
    `${plural(excluded, { one: "One is", other: `${excluded} are` })} excluded and not included.`,
  theLongestTextsAreCut: "The longest texts are cut.",
  anotherWeeksEntries: "Each week’s entries take the same place; the words around them stay the same.",
};
