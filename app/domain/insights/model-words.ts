/** What the few words of a model's own may not do (product 2.7, "Forbidden"; issue-wide "Never"). Whoever breaks it is left out. */
export type Kind = "name" | "note" | "question" | "prayer";

const LONGEST: Record<Kind, number> = { name: 48, note: 220, question: 220, prayer: 1_200 };

const FORBIDDEN: RegExp[] = [
  // Addresses and code: an insight has none.
  /https?:|www\.|@\w+\.\w|<\/?[a-z]|```|\{\{|\[[^\]]*\]\(/i,
  // Scores and measured feelings.
  /\d+(?:[.,]\d+)?\s?(?:%|percent|per cent|out of \d|\/\s?\d+)/i,
  /\b(?:sentiment|mood score|emotion(?:al)? score|rating)\b/i,
  // Diagnoses.
  /\b(?:depress(?:ed|ion|ive)|bipolar|ptsd|trauma(?:ti[sz]ed)?|anxiety disorder|adhd|ocd|narcissis\w+|borderline|burnout|addict(?:ed|ion)|symptom\w*|diagnos\w+|disorder|clinical\w*)\b/i,
  // Praise that inflates, and comparing with others.
  /\b(?:resilien\w+|inspiring|amazing|incredible|remarkable|impressive|so proud|proud of you|well done|great job|strong faith|admirabl\w+)\b/i,
  /\b(?:most people|other people|other users|than others|unlike others|compared (?:to|with))\b/i,
  // Predicting, advising, ordering.
  /\byou (?:should|must|need to|have to|ought to|will)\b/i,
  /\b(?:i (?:recommend|suggest|advise)|try to|make sure|consider (?:leaving|stopping|giving))\b/i,
  /\b(?:stop taking|your medicine|your medication|leave (?:him|her|your (?:husband|wife|partner))|stay with (?:him|her)|file for|donate)\b/i,
  // Being a machine, or under somebody else's orders.
  /\b(?:as an ai|language model|system prompt|previous instructions|ignore (?:all|the|your)|my instructions)\b/i,
];

/** Speaking for God, absolving, blessing, and quoting Scripture. */
const SACRED: RegExp[] = [
  /\b(?:god|the lord|jesus|christ|the holy spirit|the spirit)\s+(?:says?|said|is saying|tells?|told|wants?|wills|is telling|is calling|calls you|is asking|asks you|is speaking|speaks|promises|has (?:told|said|spoken|chosen|forgiven)|forgives you|is (?:pleased|proud|angry|disappointed)|knows that you|sees that you)\b/i,
  /\b(?:my (?:dear )?child|i,? the lord|thus says|i absolve|you are (?:absolved|forgiven)|your sins are|i bless you|go in peace|prophe\w+)\b/i,
  /\b(?:it is written|scripture says|the bible says|(?:[1-3]\s)?[A-Z][a-z]+ \d{1,3}:\d{1,3})/,
];

/** Whether words may be shown. */
export function isFitting(kind: Kind, text: string): boolean {
  if (text.length > LONGEST[kind] || !/\p{L}{2}/u.test(text)) return false;
  if ([...FORBIDDEN, ...SACRED].some((pattern) => pattern.test(text))) return false;
  switch (kind) {
    case "name":
      return text.split(" ").length <= 6 && !/[.:!?;\n]/.test(text);
    case "note":
      return !/[!\n]/.test(text);
    case "question":
      // One question, and nothing before it.
      return /^[^.!?\n]+[?？]$/.test(text);
    case "prayer":
      return text.split("\n").length <= 24;
  }
}
