export const schemaWords = {
  answerTooLong: ({ answer }: { answer: string }) => `Please keep this under ${answer} characters.`,
  pleaseKeepTheTitle: ({ title }: { title: number }) => `Please keep the title under ${title} characters.`,
  pleaseUseTagsOrFewer: ({ tags }: { tags: number }) => `Please use ${tags} tags or fewer.`,
  pleaseKeepEachTag: ({ tag }: { tag: number }) => `Please keep each tag under ${tag} characters.`,
  moodTooLong: ({ mood }: { mood: number }) => `Please keep this under ${mood} characters.`,
  pleaseGiveADayAsYyyy: "Please enter a day as YYYY-MM-DD.",
  thisDayHasNotComeYet: "This day has not come yet. Please choose today or an earlier day.",
  writeAFewWordsFirst: "Write a few words first, or save it as a draft.",
  writeAFewWords: "Write a few words, or delete the entry on its own page.",
  thisWasChangedInAnother: "This was changed in another window",
  thisWasChangedInAnotherText:
    "Nothing is lost: the saved text is shown here, and yours is still in the form below. Copy over what you want to keep; when you save again, your text replaces the saved one.",
  fieldTooLong: ({ limit }: { limit: number }) => `Please keep this under ${limit} characters.`,
  thisQuestionStays: "This question stays",
  thisQuestionStaysText:
    "You have changed it three times. You may also write about something else: the page is yours.",
  weDoNotKnowATime: "We do not know a time zone by that name. Please try the nearest large city.",
  pleaseUseOneOfTheButtons: "Please use one of the buttons on this page.",
};
