export const usersExportWords = {
  pageTitle: "Export the user list · Still and Know",
  saveTheListOfUsers: "Export the user list?",
  saveAsCsv: "Export as CSV",
  holdsEverybody:
    "The file contains everyone’s email address. Please keep it safe, and delete it when no longer needed.",
  holdsWhomTheFiltersName:
    "The file contains the email address of everyone the filters select. Please keep it safe, and delete it when no longer needed.",
};
