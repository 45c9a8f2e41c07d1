import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";

type Ways = { next: string | null; back: string | null; leave: string };

/** The arrow keys lead on and back, Escape leads away; keys held with others belong to the browser. */
export function useArcKeys({ next, back, leave }: Ways): void {
  const navigate = useNavigate();
  useEffect(() => {
    function follow(event: KeyboardEvent) {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
      const to = { ArrowRight: next, ArrowLeft: back, Escape: leave }[event.key];
      if (!to) return;
      event.preventDefault();
      navigate(to);
    }
    document.addEventListener("keydown", follow);
    return () => document.removeEventListener("keydown", follow);
  }, [navigate, next, back, leave]);
}
