/**
 * Guards against out-of-order responses. Call the guard when a request starts; the returned function, called with its
 * response, is false if a later request was answered before.
 */
export function createStaleResponseGuard(): () => () => boolean {
  let started = 0;
  let newest = 0;
  return () => {
    const number = ++started;
    return () => {
      if (number < newest) return false;
      newest = number;
      return true;
    };
  };
}
