export const outgoingTextWords = {
  youNow: "You, now",
  exactlyThisTextWillBeSent: ({ host }: { host: string }) => `Exactly this text will be sent to ${host}`,
  whatYouWriteInTheField: "What you write above is added at the end.",
};
