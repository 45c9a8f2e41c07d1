export const consentTextsWords = {
  isTheEndpointThatTheOperator: ({ host }: { host: string }) =>
    `${host} is the endpoint that the operator of this server has chosen. We cannot see what it does with a text after it has answered; its own terms hold there.`,
  besidesWhatYouWroteNothing:
    "Besides what you wrote nothing goes with it: not your name, not your email address. Entries that you exclude from insights never leave.",
  youCanTakeThisBack: "You can take this back at any time; from that moment nothing is sent any more.",
  letALanguageModelWrite: "Let a language model write your weekly insight?",
  onceAWeek: ({ host }: { host: string }) =>
    `Once a week, the entries of that week are sent to ${host}, which proposes threads, a question, a passage and a prayer. Whatever it says without quoting your own words is left out.`,
  withoutItSimpleRules: "Without it, simple rules on this server make your insight, and nothing leaves.",
  agreeToSendMyEntries: ({ host }: { host: string }) => `Agree to send my entries of the week to ${host}`,
  letALanguageModelAnswer: "Let a language model answer in coaching?",
  whatYouWriteToACoach: ({ host }: { host: string }) =>
    `What you write to a coach, and the entries that you tick for it, are sent to ${host} with the instructions of that coach.`,
  withoutItFixedQuestions: "Without it, fixed questions on this server lead you, and nothing leaves.",
  agreeToSendWhatIWrite: ({ host }: { host: string }) => `Agree to send what I write to a coach to ${host}`,
};
