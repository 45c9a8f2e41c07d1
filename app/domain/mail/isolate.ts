/** Hebrew, Arabic and the other scripts that run from the right. */
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/**
 * A name for a sentence of ours that begins with it: one that runs from the right stands apart (UAX 9), so that it does not
 * turn the sentence around.
 */
export const isolate = (name: string): string => (FROM_RIGHT.test(name) ? `\u2068${name}\u2069` : name);
