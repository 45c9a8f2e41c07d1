export const offlineDeskWords = {
  pageTitle: ({ title }: { title: string }) => `${title} · Still and Know`,
};
