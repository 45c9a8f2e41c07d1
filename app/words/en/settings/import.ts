import { plural } from "~/words/plural";

/** A number, which decides the form, and how it is written for whoever reads. */
type Counted = { count: number; shown: string };

const entries = ({ count, shown }: Counted) =>
  `${shown} ${plural(count, { one: "entry", other: "entries" })}`;

export const importWords = {
  pageTitle: "Import · Still and Know",
  sources: { json: "Still and Know", dayone: "Day One", markdown: "Markdown" },

  wouldCome: (counted: Counted) => `${entries(counted)} to import`,
  noNewEntries: "No new entries",
  /** `sources` are names of apps, or none. */
  fromFile: ({ fileName, sources }: { fileName: string; sources: string[] }) =>
    `From ${fileName}${sources.length > 0 ? ` (${sources.join(", ")})` : ""}. Nothing is kept yet.`,
  takeOverTheSettings: "Import the settings too",
  takeOverTheSettingsHint:
    "Prompt set, prayer times, time zone, dates, passage plan, rhythm, in-app reminders and appearance, as far as your plan includes them. You will be asked again for what you agreed to.",
  importEntries: ({ count, shown }: Counted) => `Import ${entries({ count, shown })}`,
  importTheRest: "Import the rest",
  importBusy: "Importing…",
  keepNothing: "Discard",
  back: "Back",

  newEntriesByKind: "New entries by kind",
  kind: "Kind",
  entries: "Entries",

  inYourJournalAlready: ({ count, shown, inTrash }: Counted & { inTrash: string | null }) => {
    const trash = inTrash ? ` (${inTrash} in the trash)` : "";
    return plural(count, {
      one: `${entries({ count, shown })} is already in your journal${trash} and will stay as it is.`,
      other: `${entries({ count, shown })} are already in your journal${trash} and will stay as they are.`,
    });
  },
  twiceInTheFile: ({ count, shown }: Counted) =>
    `${entries({ count, shown })} ${plural(count, { one: "is", other: "are" })} in the file twice and will be imported once.`,
  picturesStay: ({ count, shown }: Counted) =>
    `${shown} ${plural(count, { one: "picture or recording is", other: "pictures and recordings are" })} left out: only words are imported.`,
  tooLong: ({ count, shown }: Counted) =>
    `${entries({ count, shown })} ${plural(count, { one: "is", other: "are" })} too long for the edit page: you can read the text in full, but must shorten it before saving a change.`,
  drafts: ({ count, shown }: Counted) =>
    `${shown} ${plural(count, { one: "draft", other: "drafts" })}, where you have not begun one here.`,
  ownQuestions: ({ count, shown }: Counted) =>
    `${shown} ${plural(count, { one: "question", other: "questions" })} of your own.`,
  conversations: ({ count, shown }: Counted) =>
    `${shown} ${plural(count, { one: "conversation with a coach", other: "conversations with coaches" })}.`,
  insights: ({ count, shown }: Counted) =>
    `${shown} ${plural(count, { one: "weekly insight", other: "weekly insights" })}, for weeks that have none here.`,
  belongsToTheAccount:
    "Name, address and plan, what you agreed to, and the list of requests to a language model belong to the account and are not imported.",
  cannotBeTaken: (counted: Counted) => `${entries(counted)} cannot be imported`,
  andMore: ({ shown }: { shown: string }) => `and ${shown} more`,

  onTheWay: "Importing",
  progress: ({ added, coming }: { added: Counted; coming: Counted }) =>
    `Imported ${added.shown} of ${entries(coming)}.`,
  progressLabel: "Import",
  goOn: "Continue",

  haveCome: ({ count, shown }: Counted) => `${entries({ count, shown })} imported`,
  done: "Done",
  theyStandInYourHistory: "You will find them in your history, each on its own day.",
  openTheHistory: "Open your history",
  anotherFile: "Another file",
};
