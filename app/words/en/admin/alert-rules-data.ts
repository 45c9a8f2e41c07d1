export const alertRulesDataWords = {
  manyFailedSignIns: "Many failed sign-ins",
  failedSignInsOfTheLast: "Failed sign-ins in the last 10 minutes, all accounts together.",
  lookAtTheAuditLog:
    "Look in the audit log for blocked sign-ins. Accounts lock automatically; you do not need to act.",
  serverErrors: "Server errors",
  answersWithAStatusOf500: "Answers with a status of 500 or higher in the last 5 minutes.",
  lookForTheLevelError: "Look for the level error in the server’s log; each line names its request.",
  mailIsNotGoingOut: "Email is not going out",
  failedTriesToSendAMail: "Failed attempts to send an email in the last 30 minutes.",
  checkSmtpUrlAndTheMail: "Check SMTP_URL and the mail server, and send a test email from System health.",
  mailGivenUp: "Undeliverable emails",
  mailsOfTheLast24Hours: "Emails of the last 24 hours that were refused, or could not be sent for a day.",
  anAddressMayBeWrong:
    "An address may be wrong, or the mail server refuses ours. You can send the verification link again from the account.",
  jobsAreLate: "Jobs are late",
  jobsOfTheServerThatShould: "Server jobs that should have run some time ago, or failed three times.",
  lookAtSystemHealth: "Look at System health for the job, and for job.failed in the server’s log.",
  theAiEndpointFails: "The AI endpoint fails",
  callsOfTheLanguageModel: "Failed requests to the language model in the last 30 minutes.",
  testTheEndpointOnSystem:
    "Test the endpoint on System health. Until it answers, the built-in rules take over.",
  theDatabaseIsLarge: "The database is large",
  whatTheDatabaseTakes: "The space the database takes on its disk.",
  lookAtTheDatabasePage: "Look at the Database page for the largest collections.",
  theDiskIsFillingUp: "The disk is filling up",
  whatIsFreeOnTheDisk: "Free space on the disk that holds DATA_DIR.",
  makeRoomBeforeWritingStops:
    "Make room before writing stops. Backups on the same disk can be moved elsewhere.",
  theLastBackupIsOld: "The last backup is old",
  timeSinceTheLastBackup: "Time since the last backup, or since the first account if there is none.",
  makeABackupOnTheDatabase: "Create a backup on the Database page, or let npm run backup run every night.",
  helpIsShownMoreOften: "Help is shown more often",
  howOftenTheWayToHelp: "Times help was shown today, relative to last week’s daily average (minimum 5).",
  nobodyIsNamedAndNothing:
    "No one is named, and nothing but the number is recorded. Check that the helplines on the safety page are right and answer.",
  timesTheUsual: "times the usual",
};
