export const usersExportWords = {
  pageTitle: "Save the list of users · Still and Know",
  saveTheListOfUsers: "Save the list of users?",
  saveAsCsv: "Save as CSV",
  holdsEverybody:
    "The file holds the email addresses of everybody. Please keep it safe, and delete it when it has served.",
  holdsWhomTheFiltersName:
    "The file holds the email addresses of everybody the filters name. Please keep it safe, and delete it when it has served.",
};
