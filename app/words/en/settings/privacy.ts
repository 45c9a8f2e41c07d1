export const privacyWords = {
  agreed: "Agreed",
  notAgreed: "Not agreed",
  lastChanged: "Last changed",
  textAndEndpoint: ({ version }: { version: string }) => `, text and endpoint: ${version}`,
  takeItBack: "Withdraw it",
  keepTagsOut: "Leave out by tag",
  tags: "Tags",
  tagsHint: "Separated by commas. Entries with any of these tags are never used for insights or coaches.",
  saveBusy: "Saving…",
  save: "Save",
  callsOfALanguageModel: "Requests to a language model",
  noneNothingOfYoursHasLeft: "None. Nothing of yours has been sent to one.",
  pageTitle: "Privacy · Still and Know",
  weeklyInsights: "Weekly insights",
  coaches: "Coaches",
  noLanguageModel:
    "No language model is set up on this server, so there is nothing to agree to and nothing can be sent. Everything is made here by simple rules.",
  sentBack: ({ tokensIn, tokensOut }: { tokensIn: number; tokensOut: number }) =>
    `${tokensIn} sent, ${tokensOut} back`,
  theEndpointHasChangedSince: "The endpoint has changed since you opened this page",
  theEndpointHasChangedSinceText: "Please read what you are asked now, and decide again.",
  takenBackNothingIsSent: "Withdrawn. Nothing more is sent",
  saved: "Saved",
  whatALanguageModel: "What a language model may be asked",
  whatIsEncrypted: "What is encrypted",
  whatIsEncryptedText:
    "Titles, answers, text, tags and mood words are always encrypted with a key of your own; there is no weaker setting. Not encrypted: the day and time of an entry, its kind, and its passage. The <privacy>privacy policy</privacy> says it in full.",
};
