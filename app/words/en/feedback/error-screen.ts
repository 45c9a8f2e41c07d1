export const errorScreenWords = {
  tryAgain: "Try again",
  goToTheHomePage: "Go to the home page",
  request: ({ requestId }: { requestId: string }) => `Request ${requestId}`,
};
