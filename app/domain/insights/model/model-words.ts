import { maySay, type NeverOptions } from "~/domain/ai/never";

/** What a model's own few words may not do in an insight, beyond what is never said anywhere. */
export type Kind = "name" | "note" | "question" | "prayer";

const LONGEST: Record<Kind, number> = { name: 48, note: 220, question: 220, prayer: 1_200 };

const FORBIDDEN: RegExp[] = [
  /```|\{\{|@\w+\.\w/,
  /\b(?:sentiment|emotion(?:al)? score|rating|average)\b/i,
  // Diagnoses.
  /\b(?:depress(?:ed|ion|ive)|bipolar|ptsd|trauma(?:ti[sz]ed)?|anxiety disorder|adhd|ocd|narcissis\w+|borderline|burnout|addict(?:ed|ion)|symptom\w*|diagnos\w+|disorder|clinical\w*)\b/i,
  // Praise that inflates, and comparing with others.
  /\b(?:resilien\w+|inspiring|amazing|incredible|remarkable|impressive|so proud|proud of you|well done|great job|strong faith|admirabl\w+)\b/i,
  /\b(?:most people|other people|other users|than others|unlike others|compared (?:to|with))\b/i,
  // Predicting, advising, ordering.
  /\byou (?:should|must|need to|have to|ought to|will)\b/i,
  /\b(?:i (?:recommend|suggest|advise)|try to|make sure|consider (?:leaving|stopping|giving))\b/i,
  // An order is no better as a question.
  /\b(?:leave|divorce|quit|obey|submit to) (?:him|her|them|your)\b|\bstop taking\b/i,
  // Being a machine, or under someone else's orders.
  /\b(?:as an ai|language model|system prompt|previous instructions|ignore (?:all|the|your)|my instructions)\b/i,
  // References of Scripture have their own field.
  /\b\p{Lu}\p{L}+ \d{1,3}:\d{1,3}/u,
];

/** Whether words may be shown. `ownWords` are the person's and may be quoted back to them. */
export function isFitting(kind: Kind, text: string, sources: Pick<NeverOptions, "ownWords"> = {}): boolean {
  if (text.length > LONGEST[kind] || !/\p{L}{2}/u.test(text)) return false;
  if (FORBIDDEN.some((pattern) => pattern.test(text))) return false;
  if (!maySay(text, { ...sources, inPersonsVoice: kind === "prayer" })) return false;
  switch (kind) {
    case "name":
      return text.split(" ").length <= 6 && !/[.:!?;\n]/.test(text);
    case "note":
      return !/[!\n]/.test(text);
    case "question":
      // One question, and nothing before it.
      return /^[^.!?:\n]+[?？]$/.test(text);
    case "prayer":
      return text.split("\n").length <= 24;
  }
}
