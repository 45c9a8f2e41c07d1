export const outgoingTextWords = {
  youNow: "You, now",
  exactlyThisTextWillBeSent: ({ host }: { host: string }) => `Exactly this text will be sent to ${host}`,
  whatYouWriteInTheField: "What you write in the field above follows as the last part.",
};
