import { Schema } from "mongoose";
import { LOCALES, type Locale } from "~/domain/calendar/locale";
import { WEEK_STARTS, type WeekStart } from "~/domain/member/member";
import { APPEARANCE, LOOK, type Look, type Theme } from "~/domain/member/preferences";
import { settingFields } from "./setting-fields.server";

/** How pages look to a person, and where their days, dates and numbers come from. */
export type AppearancePart = {
  /** IANA zone; empty until the user or the browser has said one. */
  timezone: string;
  /** Null: as it is usual in `locale`. */
  weekStart: WeekStart | null;
  /** Where dates, times and numbers come from; missing until one was chosen. */
  locale?: Locale;
  theme: Theme;
  look: Look;
};

const look = new Schema<Look>(settingFields(LOOK), { _id: false });

export const appearancePart = new Schema<AppearancePart>(
  {
    timezone: { type: String, default: "" },
    weekStart: { type: Number, enum: [...WEEK_STARTS, null], default: null },
    locale: { type: String, enum: LOCALES, default: undefined },
    ...settingFields(APPEARANCE),
    look: { type: look, default: () => ({}) },
  },
  { _id: false },
);
