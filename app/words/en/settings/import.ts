import { plural } from "~/words/plural";

/** A number, which decides the form, and how it is written for whoever reads. */
type Counted = { count: number; shown: string };

const entries = ({ count, shown }: Counted) =>
  `${shown} ${plural(count, { one: "entry", other: "entries" })}`;

export const importWords = {
  pageTitle: "Import · Still and Know",
  sources: { json: "Still and Know", dayone: "Day One", markdown: "Markdown" },

  wouldCome: (counted: Counted) => `${entries(counted)} would come`,
  noNewEntries: "No new entries",
  /** `sources` are names of apps, or none. */
  fromFile: ({ fileName, sources }: { fileName: string; sources: string[] }) =>
    `From ${fileName}${sources.length > 0 ? ` (${sources.join(", ")})` : ""}. Nothing is kept yet.`,
  takeOverTheSettings: "Take over the settings too",
  takeOverTheSettingsHint:
    "Prompt set, prayer times, time zone, dates, passage plan, rhythm, reminders on the page and appearance, as far as your plan holds them. What you agreed to is asked anew.",
  importEntries: ({ count, shown }: Counted) => `Import ${entries({ count, shown })}`,
  importTheRest: "Import the rest",
  importBusy: "Importing...",
  keepNothing: "Keep nothing",
  back: "Back",

  newEntriesByKind: "New entries by kind",
  kind: "Kind",
  entries: "Entries",

  inYourJournalAlready: ({ count, shown, inTrash }: Counted & { inTrash: string | null }) => {
    const trash = inTrash ? ` (${inTrash} in the trash)` : "";
    return plural(count, {
      one: `${entries({ count, shown })} is in your journal already${trash} and will stay as it is.`,
      other: `${entries({ count, shown })} are in your journal already${trash} and will stay as they are.`,
    });
  },
  twiceInTheFile: ({ count, shown }: Counted) =>
    `${entries({ count, shown })} ${plural(count, { one: "stands", other: "stand" })} in the file twice and will come once.`,
  picturesStay: ({ count, shown }: Counted) =>
    `${shown} ${plural(count, { one: "picture or recording stays", other: "pictures and recordings stay" })} behind: only words come here.`,
  tooLong: ({ count, shown }: Counted) =>
    `${entries({ count, shown })} ${plural(count, { one: "is", other: "are" })} longer than the page for changing takes: to be read whole, and to be shortened before a change.`,
  drafts: ({ count, shown }: Counted) =>
    `${shown} ${plural(count, { one: "draft", other: "drafts" })}, where you have not begun one yourself.`,
  ownQuestions: ({ count, shown }: Counted) =>
    `${shown} ${plural(count, { one: "question", other: "questions" })} of your own.`,
  conversations: ({ count, shown }: Counted) =>
    `${shown} ${plural(count, { one: "conversation with a coach", other: "conversations with coaches" })}.`,
  insights: ({ count, shown }: Counted) =>
    `${shown} ${plural(count, { one: "weekly insight", other: "weekly insights" })}, for weeks that have none here.`,
  belongsToTheAccount:
    "Name, address and plan, what you agreed to, and the list of what a model was asked belong to the account and are not taken over.",
  cannotBeTaken: (counted: Counted) => `${entries(counted)} cannot be taken`,
  andMore: ({ shown }: { shown: string }) => `and ${shown} more`,

  onTheWay: "On the way",
  progress: ({ added, coming }: { added: Counted; coming: Counted }) =>
    `${added.shown} of ${entries(coming)} ${plural(added.count, { one: "has", other: "have" })} come.`,
  progressLabel: "Import",
  goOn: "Go on",

  haveCome: ({ count, shown }: Counted) =>
    `${entries({ count, shown })} ${plural(count, { one: "has", other: "have" })} come`,
  done: "Done",
  theyStandInYourHistory: "They stand in your history, each on its day.",
  openTheHistory: "Open the history",
  anotherFile: "Another file",
};
