/** The words around the demonstration (product 2.11, "demo-dashboard"). */
export const DEMO_TEXTS = {
  title: "Peace be with you, Hannah",
  banner: {
    title: "This is a demo",
    text: "Hannah and everything in this journal are invented. You can read it all; nothing here can be changed, and nothing you do here is kept.",
    begin: "Create an account",
    leave: "Leave the demo",
  },
  verse: "Today’s verse",
  presence: "Today you want to be present to",
  rhythm: "Your rhythm",
  entries: "The last sixty days",
  counted: ({ days, entries }: { days: number; entries: number }) =>
    `${entries} entries in ${days} days. Days without an entry are simply not there.`,
  pages: "Pages of the journal",
  newer: "Newer days",
  older: "Older days",
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  favourite: "Favourite",
} as const;
