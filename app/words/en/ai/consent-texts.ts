export const consentTextsWords = {
  isTheEndpointThatTheOperator: ({ host }: { host: string }) =>
    `${host} is the endpoint chosen by the operator of this server. We cannot see what it does with a text after it has answered; its own terms apply there.`,
  besidesWhatYouWroteNothing:
    "Nothing is sent but what you wrote: not your name, not your email address. Entries you exclude from insights never leave.",
  youCanTakeThisBack: "You can withdraw this at any time; from then on nothing more is sent.",
  letALanguageModelWrite: "Let a language model write your weekly insight?",
  onceAWeek: ({ host }: { host: string }) =>
    `Once a week, the entries of that week are sent to ${host}, which suggests threads, a question, a passage and a prayer. Anything it says without quoting your own words is left out.`,
  withoutItSimpleRules:
    "Without it, simple rules on this server make your insight, and nothing is sent anywhere.",
  agreeToSendMyEntries: ({ host }: { host: string }) => `Agree to send each week’s entries to ${host}`,
  letALanguageModelAnswer: "Let a language model answer in coaching?",
  whatYouWriteToACoach: ({ host }: { host: string }) =>
    `What you write to a coach, and the entries you choose for it, are sent to ${host} with that coach’s instructions.`,
  withoutItFixedQuestions:
    "Without it, fixed questions on this server lead you, and nothing is sent anywhere.",
  agreeToSendWhatIWrite: ({ host }: { host: string }) => `Agree to send what I write to a coach to ${host}`,
};
