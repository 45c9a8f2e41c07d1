/** Groups smaller than this are not told apart: who they are could be guessed. */
export const SMALLEST_GROUP = 5;
