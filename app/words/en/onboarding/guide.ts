export const guideWords = {
  pageTitle: ({ guide }: { guide: string }) => `${guide} · Still and Know`,
  welcome: "Welcome",
};
