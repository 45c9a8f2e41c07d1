/** People who listen, by country (product 2.8, "Crisis path"). One place, for every page that names them. */
export type HelpLine = {
  where: string;
  who: string;
  /** As it is written, and as it is dialled. */
  number: string;
  dial: string;
  how: string;
};

/** In immediate danger. 112 is answered in every country of the European Union. */
export const EMERGENCY: { where: string; number: string }[] = [
  { where: "European Union", number: "112" },
  { where: "United States and Canada", number: "911" },
  { where: "United Kingdom and Ireland", number: "999" },
];

export const HELP_LINES: HelpLine[] = [
  {
    where: "United States and Canada",
    who: "Suicide and Crisis Lifeline",
    number: "988",
    dial: "988",
    how: "Call or text, day and night, free.",
  },
  {
    where: "United Kingdom and Ireland",
    who: "Samaritans",
    number: "116 123",
    dial: "116123",
    how: "Call, day and night, free.",
  },
];

/** For every other country. */
export const HELP_DIRECTORY = { name: "findahelpline.com", href: "https://findahelpline.com/" } as const;
