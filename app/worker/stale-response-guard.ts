/**
 * Guards against out-of-order responses. Call the guard when a request starts; the returned function, called with its
 * response, is false if a later request was answered before.
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
