export const appNavWords = {
  main: "Main",
  dashboard: "Dashboard",
  journal: "Journal",
  journalPages: "Journal pages",
  history: "History",
  insights: "Insights",
  coaches: "Coaches",
  settings: "Settings",
};
