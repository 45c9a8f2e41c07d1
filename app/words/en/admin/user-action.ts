export const userActionWords = {
  pageTitle: "Please confirm · Still and Know",
  thatIsNotPossible: "That is not possible for this account as it is now.",
  nothingWasChanged: "Nothing was changed",
  notSent: "Not sent",
  notSentText: "This account has reached its email limit. Please wait a while.",
  nothingWasChangedText:
    "The paid plan has to be cancelled first, and the payment provider is not answering. Please try again later.",
  pleaseChooseAPlan: "Please choose a plan.",
  account: "Account",
  number: ({ username, id }: { username: string; id: number }) => `${username}, number ${id}`,
  emailAddress: "Email address",
  entries: "Entries",
};
