import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/**
 * Moves the focus to the page's heading after a navigation with script, so that screen readers announce the new page. The first
 * page, and a URL that differs in its hash alone, keep the browser's own focus.
 */
export function NavigationFocus() {
  const { pathname, search } = useLocation();
  const url = pathname + search;
  const lastUrl = useRef(url);
  useEffect(() => {
    if (lastUrl.current === url) return;
    lastUrl.current = url;
    // A refused form has moved the focus to its first invalid field.
    if (document.activeElement?.matches("[aria-invalid=true]")) return;
    const heading = document.querySelector("h1");
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [url]);
  return null;
}
