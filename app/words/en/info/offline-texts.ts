/** The page without a connection, and what the journal says there. */
export const OFFLINE_TEXTS = {
  title: "You are offline",
  intro:
    "There is no connection to your journal just now. Everything in it is safe and will be here when you are back.",
  advice: "Please check your internet connection and try again.",
  again: "Try again",
  write: "Meanwhile you can write here. Your words are kept on this device and sent when you are back.",
  question: "What is on your mind?",
  keep: "Keep on this device",
  kept: "Kept on this device",
  waiting: "Waiting to be sent",
  sent: { title: "Connection restored", text: "What you wrote offline is in your journal now." },
  /** A form that did not reach the server, and that the worker has kept. */
  notSent: {
    title: "You are offline",
    text: "Your text is still here. It is kept on this device too and sent when you are back.",
  },
} as const;
