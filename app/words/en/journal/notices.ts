/** What a page of the journal says when its post did not arrive; the words stay where they were typed (product 1, point 3). */
export const NOT_REACHED = {
  connection: {
    title: "The server was not reached",
    text: "Your words are still here. Please try again when you are connected; leaving the page would lose what is not saved.",
  },
  timedOut: {
    title: "The server took too long to answer",
    text: "Your words are still here. Sending them again keeps them once.",
  },
} as const;
