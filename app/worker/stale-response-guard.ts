/**
 * Tells of each answer, in whatever order they come, whether it is news: one that comes after the answer to a later question
 * knows less. A question is counted when it is asked, its answer when that is looked at.
 */
export function createStaleResponseGuard(): () => () => boolean {
  let asked = 0;
  let known = 0;
  return () => {
    const place = ++asked;
    return () => {
      if (place < known) return false;
      known = place;
      return true;
    };
  };
}
