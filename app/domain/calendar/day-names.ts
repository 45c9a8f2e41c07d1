import { t, tc } from "~/i18n/t";

export const MONTHS = [
  t("January"),
  t("February"),
  t("March"),
  t("April"),
  t("May"),
  t("June"),
  t("July"),
  t("August"),
  t("September"),
  t("October"),
  t("November"),
  t("December"),
];

/** As a column of a year has room for them. */
export const SHORT_MONTHS = [
  t("Jan"),
  t("Feb"),
  t("Mar"),
  t("Apr"),
  tc("short", "May"),
  t("Jun"),
  t("Jul"),
  t("Aug"),
  t("Sep"),
  t("Oct"),
  t("Nov"),
  t("Dec"),
];

/** The days of the week, Sunday first, as Date counts them. */
export const WEEKDAYS = [
  t("Sunday"),
  t("Monday"),
  t("Tuesday"),
  t("Wednesday"),
  t("Thursday"),
  t("Friday"),
  t("Saturday"),
];

/** As the head of a month has room for them. */
export const WEEKDAY_HEADS = [t("Su"), t("Mo"), t("Tu"), t("We"), t("Th"), t("Fr"), t("Sa")];
