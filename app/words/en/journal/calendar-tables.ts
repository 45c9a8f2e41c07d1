export const calendarTablesWords = {
  day: "Day",
};
