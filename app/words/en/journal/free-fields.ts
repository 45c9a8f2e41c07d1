export const freeFieldsWords = {
  title: "Title",
  titleHint: "Optional.",
  yourWords: "Your words",
  yourWordsHint:
    "Plain text, or a little Markdown: *italic*, **bold**, - a list, > a quotation, # a heading.",
  tags: "Tags",
  tagsHint: "Optional, separated by commas.",
  mood: "Mood",
  moodHint: "Optional, in a word of your own.",
};
