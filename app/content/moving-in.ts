import { t } from "~/i18n/t";

type App = {
  app: string;
  steps: string[];
  /** What is not in its file, or is left out. */
  stays?: string;
};

const MEDIA_STAY = t("Pictures, recordings, places and the weather are counted and left behind.");

/** How a journal is got out of each application, also on a phone. */
export const MOVING_IN: readonly App[] = [
  {
    app: t("Day One"),
    steps: [
      t("On a phone: Settings, Import/Export, Export Day One JSON, and save the file to Files."),
      t("On a Mac: File, Export, JSON."),
      t("Bring the zip as it is. All of its journals come."),
    ],
    stays: MEDIA_STAY,
  },
  {
    app: "Journey",
    steps: [
      t("On a phone: Settings, Data, Export, ZIP (JSON)."),
      t("On the web or a computer: Settings, Export, ZIP."),
      t("Bring the zip as it is."),
    ],
    stays: MEDIA_STAY,
  },
  {
    app: "Diarium",
    steps: [
      t("On a phone: Settings, Export, choose JSON and all entries, and share the zip to Files."),
      t("On a computer: Settings, Export, JSON."),
      t("Bring the zip as it is."),
    ],
    stays: MEDIA_STAY,
  },
  {
    app: t("Apple Journal"),
    steps: [
      t("On an iPhone: Settings, Apps, Journal, Export All Journal Entries."),
      t("It is a folder in Files: press on it and choose Compress, then bring the zip."),
    ],
    stays: MEDIA_STAY,
  },
  {
    app: "DailyTxT",
    steps: [
      t("Open the settings, make a backup that is not encrypted, with its tags, and bring the zip as it is."),
    ],
    stays: t("Files that were attached are counted and left behind."),
  },
  {
    app: t("Obsidian, or any folder of Markdown"),
    steps: [
      t("Put the folder into a zip. On a phone: press on it in Files and choose Compress."),
      t("Each file needs its day: in its name, as in 2026-11-21.md, or as date in its front matter."),
    ],
    stays: t("Pictures are counted and left behind."),
  },
];
