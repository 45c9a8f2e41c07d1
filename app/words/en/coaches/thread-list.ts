import { plural } from "~/words/plural";

export const threadListWords = {
  turns: ({ turns }: { turns: number }) => `${turns} ${plural(turns, { one: "turn", other: "turns" })}`,
  begun: "Started",
};
