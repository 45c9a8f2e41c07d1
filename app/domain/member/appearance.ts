/** How the pages look to a person. The server writes it into every document. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const TEXT_SIZES = ["small", "normal", "large", "larger"] as const;
export type TextSize = (typeof TEXT_SIZES)[number];

export type Look = {
  textSize: TextSize;
  /** The reading serif for everything, not for Scripture and one's own words alone. */
  serif: boolean;
  /** No fades, even where the device allows them. */
  reducedMotion: boolean;
  /** The mark and the line under a heading keep the season's colour and do not take that of the Church's day. */
  withoutDayColour: boolean;
};

export const USUAL_LOOK: Look = {
  textSize: "normal",
  serif: false,
  reducedMotion: false,
  withoutDayColour: false,
};
