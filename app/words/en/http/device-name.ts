export const deviceNameWords = {
  aBrowser: "A browser",
  browserOn: ({ browser, system }: { browser: string; system: string }) => `${browser} on ${system}`,
};
