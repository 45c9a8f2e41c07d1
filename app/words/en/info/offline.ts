export const offlineWords = {
  pageTitle: ({ title }: { title: string }) => `${title} · Still and Know`,
};
