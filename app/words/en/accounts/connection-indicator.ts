export const connectionIndicatorWords = {
  connected: "Connected",
  offline: ({ notice }: { notice: string }) => `Offline. ${notice}`,
};
