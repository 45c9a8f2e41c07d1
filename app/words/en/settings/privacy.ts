export const privacyWords = {
  agreed: "Agreed",
  notAgreed: "Not agreed",
  lastChanged: "Last changed",
  textAndEndpoint: ({ version }: { version: string }) => `, text and endpoint: ${version}`,
  takeItBack: "Take it back",
  keepTagsOut: "Keep tags out",
  tags: "Tags",
  tagsHint:
    "With commas between them. Entries that carry one of these stay out of insights and coaches, as if each had been excluded by itself.",
  saveBusy: "Saving...",
  save: "Save",
  callsOfALanguageModel: "Calls of a language model",
  noneNothingOfYoursHasLeft: "None. Nothing of yours has left this server for one.",
  pageTitle: "Privacy · Still and Know",
  weeklyInsights: "Weekly insights",
  coaches: "Coaches",
  noLanguageModel:
    "No language model is set up on this server, so there is nothing to agree to and nothing can leave. Everything is made by simple rules here.",
  sentBack: ({ tokensIn, tokensOut }: { tokensIn: number; tokensOut: number }) =>
    `${tokensIn} sent, ${tokensOut} back`,
  theEndpointHasChangedSince: "The endpoint has changed since you opened this page",
  theEndpointHasChangedSinceText: "Please read what is asked now, and decide again.",
  takenBackNothingIsSent: "Taken back. Nothing is sent any more",
  saved: "Saved",
  whatALanguageModel: "What a language model may be asked",
  whatIsEncrypted: "What is encrypted",
  whatIsEncryptedText:
    "Titles, answers, text, tags and mood words are always encrypted with a key of your own; there is no weaker setting to choose. Outside stand the day and time of an entry, its kind, and its passage. The <privacy>privacy policy</privacy> says it in full.",
};
