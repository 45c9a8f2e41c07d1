/** How many characters a question of one's own may have. */
export const OWN_PROMPT_LENGTH = 300;
