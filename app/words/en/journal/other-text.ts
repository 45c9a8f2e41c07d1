export const otherTextWords = {
  title: "Title",
  text: "Text",
  tags: "Tags",
  mood: "Mood",
};
