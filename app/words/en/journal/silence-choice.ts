import { plural } from "~/words/plural";

export const silenceChoiceWords = {
  silence: "Silence",
  minutes: ({ minutes }: { minutes: number }) =>
    `${minutes} ${plural(minutes, { one: "minute", other: "minutes" })}`,
  beSilentBusy: "Saving…",
  beSilent: "Begin the silence",
};
