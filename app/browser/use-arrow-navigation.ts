import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";

/** What the page's own links on and back say of themselves. */
const RELATIONS: Record<string, string> = { ArrowRight: "next", ArrowLeft: "prev" };

/**
 * The arrow keys lead on and back, Escape leads away; keys held with others belong to the browser. They go where the page's links
 * lead that are shown when a key is pressed: React tells of a new page after it is there, and a name would be passed over.
 */
export function useArrowNavigation(leave: string): void {
  const navigate = useNavigate();
  useEffect(() => {
    function follow(event: KeyboardEvent) {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
      const relation = RELATIONS[event.key];
      const link = relation && document.querySelector(`main a[rel="${relation}"]`)?.getAttribute("href");
      const to = event.key === "Escape" ? leave : link;
      if (!to) return;
      event.preventDefault();
      navigate(to);
    }
    document.addEventListener("keydown", follow);
    return () => document.removeEventListener("keydown", follow);
  }, [navigate, leave]);
}
