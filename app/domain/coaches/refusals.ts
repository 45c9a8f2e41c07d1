/** What is said where a coach takes no message. A file of its own: pages show it, and schemas stay on the server. */
export const COACH_REFUSALS = {
  not_in_plan: {
    title: "This coach belongs to another plan",
    text: "What you wrote here stays yours: you can read it and delete it.",
  },
  closed: {
    title: "This conversation has ended",
    text: "You can begin another one. What you typed stands below.",
  },
  daily_limit: {
    title: "That is enough for today",
    text: "Tomorrow there is room again. What you typed stands below; your journal has no limit.",
  },
  another_host: {
    title: "The endpoint has changed",
    text: "The operator of this server has chosen another one since. Please read the text again.",
  },
  unknown_passage: "Please give a reference that exists, like John 15:4–8.",
} as const;
