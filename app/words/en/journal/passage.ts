export const passageWords = {
  passage: "Passage",
  pageTitle: ({ title }: { title: string }) => `${title} · Still and Know`,
  thePassageIsMarked:
    "<reference/> is marked. <passage>Go to it</passage>, or <journal>back to the journal</journal>.",
};
