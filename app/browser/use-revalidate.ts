import { useRevalidator } from "@remix-run/react";
import { useCallback } from "react";

/** Returns a function that loads the data of the page again. A navigation aborts it, which is no error. */
export function useRevalidate(): () => void {
  const { revalidate } = useRevalidator();
  return useCallback(() => {
    // The function is typed as void, but returns the promise of the router.
    const loading: unknown = revalidate();
    Promise.resolve(loading).catch((error: unknown) => {
      if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
    });
  }, [revalidate]);
}
