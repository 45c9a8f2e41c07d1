export const privacySchemaWords = {
  pleaseUseOneOfTheButtons: "Please use one of the buttons on this page.",
  pleaseKeepThisUnder2000: "Please keep this under 2,000 characters.",
  pleaseUse50TagsOrFewer: "Please use 50 tags or fewer.",
  pleaseKeepEachTag: ({ tag }: { tag: number }) => `Please keep each tag under ${tag} characters.`,
};
