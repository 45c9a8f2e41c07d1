export const alertRulesDataWords = {
  manyFailedSignIns: "Many failed sign-ins",
  failedSignInsOfTheLast: "Failed sign-ins of the last 10 minutes, of all accounts together.",
  lookAtTheAuditLog:
    "Look at the audit log for blocked sign-ins. Accounts lock by themselves; nobody needs to act for that.",
  serverErrors: "Server errors",
  answersWithAStatusOf500: "Answers with a status of 500 or more, of the last 5 minutes.",
  lookForTheLevelError: "Look for the level error in the server's log; each line names its request.",
  mailIsNotGoingOut: "Mail is not going out",
  failedTriesToSendAMail: "Failed tries to send a mail, of the last 30 minutes.",
  checkSmtpUrlAndTheMail: "Check SMTP_URL and the mail server, and send a test mail from System health.",
  mailGivenUp: "Mail given up",
  mailsOfTheLast24Hours: "Mails of the last 24 hours that could not be sent for a day, or were refused.",
  anAddressMayBeWrong:
    "An address may be wrong, or the mail server refuses ours. Verification can be sent again from the account.",
  jobsAreLate: "Jobs are late",
  jobsOfTheServerThatShould: "Jobs of the server that should have run a while ago, or failed three times.",
  lookAtSystemHealth: "Look at System health for the job, and for job.failed in the server's log.",
  theAiEndpointFails: "The AI endpoint fails",
  callsOfTheLanguageModel: "Calls of the language model that failed, of the last 30 minutes.",
  testTheEndpointOnSystem:
    "Test the endpoint on System health. Until it answers, the rules of the house do its work.",
  theDatabaseIsLarge: "The database is large",
  whatTheDatabaseTakes: "What the database takes on its disk.",
  lookAtTheDatabasePage: "Look at the Database page for the largest collections.",
  theDiskIsFillingUp: "The disk is filling up",
  whatIsFreeOnTheDisk: "What is free on the disk that holds DATA_DIR.",
  makeRoomBeforeWritingStops: "Make room before writing stops. Backups on the same disk can be moved away.",
  theLastBackupIsOld: "The last backup is old",
  timeSinceTheLastBackup: "Time since the last backup, or since the first account where there is none.",
  makeABackupOnTheDatabase: "Make a backup on the Database page, or let npm run backup run every night.",
  helpIsShownMoreOften: "Help is shown more often",
  howOftenTheWayToHelp:
    "How often the way to help was shown today, for each time of a usual day of the last week; five times count at least.",
  nobodyIsNamedAndNothing:
    "Nobody is named and nothing is recorded but the number. Check that the help lines on the safety page are right and answer.",
  timesTheUsual: "times the usual",
};
