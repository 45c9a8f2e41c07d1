/**
 * What software must never say to a person here.
 * @internal Exported for tests.
 */
export const NEVER_KINDS = [
  "absolution",
  "blessing",
  "god_says",
  "prophecy",
  "impersonation",
  "medical",
  "relationship",
  "order",
  "money",
  "judgement",
  "harm",
  "isolation",
  "score",
  "link",
  "scripture",
  "quotation",
] as const;
export type NeverKind = (typeof NEVER_KINDS)[number];

/** One thing that is never said. Patterns are read against one sentence in plain small letters. */
export type NeverPattern = {
  kind: NeverKind;
  pattern: RegExp;
  /** A sentence that matches this may say it: "I cannot absolve you". */
  unless?: RegExp;
};

/** A refusal: who cannot or will not do a thing does not do it. */
export const REFUSAL =
  /\b(can ?not|can't|could not|couldn't|must not|may not|will not|won't|does not|doesn't|do not|don't|not able to|unable to|never|no software|nobody here|is not|isn't|not a|not your|rather than|instead of)\b/;

/** Who takes care of people by office or profession. */
export const CLERGY =
  "(?:priest|pastor|confessor|minister|bishop|deacon|nun|monk|chaplain|prophet|spiritual director|therapist|psychologist|counsell?or|doctor|physician|lawyer)";

/** One pattern a source, all of one kind. */
export const never = (kind: NeverKind, unless: RegExp | undefined, ...sources: string[]): NeverPattern[] =>
  sources.map((source) => ({ kind, pattern: new RegExp(source, "u"), ...(unless && { unless }) }));
