/** Who a sentence is about: the writer, harm done to the writer, harm to others, someone in danger. */
export type SignAbout = "self" | "harmed" | "others" | "someone";

/** 0 nothing, 1 a gentle line and the way to help, 2 help at once and no machine in between. */
export type CrisisLevel = 0 | 1 | 2;

/** A pattern for one sentence in plain small letters. */
export type Sign = {
  level: 1 | 2;
  about: SignAbout;
  pattern: RegExp;
  /** Where this is true of the sentence, it means something else: "dying to self", "killing myself laughing". */
  unless?: RegExp;
};

/** Signs of one level, from the sources of their patterns. */
export function signs(
  level: 1 | 2,
  about: SignAbout,
  sources: (string | [source: string, unless: string])[],
): Sign[] {
  return sources.map((entry) => {
    const [source, unless] = typeof entry === "string" ? [entry] : entry;
    return {
      level,
      about,
      pattern: new RegExp(source, "u"),
      ...(unless && { unless: new RegExp(unless, "u") }),
    };
  });
}
